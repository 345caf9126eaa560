"""PBK801: a line of the ledger that is no event."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import Trouble, bounded, in_trouble, no_event
from pbk.lint.ledger_examples import FILE, ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each line that is text and no event of this version, at the field or character that spoils it."""
    return bounded(no_event(record) for record in in_trouble(library, Trouble.EVENT))


RULE = Rule(
    id="PBK801",
    name="ledger-not-an-event",
    family=Family.LEDGER,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A line of the ledger is not an event of its schema.",
    why=(
        "A ledger with one line that nobody can read cannot be replayed: from then on no playbook has a trust, and "
        "nothing is offered. Nothing may be guessed from such a line, because a guess would be evidence that "
        "nobody gave."
    ),
    bad=FILE + ledger_line(outcome="worked"),
    good=FILE + ledger_line(),
    finalize=finalize,
)
