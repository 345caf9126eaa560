"""The ledger as its rules see it: each line decoded once, what is wrong with it, and where its fields stand."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from pbk.lint.diagnostic import Finding
from pbk.lint.library import LedgerLine, LintLibrary
from pbk.model.canonical import canonical_json
from pbk.model.event import ID_DIGITS, LEDGER_VERSION, Event, EventError, event_id, parse_event
from pbk.model.event_kind import EventKind
from pbk.store.ledger.broken import LedgerError, strict_event, torn
from pbk.store.yaml_place import Span

MOST_IN_A_FILE = 50
"""Findings of one rule in one file before the rest is only counted."""

_NAMES = set(Event._fields)
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MARKER = re.compile(rb"<{7}|\|{7}|={7}|>{7}")
_WIDE_MARKS = (_BYTE_ORDER_MARK, b"\xff\xfe", b"\xfe\xff")
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"(?:[^\"\\]|\\.)*\"")
_SPACE = re.compile(r"[ \t\n\r]*")
# Sorted fields that hold texts without an escape: what most lines are, recognised without being spelled anew.
_PLAIN = re.compile(
    b"".join([rb"\{", *(rb'(?:"%b":"[^"\\]*+",)?+' % name.encode() for name in sorted(_NAMES)), rb'"v":1\}'])
)


class Trouble(StrEnum):
    """Why a line is not an event."""

    CONFLICT = "conflict"  # a marker that a merge left behind
    BYTES = "bytes"  # nothing, or bytes that belong in no line
    TORN = "torn"  # a last line that its writer did not finish
    EVENT = "event"  # text that is no event of this version


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the ledger: what it says, or what is wrong with it and how to mend it.

    `core` are its bytes without a byte order mark and a carriage return: what it says, it says there. `id` is the one
    that its other fields give it.
    """

    line: LedgerLine
    core: bytes
    event: Event | None = None
    canonical: bool = True
    id: str = ""
    trouble: Trouble | None = None
    what: str = ""
    mend: str = ""

    @property
    def place(self) -> str:
        """`path:line`, for a message about another line."""
        return f"{self.line.path}:{self.line.number}"


@lru_cache(maxsize=1)
def records_of(library: LintLibrary) -> Sequence[Record]:
    """Return a record for each line of the ledger, in their order; computed once for all rules."""
    return [_record(line) for line in library.ledger]


def events_of(library: LintLibrary) -> Iterator[tuple[Record, Event]]:
    """Yield each line that says an event, whatever else is wrong with it."""
    for record in records_of(library):
        if record.event is not None:
            yield record, record.event


def in_trouble(library: LintLibrary, trouble: Trouble) -> Iterator[Record]:
    """Yield the lines that have this trouble."""
    return (record for record in records_of(library) if record.trouble is trouble)


def whole_line(record: Record, message: str, hint: str = "") -> Finding:
    """Return a finding about a line as a whole."""
    number = record.line.number
    length = len(_text(record.line))
    return Finding(Span(number, 1, number, length + 1, 0, 0), message, hint, path=record.line.path)


def at_field(record: Record, field: str, message: str, hint: str = "") -> Finding:
    """Return a finding about the value of a field of a line; about the whole line where it has no such field."""
    found = whole_line(record, message, hint)
    for name, start, end in _fields(_text(record.line)):
        if name == field:
            return replace(found, span=replace(found.span, column=start + 1, end_column=end + 1))
    return found


def no_event(record: Record) -> Finding:
    """Return the finding about a line that is no event, at the field or the character that spoils it."""
    said = _QUOTED.sub(_only_names, record.what)
    found = whole_line(record, said.removesuffix(f"; {record.mend}"), record.mend)
    text = _text(record.line)
    named = {match[1] for match in _QUOTED.finditer(record.what)}
    for name, start, end in _fields(text):
        if name in named or text[start + 1 : end - 1] in named:
            return replace(found, span=replace(found.span, column=start + 1, end_column=end + 1))
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        column = min(error.pos, max(0, len(text) - 1)) + 1
        return replace(found, span=replace(found.span, column=column, end_column=column + 1))
    except (ValueError, RecursionError):
        pass
    return found


def bounded(findings: Iterable[Finding], most: int = MOST_IN_A_FILE) -> Iterator[Finding]:
    """Yield at most `most` findings of each file, and one that counts the rest of it, where the rest begins."""
    seen: Counter[str] = Counter()
    first_of_rest: dict[str, Finding] = {}
    for finding in findings:
        path = finding.path or ""
        seen[path] += 1
        if seen[path] <= most:
            yield finding
        else:
            first_of_rest.setdefault(path, finding)
    for path, finding in first_of_rest.items():
        rest = seen[path] - most
        said = f"{rest} more line{'s' if rest > 1 else ''} of this file from here on, with the same trouble"
        yield replace(finding, message=said)


def _record(line: LedgerLine) -> Record:
    content = line.content
    foreign = b"\r" in content or b"\0" in content or content.startswith(_WIDE_MARKS)
    core = content.removeprefix(_BYTE_ORDER_MARK).rstrip(b"\r") if foreign else content
    try:
        event = parse_event(core)
    except EventError:
        return _with_trouble(Record(line, core), foreign=foreign)
    canonical, identity = _spelling(core, event)
    record = Record(line, core, event, canonical, identity)
    return _with_trouble(record, foreign=True) if foreign else record


def _with_trouble(record: Record, *, foreign: bool) -> Record:
    """Return the record with what the ledger's reader says of the line."""
    line = record.line
    if _MARKER.match(line.content):
        trouble = Trouble.CONFLICT
    elif foreign or not line.content.strip():
        trouble = Trouble.BYTES
    elif not line.whole:
        trouble = Trouble.TORN
    else:
        trouble = Trouble.EVENT
    try:
        if trouble is Trouble.TORN:
            raise torn(line.path, line.number, line.content)
        strict_event(line.content, line.path, line.number)
    except LedgerError as error:
        return replace(record, trouble=trouble, what=error.what, mend=error.mend)
    return record  # unreachable while the two agree; then nothing is wrong


def _spelling(core: bytes, event: Event) -> tuple[bool, str]:
    """Return whether a line is spelled canonically, and the id that its other fields give it."""
    if _PLAIN.fullmatch(core):
        return True, hashlib.sha256(core.replace(b'"id":"%b",' % event.id.encode("ascii"), b"")).hexdigest()[:ID_DIGITS]
    stored = json.loads(core) | {"v": LEDGER_VERSION}
    return canonical_json(stored).encode("utf-8") == core, event_id(stored)


def _text(line: LedgerLine) -> str:
    return line.content.decode("utf-8", "replace")


def _fields(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each field of the object on a line, with where its value starts and ends, as far as it can be read."""
    decoder = json.JSONDecoder()
    position = text.find("{") + 1
    try:
        while position:
            name, position = decoder.raw_decode(text, _after_space(text, position))
            start = _after_space(text, _after_space(text, position) + 1)
            _, position = decoder.raw_decode(text, start)
            if not isinstance(name, str):
                return
            yield name, start, position
            position = _after_space(text, position)
            if text[position : position + 1] != ",":
                return
            position += 1
    except (ValueError, RecursionError):
        return


def _after_space(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _only_names(quoted: re.Match[str]) -> str:
    """Return a quoted word if it is the name of a field or of a kind; what a line holds is not repeated."""
    return quoted[0] if quoted[1] in _WORDS else "…"


_WORDS = frozenset((*_NAMES, "v", *EventKind))
