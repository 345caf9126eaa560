"""Folding events into histories: which outcomes count, and in which order."""

from __future__ import annotations

from bisect import bisect_right
from enum import IntEnum
from itertools import islice
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

from pbk.model.event_kind import LEVEL_RANK, EventKind, Level, Verdict
from pbk.model.instant import DAY
from pbk.model.trust import Counted, History, Outcome
from pbk.store.ledger.columns import NO_RUN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pbk.model.trust import TrustRule
    from pbk.store.ledger.columns import Columns, Key, Meaning

Claim = tuple[str, int]
"""(actor, UTC day since 1970) of a claimed failure that counts: the only one of that actor that day."""

_VERDICT_RANK = {Verdict.INCONCLUSIVE: 0, Verdict.SUCCESS: 1, Verdict.FAILURE: 2}
_NOWHERE = -1
_BLOCK = 8192
_BLOCK_SHARE = 64  # at least so many events a history, or the blocks cost more than what is in them


class Role(IntEnum):
    """What the fold does with an event."""

    NOTHING = 0
    COUNTS = 1
    CLAIMED_FAILURE = 2
    CLAIMED_SUCCESS = 3
    INCONCLUSIVE = 4
    MISFIRE = 5
    RETIRES = 6
    REVIVES = 7


OUTCOMES = frozenset({Role.COUNTS, Role.CLAIMED_FAILURE, Role.CLAIMED_SUCCESS, Role.INCONCLUSIVE})
OUTCOMES_THAT_WAIT = frozenset({Role.COUNTS, Role.CLAIMED_FAILURE, Role.INCONCLUSIVE})
_BY_KIND = {EventKind.MISFIRE: Role.MISFIRE, EventKind.RETIRED: Role.RETIRES, EventKind.REVIVED: Role.REVIVES}


class Facts:
    """What the fold asks of each meaning, by code."""

    __slots__ = ("counted", "histories", "ranks", "roles")

    def __init__(self, meanings: Sequence[Meaning]) -> None:
        numbers: dict[Key, int] = {}
        self.histories = [numbers.setdefault(meaning.key, len(numbers)) for meaning in meanings]
        self.roles = [_role(meaning) for meaning in meanings]
        self.ranks = [_rank(meaning) for meaning in meanings]
        self.counted = [
            Counted(meaning.rev or "", meaning.verdict is Verdict.SUCCESS, meaning.level is not Level.CLAIMED)
            for meaning in meanings
        ]


def _role(meaning: Meaning) -> Role:
    if meaning.kind is not EventKind.OUTCOME:
        return _BY_KIND.get(meaning.kind, Role.NOTHING)
    if meaning.verdict is Verdict.INCONCLUSIVE:
        return Role.INCONCLUSIVE
    if meaning.level is not Level.CLAIMED:
        return Role.COUNTS
    return Role.CLAIMED_SUCCESS if meaning.verdict is Verdict.SUCCESS else Role.CLAIMED_FAILURE


def _rank(meaning: Meaning) -> int:
    """Return how an outcome ranks among those of its run: by level, then failure over success over inconclusive."""
    if meaning.level is None or meaning.verdict is None:
        return _NOWHERE
    return LEVEL_RANK[meaning.level] * len(_VERDICT_RANK) + _VERDICT_RANK[meaning.verdict]


def in_order(columns: Columns, facts: Facts, hidden: set[int]) -> list[int]:
    """Return the events that are not `hidden` in the order of (time, id).

    At an identical instant a `revived` comes last, so that a retire and a revive in the same second end revived.
    """
    stamps = list(columns.stamps)
    # A ledger is nearly in order already, and then this sort is nearly free.
    order = sorted(range(len(stamps)), key=stamps.__getitem__)
    if hidden:
        order = [index for index in order if index not in hidden]
    times = list(map(stamps.__getitem__, order))
    ties = [place for place, tie in enumerate(map(eq, times, islice(times, 1, None))) if tie]
    start = 0
    for place in ties:
        if place < start:
            continue
        stop = bisect_right(times, times[place], lo=place)
        order[place:stop] = sorted(
            order[place:stop],
            key=lambda index: (
                facts.roles[columns.codes[index]] is Role.REVIVES,
                columns.high[index],
                columns.low[index],
            ),
        )
        start = stop
    return order


class Contest(NamedTuple):
    """The outcomes whose run has several: all of them in order, and those that another outranks."""

    all: list[int]
    losers: set[int]


