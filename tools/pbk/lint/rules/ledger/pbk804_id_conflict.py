"""PBK804: two different lines of the ledger with the same id."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import Record, at_field, bounded, events_of
from pbk.lint.ledger_examples import FILE, id_of, ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each line whose id stands for other bytes on a line before it, in any file."""
    return bounded(_conflicts(library))


def _conflicts(library: LintLibrary) -> Iterator[Finding]:
    first: dict[str, Record] = {}
    for record, event in events_of(library):
        before = first.setdefault(event.id, record)
        if before.core != record.core:
            yield at_field(
                record,
                "id",
                f"the id {event.id} stands for another event at {before.place}",
                "one of the two lines was edited: take it back from history with `git checkout -- FILE`",
            )


RULE = Rule(
    id="PBK804",
    name="ledger-id-conflict",
    family=Family.LEDGER,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="Two different lines of the ledger have the same id.",
    why=(
        "Lines with the same id and the same bytes are one event, which is how merges and published copies are "
        "harmless. The same id over other bytes means that one of the two was edited, and nobody can say which to "
        "believe: the ledger is refused."
    ),
    bad=FILE + ledger_line() + ledger_line(outcome="failure", id=id_of(ledger_line())),
    good=FILE + ledger_line() + ledger_line(outcome="failure"),
    finalize=finalize,
)
