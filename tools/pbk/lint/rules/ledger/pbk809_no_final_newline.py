"""PBK809: a file of the ledger whose last line is not finished."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import Record, Trouble, records_of, whole_line
from pbk.lint.ledger_examples import FILE, ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each last line that no newline ends, at its end."""
    for record in records_of(library):
        if not record.line.whole:
            yield _unfinished(record)


def _unfinished(record: Record) -> Finding:
    if record.trouble is Trouble.TORN:
        return whole_line(record, record.what, record.mend)
    return whole_line(
        record, "no newline ends the last line of this file", "add one; the next append of pbk does so too"
    )


RULE = Rule(
    id="PBK809",
    name="ledger-no-final-newline",
    family=Family.LEDGER,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="The last line of a file of the ledger has no newline.",
    why=(
        "A line is whole when its newline is there. Without it the writer was stopped in the middle, or an editor "
        "took it away; a tool that appends next glues two events together, and then neither can be read."
    ),
    bad=FILE + ledger_line().rstrip(),
    good=FILE + ledger_line(),
    finalize=finalize,
)
