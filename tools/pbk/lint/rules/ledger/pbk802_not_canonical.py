"""PBK802: a line of the ledger that is spelled in another way than the one it has."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import bounded, records_of, whole_line
from pbk.lint.ledger_examples import FILE, ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each line that says an event in another spelling than the canonical one."""
    return bounded(
        whole_line(
            record,
            "this event is not in canonical form: keys sorted, no blanks between, no needless escapes",
            "take the line back from history with `git checkout -- FILE`; formatters must leave the ledger alone",
        )
        for record in records_of(library)
        if record.event is not None and record.trouble is None and not record.canonical
    )


RULE = Rule(
    id="PBK802",
    name="ledger-not-canonical",
    family=Family.LEDGER,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A line of the ledger is not canonical JSON.",
    why=(
        "One event has one spelling: sorted keys, no blanks, UTF-8 as it is. Equal events are recognised by equal "
        "bytes, so a second spelling of a line is taken for another event with the same id, and the ledger is "
        "refused. It shows that a line was written, or rewritten, by something else than pbk."
    ),
    bad=FILE + ledger_line().replace(",", ", "),
    good=FILE + ledger_line(),
    finalize=finalize,
)
