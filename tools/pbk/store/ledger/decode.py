"""Decoding stored lines into columns: canonical outcomes by one compiled pattern, all else by the strict parser.

A ledger is almost all outcomes in the canonical spelling, and for those one regular expression is more than twice as
fast as decoding JSON. What it accepts is what the strict parser accepts, with the same meaning; a property test holds
the two together. The pattern itself is loose where that is faster and what it captures is checked anyway: names,
outcomes and days once for each spelling that occurs, ids all at once. Whatever does not fit goes through
`strict_event`, which decides alone what is an event and says what is wrong.
"""

from __future__ import annotations

import json
import re
from array import array
from binascii import unhexlify
from operator import itemgetter
from typing import TYPE_CHECKING

from pbk.model.event import REV_DIGITS
from pbk.model.event_kind import EventKind, Level, Verdict
from pbk.store.ledger.broken import strict_event
from pbk.store.ledger.columns import Chunk, Columns, Meaning
from pbk.store.ledger.times import Days, instants

if TYPE_CHECKING:
    from pbk.store.ledger.places import LedgerFile

# Texts that mean themselves. Possessive: once taken never given back, so that a line is looked at once. The bounds keep
# a line that matches below the limits of a note and of a line; what is longer goes the strict way.
_PLAIN = rb'[^"\\\x00-\x1f]{1,2000}+'
_ESCAPED = rb'[^"\\\x00-\x1f]{0,290}+(?:\\["\\/bfnrt][^"\\\x00-\x1f]{0,290}+){1,200}+'
_LONG = rb'(?:[^"\\\x00-\x1f]{1,60000}+(?=")|' + _ESCAPED + rb")"
# What is looked up, and checked when it is first seen: one excluded byte is faster than a set of them.
_CHECKED = rb'[^"]{1,2000}+'


def _maybe(field: bytes) -> bytes:
    """Return a pattern for a field or nothing: as two branches, which is faster than a repeat of none or one."""
    return rb"(?:" + field + rb"|)"


_LINE = re.compile(
    rb'^(?:\{"actor":"('
    + _CHECKED
    + rb')",'
    + _maybe(rb'"episode":"' + _PLAIN + rb'",')
    + rb'"event":"outcome",'
    + _maybe(rb'"evidence":"' + _LONG + rb'",')
    + _maybe(rb'"followed":"[0-9]{1,4}/[0-9]{1,4}",')
    + rb'"id":"(.{32})","level":"('
    + _CHECKED
    + rb')","nonce":"[0-9a-f]{16}",'
    + _maybe(rb'"note":"' + _LONG + rb'",')
    + rb'"outcome":"('
    + rb'","'.join([_CHECKED, rb'playbook":"' + _CHECKED, rb'rev":"' + _CHECKED])
    + rb')",'
    + _maybe(rb'"run":"(' + _PLAIN + rb')",')
    + rb'"scope":"('
    + _CHECKED
    + rb')","ts":"(.{26})Z","v":1\}|([^\n]*))\n',
    re.MULTILINE,
)
_ID, _OTHER = 1, 7
_IS_OUTCOME = itemgetter(_ID)
_REV = re.compile(rf"[0-9a-f]{{{REV_DIGITS}}}")
_Match = tuple[bytes, ...]


class _Codes(dict[tuple[bytes, ...], int]):
    """The code in `columns` of each (level, outcome and playbook and rev, scope) as they are spelled.

    Raises `ValueError` when that is not what they are.
    """

    def __init__(self, columns: Columns) -> None:
        super().__init__()
        self.columns = columns

    def __missing__(self, spelled: tuple[bytes, ...]) -> int:
        level, said, scope = spelled
        fields = json.loads(b'{"level":"%b","outcome":"%b","scope":"%b"}' % (level, said, scope))
        rev = fields["rev"]
        if len(fields) != 5 or not _REV.fullmatch(rev):  # noqa: PLR2004 - the five fields that stand here
            raise ValueError(said)
        scope_text, playbook = _storable(fields["scope"]), _storable(fields["playbook"])
        verdict, known = Verdict(fields["outcome"]), Level(fields["level"])
        meaning = Meaning(EventKind.OUTCOME, scope_text, playbook, rev, verdict, known)
        code = self[spelled] = self.columns.code_of(meaning)
        return code


