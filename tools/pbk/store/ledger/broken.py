"""What is wrong with a line of the ledger, and how to mend it."""

from __future__ import annotations

import json

from pbk.errors import BrokenError
from pbk.model.event import LINE_LIMIT, Event, EventError, parse_event

_MARKERS = (b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>")
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_MARK = b"\xef\xbb\xbf"
_HISTORY = "take the line back from history with `git checkout -- FILE`, or correct it by hand"


class LedgerError(BrokenError):
    """The ledger is broken at `where` (file:line:column)."""


def strict_event(line: bytes, label: str, number: int) -> Event:
    """Return the event of one stored line without its newline.

    Raises `LedgerError` that names the file `label`, the line `number` (from 1) and how to mend it.
    """
    if b"\r" not in line and not line.startswith(_MARK):
        try:
            return parse_event(line)
        except EventError as error:
            what, mend = _diagnosis(line, str(error))
    else:
        what, mend = _diagnosis(line, "")
    raise LedgerError(what, where=f"{label}:{number}:1", mend=mend)


def _diagnosis(line: bytes, said: str) -> tuple[str, str]:
    """Return what is wrong with a line that is no event, and how to mend it. `said` is the parser's word."""
    shapes = (
        (not line.strip(), "an empty line", "delete it"),
        (
            line.startswith(_MARKERS),
            "a conflict marker of a merge",
            "keep the lines of both sides and delete the markers: their order does not matter",
        ),
        (line.startswith(_WIDE_MARKS), "text in UTF-16", "save the file as UTF-8"),
        (line.startswith(_MARK), "a byte order mark", "save the file as UTF-8 without one"),
        (
            b"\r" in line,
            "a carriage return",
            "store the file with LF line ends, and `text eol=lf` for it in .gitattributes",
        ),
        (
            b"\0" in line,
            "NUL bytes, as a power loss leaves them",
            "delete them; what was acknowledged lies around them",
        ),
        (_glued(line), "records glued together on one line", "put a newline between them"),
    )
    for applies, what, mend in shapes:
        if applies:
            return what, mend
    return f"not an event: {said}", "upgrade pbk" if "upgrade" in said else _HISTORY


def _glued(line: bytes) -> bool:
    """Return whether a whole object stands at the start of the line and more follows."""
    if b'}{"' not in line or len(line) > 4 * LINE_LIMIT:
        return False
    text = line.decode("utf-8", "replace")
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    return text[end : end + 1] == "{"


def torn(label: str, number: int, fragment: bytes) -> LedgerError:
    """Return the error for a last line of a committed file that a killed writer left unfinished."""
    return LedgerError(
        f"the last line is torn: its writer was stopped before it had finished, after {len(fragment)} bytes",
        where=f"{label}:{number}:1",
        mend="nothing acknowledged is lost: the next append moves them aside, or delete those last bytes by hand",
    )
