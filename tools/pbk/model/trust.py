"""R*: the trust that the library offers, folded outcome by outcome.

Per counted outcome x (1 success, 0 failure) of one revision in one epoch, `dt` days after the one before:

    w = discount * 0.5 ** (dt / half_life);  S = S*w + x;  N = N*w + 1          offered, ages with time
    Su = discount*Su + x;  Nu = discount*Nu + 1                                  undecayed, decides retirement

Offered `T = min((S*a + 1) / (N*a + 2), (S + 1) / (N + 2))` with `a = 0.5 ** (age / half_life)`, so silence never
raises it. An outcome is *low* when `(Su + 1) / (Nu + 2) < floor`; the rule retires at the first outcome with enough
uses that is low and follows a low one, provided that the low streak is corroborated: two failures above *claimed*, or
two actors. Without the decay and discount this is the Laplace smoothing of the specification, whose rule it equals on
every sequence of five outcomes.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from pbk.model.instant import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pbk.model.canonical import Json

CORROBORATING_FAILURES = 2
CORROBORATING_ACTORS = 2


class TrustRule(NamedTuple):
    """The thresholds of the rule.

    `discount` and the two thresholds are in 0..1, `half_life` in days, `retire_after` and `probation_uses` in uses.
    """

    trust_floor: float = 0.4
    caveat_below: float = 0.7
    retire_after: int = 5
    discount: float = 0.9
    half_life: float = 90.0
    probation_uses: int = 0


class Counted(NamedTuple):
    """What the rule asks of a counted outcome besides time and actor; shared by all outcomes that agree in it."""

    rev: str
    success: bool
    above_claimed: bool


Outcome = tuple[int, Counted, int]
"""A counted outcome: its time in microseconds, what the rule asks of it, and a number that tells who its actor is."""


class Evidence:
    """What the counted outcomes of one revision in one epoch add up to. Mutable: it is folded forward in time."""

    __slots__ = (
        "count_decayed",
        "count_plain",
        "last_at",
        "last_success",
        "low_streak",
        "streak_actors",
        "streak_failures",
        "success_decayed",
        "success_plain",
        "successes",
        "uses",
    )

    def __init__(self, *, prior_rate: float | None = None, prior_at: int = 0) -> None:
        """Start with nothing, or with one pseudo-use at `prior_rate` (0..1), dated `prior_at` (microseconds)."""
        known = prior_rate is not None
        self.success_decayed = self.success_plain = prior_rate if prior_rate is not None else 0.0
        self.count_decayed = self.count_plain = 1.0 if known else 0.0
        self.last_at = prior_at
        self.last_success: bool | None = None
        self.uses = 0
        self.successes = 0
        self.low_streak = 0
        self.streak_failures = 0
        self.streak_actors: frozenset[str] = frozenset()

    def add(self, rule: TrustRule, at: int, *, success: bool, actor: str, above_claimed: bool) -> bool:
        """Fold one counted outcome in, `at` in microseconds, not before the last. Whether the rule now retires."""
        weight = rule.discount
        if self.count_decayed:
            weight *= 0.5 ** ((at - self.last_at) / (rule.half_life * DAY))
        self.success_decayed = self.success_decayed * weight + success
        self.count_decayed = self.count_decayed * weight + 1.0
        self.success_plain = self.success_plain * rule.discount + success
        self.count_plain = self.count_plain * rule.discount + 1.0
        self.last_at = at
        self.last_success = success
        self.uses += 1
        self.successes += success
        if (self.success_plain + 1.0) / (self.count_plain + 2.0) >= rule.trust_floor:
            self.low_streak = 0
            return False
        return self.low(rule, success=success, actor=actor, above_claimed=above_claimed)

    def add_many(
        self, rule: TrustRule, outcomes: Iterable[Outcome], actor_of: Callable[[int], str]
    ) -> tuple[Retirement | None, Outcome | None]:
        """Fold in counted outcomes up to the first of another revision than the first one's, as `add` does for each.

        Returns the first retirement by the rule among them, and that outcome of another revision, which is not folded.
        This is `add` written out over local variables: a million calls would cost more than the arithmetic.
        """
        discount, floor, half_life = rule.discount, rule.trust_floor, rule.half_life * DAY
        success_decayed, count_decayed = self.success_decayed, self.count_decayed
        success_plain, count_plain = self.success_plain, self.count_plain
        last_at, uses, successes = self.last_at, self.uses, self.successes
        streak = self.low_streak
        known: Counted | None = None
        success = above_claimed = False
        retirement: Retirement | None = None
        following: Outcome | None = None
        for at, facts, number in outcomes:
            if facts is not known:
                if known is not None and facts.rev != known.rev:
                    following = (at, facts, number)
                    break
                known = facts
                _, success, above_claimed = facts
            weight = discount * 0.5 ** ((at - last_at) / half_life)
            last_at = at
            uses += 1
            count_decayed = count_decayed * weight + 1.0
            count_plain = count_plain * discount + 1.0
            if success:
                successes += 1
                success_decayed = success_decayed * weight + 1.0
                success_plain = success_plain * discount + 1.0
            else:
                success_decayed *= weight
                success_plain *= discount
            if (success_plain + 1.0) / (count_plain + 2.0) >= floor:
                if streak:
                    streak = self.low_streak = 0
                continue
            streak += 1
            self.uses, self.successes = uses, successes
            low = self.low(rule, success=success, actor=actor_of(number), above_claimed=above_claimed)
            if low and retirement is None:
                retirement = _by_rule(rule, at, self)
        if known is not None:
            self.success_decayed, self.count_decayed = success_decayed, count_decayed
            self.success_plain, self.count_plain = success_plain, count_plain
            self.last_at, self.uses, self.successes = last_at, uses, successes
            self.last_success = success
        return retirement, following

    def low(self, rule: TrustRule, *, success: bool, actor: str, above_claimed: bool) -> bool:
        """Lengthen the low streak by the outcome that was just added, or start one. Whether the rule now retires."""
        if not self.low_streak:
            self.streak_failures = 0
            self.streak_actors = frozenset()
        self.low_streak += 1
        if not success:
            self.streak_failures += above_claimed
            if actor not in self.streak_actors and len(self.streak_actors) < CORROBORATING_ACTORS:
                self.streak_actors |= {actor}
        return (
            self.uses >= rule.retire_after
            and self.low_streak >= 2  # noqa: PLR2004 - "follows a low one"
            and (self.streak_failures >= CORROBORATING_FAILURES or len(self.streak_actors) >= CORROBORATING_ACTORS)
        )

    def offered(self, rule: TrustRule, now: int) -> float:
        """Return the offered trust T in 0..1 at `now` (microseconds)."""
        age = max(0, now - self.last_at) / DAY
        weight: float = 0.5 ** (age / rule.half_life)
        aged = (self.success_decayed * weight + 1.0) / (self.count_decayed * weight + 2.0)
        return min(aged, (self.success_decayed + 1.0) / (self.count_decayed + 2.0))

    def state(self) -> list[Json]:
        """Return everything as plain data that `from_state` reads back."""
        return [
            self.success_decayed,
            self.count_decayed,
            self.success_plain,
            self.count_plain,
            self.last_at,
            self.last_success,
            self.uses,
            self.successes,
            self.low_streak,
            self.streak_failures,
            sorted(self.streak_actors),  # type: ignore[list-item]  # list is invariant; these are texts
        ]

    @classmethod
    def from_state(cls, state: list[Json]) -> Evidence:
        """Return the evidence that `state` was taken of."""
        evidence = cls()
        (
            evidence.success_decayed,
            evidence.count_decayed,
            evidence.success_plain,
            evidence.count_plain,
            evidence.last_at,
            evidence.last_success,
            evidence.uses,
            evidence.successes,
            evidence.low_streak,
            evidence.streak_failures,
            actors,
        ) = state  # type: ignore[assignment]  # a state is only ever made by `state()`
        evidence.streak_actors = frozenset(actors)  # type: ignore[arg-type]
        return evidence


class Retirement(NamedTuple):
    """That a playbook is retired: since when (microseconds), by the rule or by whom, and why."""

    at: int
    by: str  # "rule", or the actor of a `retired` event
    why: str


class Former(NamedTuple):
    """What was counted in the epochs before the last `revived`, and why it was retired then ("": it was not)."""

    uses: int
    successes: int
    why: str


def _by_rule(rule: TrustRule, at: int, evidence: Evidence) -> Retirement:
    why = f"worked {evidence.successes} of {evidence.uses} times, trust fell below {rule.trust_floor:g} and stayed"
    return Retirement(at, "rule", why)


class History:
    """Everything that the ledger says of one (scope, name), folded in the order of (time, id). Mutable.

    Retirement binds the name across revisions until `revive`, which starts an epoch with no evidence.
    """

    __slots__ = ("claimed", "epoch", "former", "last_used", "misfires", "retirement", "revisions", "succeeded")

    def __init__(self) -> None:
        self.revisions: dict[str, Evidence] = {}
        self.retirement: Retirement | None = None
        self.former: Former | None = None
        self.epoch = 0
        self.succeeded = False
        self.last_used: int | None = None
        self.claimed = 0
        self.misfires = 0

    def count(  # noqa: PLR0913 - one argument for each thing that the rule asks of an outcome
        self, rule: TrustRule, at: int, rev: str, *, success: bool, actor: str, above_claimed: bool
    ) -> None:
        """Fold in one counted outcome, `at` in microseconds."""
        evidence = self._evidence_of(rev)
        retires = evidence.add(rule, at, success=success, actor=actor, above_claimed=above_claimed)
        self.last_used = at
        if success:
            self.succeeded = True
        if retires and self.retirement is None:
            self.retirement = _by_rule(rule, at, evidence)

    def count_many(self, rule: TrustRule, outcomes: Iterable[Outcome], actor_of: Callable[[int], str]) -> None:
        """Fold in counted outcomes in the order of (time, id), with the result of `count` for each, bit for bit.

        `actor_of` names the actor of an outcome's number; few are asked for.
        """
        rest = iter(outcomes)
        following = next(rest, None)
        while following is not None:
            evidence = self._evidence_of(following[1].rev)
            before = evidence.successes
            if not evidence.count_decayed:
                evidence.last_at = following[0]  # no time has passed since nothing
            retirement, following = evidence.add_many(rule, chain((following,), rest), actor_of)
            self.last_used = evidence.last_at
            self.succeeded = self.succeeded or evidence.successes > before
            self.retirement = self.retirement or retirement

    def _evidence_of(self, rev: str) -> Evidence:
        """Return the evidence of one revision, which starts from what the others leave it."""
        evidence = self.revisions.get(rev)
        if evidence is None:
            evidence = self.revisions[rev] = self.inherited(rev)
        return evidence

    def inherited(self, rev: str) -> Evidence:
        """Return what a revision without outcomes starts from: one pseudo-use at the rate of the others, or nothing."""
        others = [evidence for other, evidence in self.revisions.items() if other != rev]
        uses = sum(evidence.uses for evidence in others)
        if not uses:
            return Evidence()
        rate = sum(evidence.successes for evidence in others) / uses
        return Evidence(prior_rate=rate, prior_at=max(evidence.last_at for evidence in others))

    def retire(self, at: int, by: str, why: str) -> None:
        """Retire by a `retired` event. The first retirement of an epoch stands: it says why."""
        if self.retirement is None:
            self.retirement = Retirement(at, by, why)

    def revive(self) -> None:
        """Start a new epoch: nothing held for or against it. What was before is only told, never counted."""
        uses = sum(evidence.uses for evidence in self.revisions.values())
        successes = sum(evidence.successes for evidence in self.revisions.values())
        before = self.former or Former(0, 0, "")
        why = self.retirement.why if self.retirement else before.why
        self.former = Former(before.uses + uses, before.successes + successes, why)
        self.revisions = {}
        self.retirement = None
        self.succeeded = False
        self.last_used = None
        self.epoch += 1

    def state(self) -> dict[str, Json]:
        """Return everything as plain data that `from_state` reads back."""
        retirement = self.retirement
        return {
            "revisions": {rev: evidence.state() for rev, evidence in self.revisions.items()},
            "retirement": [retirement.at, retirement.by, retirement.why] if retirement else None,
            "former": list(self.former) if self.former else None,
            "epoch": self.epoch,
            "succeeded": self.succeeded,
            "last_used": self.last_used,
            "claimed": self.claimed,
            "misfires": self.misfires,
        }

    @classmethod
    def from_state(cls, state: Mapping[str, Json]) -> History:
        """Return the history that `state` was taken of."""
        history = cls()
        history.revisions = {
            rev: Evidence.from_state(evidence)  # type: ignore[arg-type]  # made by `state()` alone
            for rev, evidence in state["revisions"].items()  # type: ignore[union-attr]  # made by `state()` alone
        }
        history.retirement = Retirement(*state["retirement"]) if state["retirement"] else None  # type: ignore[misc]
        history.former = Former(*state["former"]) if state["former"] else None  # type: ignore[misc]
        for name in ("epoch", "succeeded", "last_used", "claimed", "misfires"):
            setattr(history, name, state[name])
        return history
