"""Events as columns: packed arrays, 41 bytes an event, instead of objects. What a replay needs and nothing more."""

from __future__ import annotations

import sys
from array import array
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple
from zlib import adler32, crc32

from pbk.model.event import Event
from pbk.model.event_kind import EventKind, Level, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbk.store.ledger.places import LedgerFile

Key = tuple[str, str]
"""(scope, playbook): what a history is kept of."""

NO_RUN = 0
_BIG_ENDIAN = sys.byteorder == "big"


class Meaning(NamedTuple):
    """What an event says besides who, when and in which run: a ledger has few of these, so events share them."""

    kind: EventKind
    scope: str
    playbook: str
    rev: str | None
    verdict: Verdict | None
    level: Level | None

    @property
    def key(self) -> Key:
        """The history that it belongs to."""
        return (self.scope, self.playbook)


class Chunk(NamedTuple):
    """Where some events were read: to find the line of one again. `lines` were there, the first is `first_line`."""

    file: LedgerFile
    offset: int
    length: int
    first: int  # sequence number of the first event
    first_line: int
    lines: int


class Columns:
    """Events by sequence number, in the order in which they were read. Mutable: it is filled.

    `stamps` in microseconds; `high` and `low` are the two halves of the id, which sort as its text does; `local` is 1
    for what was read in the outbox; `codes` and `actors` index `meanings` and `names`; `texts` has what a `void` takes
    back and why a `retired` was said.

    `runs` tells runs apart (`NO_RUN` without one) by 64 bits: among a million runs two agree with a chance of 1 in 37
    million. They are Python's own hash, keyed anew in each process, or with `lasting` a slower one that a checkpoint
    can keep. `marks`, filled when it is there, is a fast and weak hash of the run: at worst a replay starts over.
    """

    __slots__ = (
        "_code_of",
        "_name_of",
        "actors",
        "chunks",
        "codes",
        "high",
        "lasting",
        "local",
        "low",
        "marks",
        "meanings",
        "names",
        "runs",
        "stamps",
        "texts",
    )

    def __init__(self, *, lasting: bool = False, marking: bool = False) -> None:
        self.lasting = lasting
        self.marks = array("Q") if marking else None
        self.stamps = array("q")
        self.high = array("Q")
        self.low = array("Q")
        self.runs = array("q")
        self.codes = array("I")
        self.actors = array("I")
        self.local = bytearray()
        self.meanings: list[Meaning] = []
        self.names: list[str] = []
        self.texts: dict[int, str] = {}
        self.chunks: list[Chunk] = []
        self._code_of: dict[Meaning, int] = {}
        self._name_of: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.stamps)

    def code_of(self, meaning: Meaning) -> int:
        """Return the index of `meaning`, given to it now if it is new."""
        code = self._code_of.get(meaning)
        if code is None:
            code = self._code_of[meaning] = len(self.meanings)
            self.meanings.append(meaning)
        return code

    def actor_of(self, name: str) -> int:
        """Return the index of an actor's name, given to it now if it is new."""
        index = self._name_of.get(name)
        if index is None:
            index = self._name_of[name] = len(self.names)
            self.names.append(name)
        return index

    def add(self, event: Event, *, local: bool) -> None:
        """Append one decoded event."""
        text = (
            event.target if event.event is EventKind.VOID else event.note if event.event is EventKind.RETIRED else None
        )
        if text is not None:
            self.texts[len(self.stamps)] = text
        self.stamps.append(event.ts)
        self.high.append(int(event.id[:16], 16))
        self.low.append(int(event.id[16:], 16))
        self.add_runs([event.run.encode() if event.run and event.event is EventKind.OUTCOME else b""])
        self.codes.append(
            self.code_of(Meaning(event.event, event.scope, event.playbook, event.rev, event.outcome, event.level))
        )
        self.actors.append(self.actor_of(event.actor))
        self.local.append(local)

    def add_ids(self, packed: bytes) -> None:
        """Append ids given as 16 bytes each, most significant first."""
        halves = array("Q", packed)
        if not _BIG_ENDIAN:
            halves.byteswap()
        self.high += halves[0::2]
        self.low += halves[1::2]

    def add_runs(self, runs: Sequence[bytes]) -> None:
        """Append runs as they are spelled, empty where there is none."""
        # The hash of no bytes is 0, which is NO_RUN.
        self.runs.extend(map(lasting_hash, runs) if self.lasting else map(hash, runs))
        if self.marks is not None:
            self.marks.frombytes(_marks_of(runs))

    def id_of(self, index: int) -> str:
        """Return the id of an event, as it is written."""
        return f"{self.high[index]:016x}{self.low[index]:016x}"


def lasting_hash(text: bytes) -> int:
    """Return 64 bits (signed) that stand for a text in every process, `NO_RUN` for none."""
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True) if text else NO_RUN


def _marks_of(runs: Sequence[bytes]) -> bytes:
    """Return the marks of runs, packed: two checksums of 32 bits each, by C loops alone."""
    pairs = array("I", bytes(8 * len(runs)))
    pairs[0::2] = array("I", map(crc32, runs))
    pairs[1::2] = array("I", map(adler32, runs))
    return pairs.tobytes()


def halves_of(identity: str) -> tuple[int, int]:
    """Return the two halves of an id, as `Columns` keeps them."""
    return int(identity[:16], 16), int(identity[16:], 16)
