"""The folded part of a ledger: what a replay starts from, and how the next one is taken.

Events before a *horizon* are folded into states; the newest ones stay as they are, so that a late line among them
falls into its place. What was folded is remembered by hashes: whatever touches it (an id or a run seen again, a void
of it, a line from before the horizon, an earlier `now`) makes the replay start over from the files. So the answer is
always that of a full replay.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from itertools import chain, compress
from operator import xor
from typing import TYPE_CHECKING

from pbk.model.event import parse_event
from pbk.model.event_kind import EventKind
from pbk.model.instant import DAY
from pbk.store.ledger.columns import NO_RUN, Columns, lasting_hash
from pbk.store.ledger.fold import OUTCOMES, Claim, Contest, Facts, Folding
from pbk.store.ledger.selection import NotExactError, Resolved, Void, lines_again, warning_of_void

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pbk.model.canonical import Json
    from pbk.store.ledger.columns import Key
    from pbk.store.ledger.identity import Mark

NEVER = -(1 << 63)
"""Before every instant."""

_WORD = (1 << 64) - 1


class Snapshot:
    """What was folded, and the newest events as they are.

    `horizon`: all events before it are folded. `needs`: the earliest `now` for which it holds. `decided`: the `now` at
    which it was taken; events in `columns` up to it have been weighed against what was folded. `newest`, `events`,
    `pending` and `warnings` speak of the folded ones. `claims` are the claimed failures on the day of the horizon;
    `standing` the folded voids that wait for what they take back. `ids` and `runs` are sorted hashes.
    """

    __slots__ = (
        "claims",
        "columns",
        "decided",
        "events",
        "horizon",
        "ids",
        "marks",
        "needs",
        "newest",
        "pending",
        "runs",
        "standing",
        "states",
        "warnings",
    )

    def __init__(  # noqa: PLR0913 - a record with many parts
        self,
        *,
        horizon: int = NEVER,
        needs: int = NEVER,
        decided: int = NEVER,
        newest: int = NEVER,
        events: int = 0,
        warnings: tuple[str, ...] = (),
        standing: tuple[Void, ...] = (),
        claims: Mapping[Key, Sequence[Claim]] | None = None,
        pending: Mapping[Key, int] | None = None,
        states: Mapping[Key, dict[str, Json]] | None = None,
        marks: tuple[Mark, ...] = (),
        columns: Columns | None = None,
        ids: Sequence[int] = (),
        runs: Sequence[int] = (),
    ) -> None:
        self.horizon = horizon
        self.needs = needs
        self.decided = decided
        self.newest = newest
        self.events = events
        self.warnings = warnings
        self.standing = standing
        self.claims = claims or {}
        self.pending = pending or {}
        self.states = states or {}
        self.marks = marks
        self.columns = columns if columns is not None else Columns()
        self.ids = ids
        self.runs = runs

    def has_id(self, half: int) -> bool:
        """Return whether an event with this first half of an id was folded."""
        return _among(self.ids, half)

    def check_fresh(self, facts: Facts, fresh: Iterable[int], columns: Columns) -> None:
        """Hold the events `fresh` of `columns` against what was folded. Raises `NotExactError` when one touches it."""
        marks = columns.marks or ()
        salts = [
            _salt(meaning.key) if role in OUTCOMES else None
            for meaning, role in zip(columns.meanings, facts.roles, strict=True)
        ]
        for index in fresh:
            if columns.stamps[index] < self.horizon or _among(self.ids, columns.high[index]):
                raise NotExactError
            salt = salts[columns.codes[index]]
            if salt is not None and columns.runs[index] != NO_RUN and _among(self.runs, marks[index] ^ salt):
                raise NotExactError


def _among(hashes: Sequence[int], wanted: int) -> bool:
    place = bisect_left(hashes, wanted)
    return place < len(hashes) and hashes[place] == wanted


def _salt(key: Key) -> int:
    """Return what makes equal runs of two histories differ."""
    return lasting_hash("\x1f".join(key).encode()) & _WORD


def horizon_of(columns: Columns, hidden: set[int], window: int) -> int:
    """Return the horizon that leaves at least the `window` newest events, those that are not `hidden`, unfolded."""
    stamps: Iterable[int] = columns.stamps
    if hidden:
        stamps = (stamp for index, stamp in enumerate(columns.stamps) if index not in hidden)
    return sorted(stamps)[-window]  # they are nearly sorted, and then this is faster than looking for the largest


class SnapshotTaker:
    """Takes the next snapshot while histories are folded. Mutable."""

    __slots__ = (
        "base",
        "claims",
        "columns",
        "dead",
        "facts",
        "horizon",
        "needs",
        "pending",
        "runs",
        "sealed",
        "states",
    )

    def __init__(self, base: Snapshot, columns: Columns, facts: Facts, horizon: int) -> None:
        self.base = base
        self.columns = columns
        self.facts = facts
        self.horizon = horizon
        self.needs = max(base.needs, horizon)
        self.claims: Mapping[Key, Sequence[Claim]] = {}
        self.pending: Mapping[Key, int] = {}
        self.states: Mapping[Key, dict[str, Json]] = {}
        self.runs = array("Q")
        self.sealed: list[int] = []
        self.dead: set[int] = set()

    def keep(self, folding: Folding) -> None:
        """Keep what the histories are when all events before the horizon are folded."""
        self.states = {key: history.state() for key, history in folding.histories.items()}
        self.pending = dict(folding.pending)
        day = self.horizon // DAY
        of_the_day = {
            key: sorted(claim for claim in claims if claim[1] == day) for key, claims in folding.claims().items()
        }
        self.claims = {key: claims for key, claims in of_the_day.items() if claims}

    def keep_runs(self, folded: Sequence[int], contest: Contest) -> None:
        """Keep the runs of the events `folded`, and decide those that lie on both sides of the horizon."""
        columns = self.columns
        marks = columns.marks or ()
        salts = [_salt(meaning.key) for meaning in columns.meanings]
        with_run = [index for index in folded if columns.runs[index] != NO_RUN]
        of_history = map(salts.__getitem__, map(columns.codes.__getitem__, with_run))
        self.runs.extend(map(xor, map(marks.__getitem__, with_run), of_history))
        seen: set[tuple[int, int]] = set()
        for index in contest.all:
            run = (columns.runs[index], self.facts.histories[columns.codes[index]])
            if columns.stamps[index] < self.horizon:
                seen.add(run)
            elif run in seen:
                self.needs = max(self.needs, columns.stamps[index])
                if index in contest.losers:
                    self.dead.add(index)
                else:
                    self.sealed.append(columns.high[index])

    def taken(self, resolved: Iterable[Resolved], dropped: set[int], now: int, marks: tuple[Mark, ...]) -> Snapshot:
        """Return the snapshot, given what each void takes back and which events are copies (`dropped`)."""
        columns, horizon, base = self.columns, self.horizon, self.base
        is_below = bytes(map(horizon.__gt__, columns.stamps))
        below = array("Q", compress(columns.high, is_below))
        dead = (columns.high[index] for index in self.dead)
        standing, warnings = self._voids(resolved)
        stamps = chain(compress(columns.stamps, is_below), (columns.stamps[index] for index in self.dead))
        above = compress(range(len(columns)), map((1).__sub__, is_below))
        raw = [index for index in above if index not in dropped and index not in self.dead]
        return Snapshot(
            horizon=horizon,
            needs=self.needs,
            decided=now,
            newest=max(base.newest, max(stamps, default=base.newest)),
            events=base.events + len(below) - sum(is_below[index] for index in dropped) + len(self.dead),
            warnings=tuple(sorted({*base.warnings, *warnings})),
            standing=standing,
            claims=self.claims,
            pending=self.pending,
            states=self.states,
            marks=marks,
            columns=_picked(columns, raw),
            ids=array("Q", sorted(chain(base.ids, below, self.sealed, dead))),
            runs=array("Q", sorted(chain(base.runs, self.runs))),
        )

    def _voids(self, resolved: Iterable[Resolved]) -> tuple[tuple[Void, ...], list[str]]:
        """Return the voids that must be kept because what they take back is not folded, and the warnings to keep."""
        standing: list[Void] = []
        warnings: list[str] = []
        for void, index in resolved:
            self.needs = max(self.needs, void.stamp)
            if index is None:
                waits = not self.base.has_id(int(void.target[:16], 16))
            else:
                waits = self.columns.stamps[index] >= self.horizon
                if not waits and self.columns.meanings[self.columns.codes[index]].kind is EventKind.VOID:
                    warnings.append(warning_of_void(void))
            if waits and void.stamp < self.horizon:
                standing.append(Void(void.id, void.target, void.stamp, decided=True))
        return tuple(standing), warnings


def _picked(columns: Columns, indexes: Sequence[int]) -> Columns:
    """Return the events `indexes` as columns of their own, with runs that last. Raises `LedgerError`."""
    picked = Columns(lasting=True, marking=True)
    runs = columns.runs if columns.lasting else _lasting_runs(columns, indexes)
    for index in indexes:
        if index in columns.texts:
            picked.texts[len(picked)] = columns.texts[index]
        picked.codes.append(picked.code_of(columns.meanings[columns.codes[index]]))
        picked.actors.append(picked.actor_of(columns.names[columns.actors[index]]))
        picked.stamps.append(columns.stamps[index])
        picked.high.append(columns.high[index])
        picked.low.append(columns.low[index])
        picked.runs.append(runs[index])
        picked.local.append(columns.local[index])
        if picked.marks is not None and columns.marks is not None:
            picked.marks.append(columns.marks[index])
    return picked


def _lasting_runs(columns: Columns, indexes: Sequence[int]) -> dict[int, int]:
    """Return the lasting hash of the run of each of these events, for which its line is read once more."""
    runs = dict.fromkeys(indexes, NO_RUN)
    with_run = [index for index in indexes if columns.runs[index] != NO_RUN]
    for index, line, _ in lines_again(columns, with_run):
        runs[index] = lasting_hash((parse_event(line).run or "").encode())
    return runs
