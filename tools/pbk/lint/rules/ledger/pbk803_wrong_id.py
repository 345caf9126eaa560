"""PBK803: a line of the ledger whose id is not the hash of the rest of it."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import at_field, bounded, events_of
from pbk.lint.ledger_examples import FILE, ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each event whose id is not the one that its other fields give it."""
    return bounded(
        at_field(
            record,
            "id",
            f"this line was changed after it was written: its other fields give it the id {record.id}",
            "take the line back from history with `git checkout -- FILE`; what was wrong is taken back by `pbk void`",
        )
        for record, event in events_of(library)
        if event.id != record.id
    )


RULE = Rule(
    id="PBK803",
    name="ledger-wrong-id",
    family=Family.LEDGER,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="The id of an event is not the hash of the rest of its line.",
    why=(
        "The id is the first half of the SHA-256 of the line without it. Another id means that the line was edited "
        "after it was written: a failure turned into a success, a level raised. Trust that rests on it is worth "
        "nothing."
    ),
    bad=FILE + ledger_line(id="0" * 32),
    good=FILE + ledger_line(),
    finalize=finalize,
)