class _Names(dict[bytes, int]):
    """The index in `columns` of each actor as it is spelled. Raises `ValueError` for what is no text."""

    def __init__(self, columns: Columns) -> None:
        super().__init__()
        self.columns = columns

    def __missing__(self, name: bytes) -> int:
        index = self[name] = self.columns.actor_of(_storable(json.loads(b'"%b"' % name)))
        return index


def _storable(text: str) -> str:
    """Return the text if it has a UTF-8 form. Raises `ValueError`."""
    text.encode("utf-8")
    return text


class Decoder:
    """Fills `columns` with the lines that it is given. Mutable."""

    __slots__ = ("_codes", "_days", "_names", "columns")

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self._days = Days()
        self._codes = _Codes(columns)
        self._names = _Names(columns)

    def take(self, lines: bytes, file: LedgerFile, offset: int, first_line: int) -> int:
        """Append the events of `lines` (whole lines, each with its newline), found in `file` at `offset` bytes.

        Returns how many lines there were. Raises `LedgerError` naming the first line that is not an event.
        """
        matches = _LINE.findall(lines)
        self.columns.chunks.append(Chunk(file, offset, len(lines), len(self.columns), first_line, len(matches)))
        if not lines.isascii() and not _is_text(lines):
            self._take_strictly(lines.split(b"\n")[:-1], file, first_line)
            return len(matches)
        done = 0
        others = [] if all(map(_IS_OUTCOME, matches)) else [i for i, match in enumerate(matches) if not match[_ID]]
        for other in others:
            self._take_some(matches, done, other, lines, file, first_line)
            self._take_strictly([matches[other][_OTHER]], file, first_line + other)
            done = other + 1
        self._take_some(matches, done, len(matches), lines, file, first_line)
        return len(matches)

    def _take_some(  # noqa: PLR0913, PLR0917 - a slice of matches and where it stands
        self, matches: list[_Match], start: int, stop: int, lines: bytes, file: LedgerFile, first_line: int
    ) -> None:
        """Append the events of matches that are all canonical outcomes."""
        if start == stop:
            return
        some = matches if stop - start == len(matches) else matches[start:stop]
        try:
            self._take_canonical(some, local=file.local)
        except ValueError:  # a day that does not exist, or the like: the strict way says which
            each = lines.split(b"\n")[:-1]
            if len(each) != len(matches):  # a loose part of the pattern ran over the end of a line, which is broken
                start, stop = 0, len(each)
            self._take_strictly(each[start:stop], file, first_line + start)

    def _take_canonical(self, matches: list[_Match], *, local: bool) -> None:
        """Append canonical outcomes, column by column. Raises `ValueError`, with nothing appended, when one is none."""
        actors, ids, levels, said, runs, scopes, times, _ = zip(*matches, strict=True)
        identities = b"".join(ids)
        if identities.lower() != identities:
            raise ValueError(identities)
        packed = unhexlify(identities)
        stamps = instants(times, self._days)
        codes = array("I", map(self._codes.__getitem__, zip(levels, said, scopes, strict=True)))
        names = array("I", map(self._names.__getitem__, actors))
        columns = self.columns
        columns.stamps += stamps
        columns.codes += codes
        columns.actors += names
        columns.add_ids(packed)
        columns.add_runs(runs)
        columns.local += bytes((local,)) * len(matches)

    def _take_strictly(self, lines: list[bytes], file: LedgerFile, first_line: int) -> None:
        for number, line in enumerate(lines, first_line):
            self.columns.add(strict_event(line, file.label, number), local=file.local)


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
