"""Which events a replay sees: each once, none from the future, none that was taken back."""

from __future__ import annotations

from bisect import bisect_right
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from pbk.model.event_kind import EventKind
from pbk.store.ledger.broken import LedgerError
from pbk.store.ledger.columns import halves_of
from pbk.store.ledger.durable import open_file, read_failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pbk.store.ledger.columns import Chunk, Columns


class NotExactError(Exception):
    """A checkpoint cannot answer exactly: replay everything. Never leaves this package."""


class Void(NamedTuple):
    """One `void` event. `decided`: a checkpoint has already applied it to what it folded."""

    id: str
    target: str
    stamp: int
    decided: bool


class Resolved(NamedTuple):
    """A void and what it takes back: the sequence number of an event, None when there is none here."""

    void: Void
    at: int | None


def repeated(columns: Columns, known: int = 0) -> set[int]:
    """Return the events that are copies of another one, so that of equal ones just one is left, a committed one if any.

    The first `known` events come out of a checkpoint. Raises `LedgerError` when two lines share an id and differ in
    anything, `NotExactError` when one of `known` has a copy: its line is not at hand to be compared.
    """
    if len(set(columns.high)) == len(columns):
        return set()
    seen: set[int] = set()
    twice = {half for half in columns.high if half in seen or seen.add(half)}  # type: ignore[func-returns-value]
    del seen
    suspects = [index for index, half in enumerate(columns.high) if half in twice]
    copies: dict[tuple[int, int], list[int]] = {}
    for index in suspects:
        copies.setdefault((columns.high[index], columns.low[index]), []).append(index)
    equal = [group for group in copies.values() if len(group) > 1]
    if any(group[0] < known for group in equal):
        raise NotExactError
    spelled = _spelled(columns, sorted(index for group in equal for index in group))
    dropped: set[int] = set()
    for group in equal:
        first = group[0]
        for index in group[1:]:
            if spelled[index][0] != spelled[first][0]:
                raise LedgerError(
                    f"the id {columns.id_of(index)} stands for another event at {spelled[first][1]}",
                    where=f"{spelled[index][1]}:1",
                    mend="one of the two lines was edited: take it back from history with `git checkout -- FILE`",
                )
        kept = next((index for index in group if not columns.local[index]), first)
        dropped.update(index for index in group if index != kept)
    return dropped


def _spelled(columns: Columns, wanted: Sequence[int]) -> dict[int, tuple[bytes, str]]:
    """Return a hash of the line and the `file:line` of each event of `wanted` (ascending)."""
    return {
        index: (blake2b(line, digest_size=16).digest(), where) for index, line, where in lines_again(columns, wanted)
    }


def lines_again(columns: Columns, wanted: Sequence[int]) -> Iterator[tuple[int, bytes, str]]:
    """Yield each event of `wanted` (ascending) with its line, read once more, and its `file:line`.

    Raises `LedgerError` when a file has changed meanwhile.
    """
    firsts = [chunk.first for chunk in columns.chunks]
    by_chunk: dict[int, list[int]] = {}
    for index in wanted:
        by_chunk.setdefault(bisect_right(firsts, index) - 1, []).append(index)
    for number, indexes in by_chunk.items():
        chunk = columns.chunks[number]
        lines = _read_again(chunk)
        for index in indexes:
            at = index - chunk.first
            yield index, lines[at], f"{chunk.file.label}:{chunk.first_line + at}"


def _read_again(chunk: Chunk) -> list[bytes]:
    """Return the lines of a chunk. Raises `LedgerError` when the file has changed since it was first read."""
    import io  # noqa: PLC0415 - needed only where a ledger has copies
    import os  # noqa: PLC0415

    try:
        with io.FileIO(open_file(chunk.file.path, os.O_RDONLY), "rb") as stream:
            stream.seek(chunk.offset)
            lines = stream.read(chunk.length).split(b"\n")
    except OSError as error:
        raise read_failure(error, chunk.file.label) from None
    if len(lines) < chunk.lines:
        raise LedgerError("the file changed while it was read", where=f"{chunk.file.label}:1:1", mend="run it again")
    return lines


def later(columns: Columns, now: int, dropped: set[int]) -> set[int]:
    """Return the events that lie after `now` (microseconds) and are not in `dropped`."""
    if not len(columns) or max(columns.stamps) <= now:
        return set()
    return {index for index, stamp in enumerate(columns.stamps) if stamp > now and index not in dropped}


def voids_of(columns: Columns, hidden: set[int], decided: Callable[[int], bool]) -> list[Void]:
    """Return the voids among the events that are not `hidden`."""
    codes = {code for code, meaning in enumerate(columns.meanings) if meaning.kind is EventKind.VOID}
    return [
        Void(columns.id_of(index), columns.texts[index], columns.stamps[index], decided(index))
        for index in sorted(columns.texts)
        if columns.codes[index] in codes and index not in hidden
    ]


def resolve(columns: Columns, dropped: set[int], voids: Iterable[Void]) -> list[Resolved]:
    """Return each void with the event that it takes back, whatever the order in which they stand."""
    voids = list(voids)
    wanted = {halves_of(void.target) for void in voids}
    if not wanted:
        return []
    highs = {high for high, _ in wanted}
    places = {
        (half, columns.low[index]): index
        for index, half in enumerate(columns.high)
        if half in highs and index not in dropped
    }
    return [Resolved(void, places.get(halves_of(void.target))) for void in voids]


def taken_back(
    columns: Columns, resolved: Iterable[Resolved], folded: Callable[[int], bool]
) -> tuple[set[int], list[str]]:
    """Return the events that were taken back, and warnings about voids that take nothing back.

    `folded` tells whether a checkpoint has folded an event with this first half of an id. Raises `NotExactError` when
    a void that it has not seen would take back what it folded.
    """
    gone: set[int] = set()
    warnings: list[str] = []
    for void, index in resolved:
        known = folded(halves_of(void.target)[0])
        if known and not void.decided:
            raise NotExactError
        if index is None:
            if not known:
                warnings.append(f"the void {void.id} takes back {void.target}, which is not in the ledger")
        elif columns.meanings[columns.codes[index]].kind is EventKind.VOID:
            warnings.append(warning_of_void(void))
        else:
            gone.add(index)
    return gone, warnings


def warning_of_void(void: Void) -> str:
    """Return the warning about a void of a void."""
    return (
        f"the void {void.id} takes back {void.target}, which is a void itself and stays: record the event again instead"
    )
