"""Stage two: the conditions that code decides, before and against, with unknown counting as failed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pbk.conditions.evaluation import Evaluation
from pbk.conditions.registry import evaluate
from pbk.conditions.situation import Situation
from pbk.match.trace import Judged
from pbk.model.condition import Condition, ConditionSide
from pbk.model.procedure import Procedure

PRECONDITION: ConditionSide = "precondition"
ANTI_PRECONDITION: ConditionSide = "anti_precondition"

StructuredCheck = Callable[[Mapping[str, object]], bool | None]
Evaluate = Callable[[ConditionSide, Condition, Situation], Evaluation]
"""Decides a structured condition that stands on one side of a playbook."""


def by_code(side: ConditionSide, condition: Condition, situation: Situation) -> Evaluation:
    """Return what the code of a condition finds out; the side does not matter."""
    del side
    return evaluate(condition, situation)


class StructuredResult(NamedTuple):
    """What code found: every condition decided, the first reason to eliminate (or None), and the prose that is left."""

    judged: Sequence[Judged]
    eliminated_by: str | None
    prose_pre: Sequence[Condition]
    prose_anti: Sequence[Condition]


def judge_structured(
    procedure: Procedure,
    situation: Situation,
    checks: Mapping[str, StructuredCheck],
    evaluate_by: Evaluate = by_code,
) -> StructuredResult:
    """Decide every condition of `procedure` that code can decide.

    `checks` maps the exact text of a prose condition to a function of the context that decides it; `evaluate_by`
    decides the structured ones. A precondition must hold; an anti-precondition must be known not to hold. The first
    that stands in the way ends the work.
    """
    judged: list[Judged] = []
    prose: dict[ConditionSide, list[Condition]] = {PRECONDITION: [], ANTI_PRECONDITION: []}
    sides = ((PRECONDITION, procedure.preconditions), (ANTI_PRECONDITION, procedure.anti_preconditions))
    for side, conditions in sides:
        for condition in conditions:
            check = checks.get(str(condition)) if condition.is_prose else None
            if condition.is_prose and check is None:
                prose[side].append(condition)
                continue
            found = _judge(side, condition, situation, check, evaluate_by)
            judged.append(found)
            reason = obstacle(found)
            if reason:
                return StructuredResult(judged, reason, prose[PRECONDITION], prose[ANTI_PRECONDITION])
    return StructuredResult(judged, None, prose[PRECONDITION], prose[ANTI_PRECONDITION])


def obstacle(found: Judged) -> str | None:
    """Return why a judged condition stands in the way of an offer, or None where it does not."""
    detail = f" ({found.detail})" if found.detail else ""
    if found.side == PRECONDITION and found.holds is not True:
        verb = "does not hold" if found.holds is False else "is unknown, which counts as failed"
        return f"precondition `{found.text}` {verb}{detail}"
    if found.side == ANTI_PRECONDITION and found.holds is not False:
        verb = "holds" if found.holds else "is unknown, which blocks"
        return f"anti-precondition `{found.text}` {verb}{detail}"
    return None


def _judge(
    side: ConditionSide,
    condition: Condition,
    situation: Situation,
    check: StructuredCheck | None,
    evaluate_by: Evaluate,
) -> Judged:
    if check is not None:
        holds = check(situation.context)
        return Judged(side, str(condition), holds if isinstance(holds, bool) else None, "", "check")
    evaluation = evaluate_by(side, condition, situation)
    return Judged(side, str(condition), evaluation.holds, evaluation.detail, "code")
