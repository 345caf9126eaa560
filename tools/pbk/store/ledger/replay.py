"""Replaying the ledger: every event that counts, folded into one history for each playbook.

The result does not depend on which file an event lies in, on the order of lines, nor on copies. A checkpoint makes it
cheap to load a long ledger again; the result is the same without it.
"""

from __future__ import annotations

import gc
import time
from bisect import bisect_left
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from pbk.model.trust import History
from pbk.store.ledger import checkpoint as stored
from pbk.store.ledger.broken import LedgerError
from pbk.store.ledger.columns import Columns
from pbk.store.ledger.decode import Decoder
from pbk.store.ledger.durable import read_failure
from pbk.store.ledger.fold import Facts, Folding, contested, in_order
from pbk.store.ledger.identity import Mark, mark_of, unchanged
from pbk.store.ledger.places import MAIN_FILE, LedgerFile, LedgerPaths, ledger_files
from pbk.store.ledger.scan import Scanned, scan
from pbk.store.ledger.selection import NotExactError, later, repeated, resolve, taken_back, voids_of
from pbk.store.ledger.snapshot import NEVER, Snapshot, SnapshotTaker, horizon_of
from pbk.store.ledger.stamps import seen_by_writer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pbk.model.trust import TrustRule
    from pbk.store.ledger.columns import Key

_ATTEMPTS = 3


class LedgerView(NamedTuple):
    """The ledger as of one instant.

    `histories` by (scope, playbook). `pending`: how many of the events that moved a history lie only in the outbox.
    `newest`: the newest stamp that is seen, in microseconds. `future`: events that lie after that instant and are not
    seen. `events`: those that are seen, each once. `warnings` are for a reader: each is one sentence.
    """

    histories: Mapping[Key, History]
    pending: Mapping[Key, int]
    newest: int | None
    future: int
    warnings: tuple[str, ...]
    events: int


class CheckpointSizes(NamedTuple):
    """How many of the newest events a checkpoint leaves unfolded, and after how many new ones it is written again."""

    window: int = 1000
    rewrite_after: int = 1000
    rewrite_share: int = 200  # one in so many of the folded events, when that is more


def load_ledger(
    root: Path,
    *,
    rule: TrustRule,
    now: int,
    checkpoint: bool = True,
    sizes: CheckpointSizes = CheckpointSizes(),  # noqa: B008 - a value that nobody can change
) -> LedgerView:
    """Return the ledger of the library at `root` as of `now` (microseconds). A missing ledger is an empty one.

    With `checkpoint` the folded prefix is read from, and now and then written to, `.pbk/`; where that cannot be written
    it is silently not. Raises `LedgerError` (`BrokenError`) that names file, line and mend when a line is not an event,
    when two lines share an id and differ, or when a file cannot be read.
    """
    paths = LedgerPaths(root)
    for attempt in range(_ATTEMPTS):
        try:
            files = ledger_files(paths)
            with _collector_paused():
                return _loaded(paths, files, rule, now, sizes if checkpoint else None)
        except FileNotFoundError as error:  # published, compacted or checked out meanwhile: look again
            if attempt == _ATTEMPTS - 1:
                raise read_failure(error, str(error.filename or root)) from None
        except OSError as error:
            raise read_failure(error, str(error.filename or root)) from None
    raise AssertionError


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep the collector of cycles from running: a replay makes millions of short-lived tuples, and no cycle."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _loaded(
    paths: LedgerPaths, files: list[LedgerFile], rule: TrustRule, now: int, sizes: CheckpointSizes | None
) -> LedgerView:
    if sizes is not None:
        with stored.opened(paths, rule) as base:
            if base is not None and now >= base.needs:
                try:
                    return _replayed(paths, files, rule, now, sizes, base)
                except (NotExactError, LedgerError):
                    pass  # a full replay answers exactly, and finds the first error of all
    return _replayed(paths, files, rule, now, sizes, Snapshot(columns=Columns(marking=sizes is not None)))


