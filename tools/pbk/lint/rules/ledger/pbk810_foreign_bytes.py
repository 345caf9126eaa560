"""PBK810: bytes that belong in no line of the ledger."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import Trouble, bounded, in_trouble, whole_line
from pbk.lint.ledger_examples import FILE, ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each line that is empty or holds bytes that an editor, a checkout or a crash has put there."""
    return bounded(whole_line(record, record.what, record.mend) for record in in_trouble(library, Trouble.BYTES))


RULE = Rule(
    id="PBK810",
    name="ledger-foreign-bytes",
    family=Family.LEDGER,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A line of the ledger is empty or holds a carriage return, a NUL byte or a byte order mark.",
    why=(
        "The ledger is UTF-8 with LF line ends on every system: ids are hashes of bytes. A checkout that turns LF "
        "into CRLF, an editor that adds a byte order mark or a disk that lost power makes lines that nobody can "
        "read, and the ledger is refused."
    ),
    bad=FILE + ledger_line() + "\n" + ledger_line(nonce="00112233445566ab"),
    good=FILE + ledger_line(),
    finalize=finalize,
)
