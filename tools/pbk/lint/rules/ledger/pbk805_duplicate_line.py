"""PBK805: the same line twice in one file of the ledger."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import bounded, events_of, whole_line
from pbk.lint.ledger_examples import FILE, ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each line that stands before in the same file, byte for byte."""
    return bounded(_copies(library))


def _copies(library: LintLibrary) -> Iterator[Finding]:
    first: dict[tuple[str, bytes], int] = {}
    for record, _ in events_of(library):
        number = first.setdefault((record.line.path, record.core), record.line.number)
        if number != record.line.number:
            yield whole_line(
                record,
                f"this line is a copy of line {number}",
                "delete this copy; see in the history of the file whether a merge dropped another line",
            )


RULE = Rule(
    id="PBK805",
    name="ledger-duplicate-line",
    family=Family.LEDGER,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="The same line stands twice in one file of the ledger.",
    why=(
        "Copies count once, so nothing is wrong with the trust. But pbk never writes a line into a file twice: "
        "somebody has merged or pasted by hand, and where one line was doubled another one may have been dropped."
    ),
    bad=FILE + ledger_line() + ledger_line(),
    good=FILE + ledger_line() + ledger_line(nonce="00112233445566ab"),
    finalize=finalize,
)
