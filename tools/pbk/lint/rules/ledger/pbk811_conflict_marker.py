"""PBK811: a conflict marker of a merge in the ledger."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import Trouble, bounded, in_trouble, whole_line
from pbk.lint.ledger_examples import FILE, ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each marker that a merge left behind."""
    return bounded(whole_line(record, record.what, record.mend) for record in in_trouble(library, Trouble.CONFLICT))


RULE = Rule(
    id="PBK811",
    name="ledger-conflict-marker",
    family=Family.LEDGER,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A file of the ledger holds the markers of an unfinished merge.",
    why=(
        "Both sides of a merge of the ledger are right: every line is kept, in any order. With the markers still "
        "there the ledger is refused, and whoever deletes one side with them deletes evidence."
    ),
    bad=FILE + "<<<<<<< HEAD\n" + ledger_line() + "=======\n>>>>>>> main\n",
    good=FILE + ledger_line(),
    finalize=finalize,
)