def _replayed(  # noqa: PLR0913, PLR0917 - one argument for each thing that a replay depends on
    paths: LedgerPaths,
    files: list[LedgerFile],
    rule: TrustRule,
    now: int,
    sizes: CheckpointSizes | None,
    base: Snapshot,
) -> LedgerView:
    """Return the view that `base` and what came after it give. Raises `NotExactError` when `base` does not hold."""
    observed = time.time_ns()
    columns = base.columns
    known = len(columns)
    scans = _scanned(paths, files, columns, base, hashing=sizes is not None)
    facts = Facts(columns.meanings)
    dropped = repeated(columns, known)
    future = later(columns, now, dropped)
    hidden = dropped | future

    def decided(index: int) -> bool:
        return index < known and columns.stamps[index] <= base.decided

    if base.horizon > NEVER:
        fresh = (index for index in range(len(columns)) if index not in hidden and not decided(index))
        base.check_fresh(facts, fresh, columns)
    resolved = resolve(columns, dropped, [*base.standing, *voids_of(columns, hidden, decided)])
    gone, warnings = taken_back(columns, resolved, base.has_id)
    seen = len(columns) - len(hidden)
    taker = None
    if sizes is not None and all(scanned.whole or scanned.warning for scanned, _ in scans):
        due = max(sizes.rewrite_after, base.events // sizes.rewrite_share)
        if seen >= sizes.window + due:
            taker = SnapshotTaker(base, columns, facts, horizon_of(columns, hidden, sizes.window))
    folded = _folded(columns, facts, rule, base, hidden | gone, taker)
    if taker is not None and taker.horizon > base.horizon:
        marks = _marks(scans, observed)
        if marks is not None:
            stored.store(paths, rule, taker.taken(resolved, dropped, now, marks))
    visible = columns.stamps
    if hidden:
        newest = max((stamp for index, stamp in enumerate(columns.stamps) if index not in hidden), default=base.newest)
    else:
        newest = max(visible, default=base.newest)
    newest = max(newest, base.newest)
    tails = [scanned.warning for scanned, _ in scans if scanned.warning]
    return LedgerView(
        histories=folded.histories,
        pending=folded.pending,
        newest=newest if seen or base.events else None,
        future=len(future),
        warnings=tuple(sorted({*base.warnings, *warnings, *tails})),
        events=base.events + seen,
    )


def _scanned(
    paths: LedgerPaths, files: list[LedgerFile], columns: Columns, base: Snapshot, *, hashing: bool
) -> list[tuple[Scanned, Mark | None]]:
    """Read what is new in the files into `columns`. Raises `NotExactError` when what was folded has changed."""
    decoder = Decoder(columns)
    marks = {mark.label: mark for mark in base.marks}
    if marks.keys() - {file.label for file in files}:
        raise NotExactError
    scans: list[tuple[Scanned, Mark | None]] = []
    for file in files:
        mark = marks.get(file.label)
        if mark is None:
            scans.append((scan(decoder, paths, file, hashing=hashing), None))
            continue
        stat = unchanged(file.path, mark, seen_by_writer(paths) if file.label == MAIN_FILE else None)
        if stat is None:
            raise NotExactError
        if stat.st_size == mark.size:
            scans.append((Scanned(file, stat, mark.size, mark.lines, whole=True, digest="", warning=""), mark))
        else:
            more = scan(decoder, paths, file, start=mark.size, line=mark.lines + 1, hashing=hashing)
            scans.append((more, mark))
    return scans


def _folded(  # noqa: PLR0913, PLR0917 - what a fold depends on
    columns: Columns, facts: Facts, rule: TrustRule, base: Snapshot, hidden: set[int], taker: SnapshotTaker | None
) -> Folding:
    """Fold all events, telling `taker` what the histories are at its horizon."""
    folding = Folding(rule, columns, facts, base.claims)
    folding.histories = {key: History.from_state(state) for key, state in base.states.items()}
    folding.pending = dict(base.pending)
    order = in_order(columns, facts, hidden)
    contest = contested(columns, facts, order)
    cut = 0
    if taker is not None:
        cut = bisect_left(order, taker.horizon, key=columns.stamps.__getitem__)
        taker.keep_runs(order[:cut], contest)
        folding.fold(_without(order[:cut], contest.losers))
        taker.keep(folding)
    folding.fold(_without(order[cut:], contest.losers))
    return folding


def _without(order: list[int], losers: set[int]) -> list[int]:
    return [index for index in order if index not in losers] if losers else order


def _marks(scans: list[tuple[Scanned, Mark | None]], observed: int) -> tuple[Mark, ...] | None:
    """Return the marks of what was read, None when a file was replaced meanwhile."""
    marks: list[Mark] = []
    for scanned, before in scans:
        try:
            mark = mark_of(scanned, before, observed)
        except OSError:
            return None
        if mark is None:
            return None
        marks.append(mark)
    return tuple(marks)