def contested(columns: Columns, facts: Facts, order: Sequence[int]) -> Contest:
    """Return the outcomes of `order` that share run and history with others. A run counts once in each history."""
    runs = columns.runs
    if len(set(runs)) == len(runs):  # nor is there more than one without a run
        return Contest([], set())
    keys = facts.histories
    members: dict[tuple[int, int], list[int]] = {}
    seen: set[int] = set()
    twice = {run for run in runs if run in seen or seen.add(run)} - {NO_RUN}  # type: ignore[func-returns-value]
    del seen
    if not twice:
        return Contest([], set())
    for index in order:
        if runs[index] in twice:
            members.setdefault((runs[index], keys[columns.codes[index]]), []).append(index)
    losers: set[int] = set()
    for group in members.values():
        # The first of the highest rank wins.
        winner = max(group, key=lambda index: facts.ranks[columns.codes[index]])
        losers.update(index for index in group if index != winner)
    shared = {index for group in members.values() if len(group) > 1 for index in group}
    return Contest([index for index in order if index in shared] if shared else [], losers)


class Folding:
    """Folds events into histories, in order. Mutable: `histories` and `pending` are what comes out."""

    __slots__ = ("_claims", "_columns", "_facts", "_keys", "_rule", "_some_local", "histories", "pending")

    def __init__(self, rule: TrustRule, columns: Columns, facts: Facts, claims: Mapping[Key, Iterable[Claim]]) -> None:
        """Start with no histories. `claims` are the claimed failures that count already."""
        self.histories: dict[Key, History] = {}
        self.pending: dict[Key, int] = {}
        self._rule = rule
        self._columns = columns
        self._facts = facts
        self._claims = {key: set(claimed) for key, claimed in claims.items()}
        self._keys = [meaning.key for meaning in columns.meanings]
        self._some_local = 1 in columns.local

    def fold(self, order: Sequence[int]) -> None:
        """Fold the events `order` in.

        In blocks whose columns stay in a processor's cache: to gather those of one history from all over the ledger
        would cost more than to fold them.
        """
        size = max(_BLOCK, _BLOCK_SHARE * len(set(self._keys)))
        for start in range(0, len(order), size):
            self._fold_block(order[start : start + size])

    def claims(self) -> dict[Key, set[Claim]]:
        """Return the claimed failures that count so far."""
        return self._claims

    def _fold_block(self, block: Sequence[int]) -> None:
        columns, roles = self._columns, self._facts.roles
        codes = list(map(columns.codes.__getitem__, block))
        groups: dict[Key, list[Outcome]] = {key: [] for key in self._keys}
        sinks = [groups[key].append for key in self._keys]
        counted = map(self._facts.counted.__getitem__, codes)
        rows: Iterable[Outcome] = zip(map(columns.stamps.__getitem__, block), counted, block, strict=True)
        for put, row in zip(map(sinks.__getitem__, codes), rows, strict=True):
            put(row)
        mixed = {self._keys[code] for code in set(codes) if roles[code] is not Role.COUNTS}
        for key, group in groups.items():
            if group and key not in mixed:
                self._count(key, group)
            elif group:
                self._fold_mixed(key, group)

    def _history(self, key: Key) -> History:
        history = self.histories.get(key)
        if history is None:
            history = self.histories[key] = History()
        return history

    def _count(self, key: Key, group: Sequence[Outcome]) -> None:
        """Fold outcomes of one history, all of which count."""
        if group:
            names, actors = self._columns.names, self._columns.actors
            self._history(key).count_many(self._rule, group, lambda index: names[actors[index]])
            self._note_local(key, [index for _, _, index in group] if self._some_local else ())

    def _note_local(self, key: Key, indexes: Iterable[int]) -> None:
        """Take note that these events moved a history, as far as they lie only in the outbox."""
        local = sum(map(self._columns.local.__getitem__, indexes))
        if local:
            self.pending[key] = self.pending.get(key, 0) + local

    def _fold_mixed(self, key: Key, group: Sequence[Outcome]) -> None:
        """Fold events of one history of any kind.

        Inconclusive outcomes do nothing, nor do claimed failures after the first of their actor on their UTC day.
        """
        columns, roles = self._columns, self._facts.roles
        waiting: list[Outcome] = []
        for row in group:
            stamp, _, index = row
            role = roles[columns.codes[index]]
            if role is Role.COUNTS or (role is Role.CLAIMED_FAILURE and self._is_first(key, index)):
                waiting.append(row)
            if role in OUTCOMES_THAT_WAIT or role is Role.NOTHING:
                continue
            history = self._history(key)
            if role is Role.CLAIMED_SUCCESS:
                history.claimed += 1
            elif role is Role.MISFIRE:
                history.misfires += 1
            else:
                self._count(key, waiting)
                waiting = []
                if role is Role.REVIVES:
                    history.revive()
                else:
                    history.retire(stamp, columns.names[columns.actors[index]], columns.texts.get(index, ""))
            self._note_local(key, (index,))
        self._count(key, waiting)

    def _is_first(self, key: Key, index: int) -> bool:
        """Return whether a claimed failure is the first of its actor on its day, which it then takes."""
        claimed = self._claims.setdefault(key, set())
        claim = (self._columns.names[self._columns.actors[index]], self._columns.stamps[index] // DAY)
        first = claim not in claimed
        claimed.add(claim)
        return first
