"""PBK403: conditions that can never be met together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbk.lint.agreement import complement, exclude, implies
from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import PlacedCondition, listed_conditions
from pbk.lint.rule import Family, Rule
from pbk.model.condition import Condition

HINT = "remove one of the two"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the conditions that contradict an earlier one, each once."""
    seen: set[PlacedCondition] = set()
    for one, other in combinations(listed_conditions(document), 2):
        told = _contradiction(one, other)
        if told and other not in seen:
            seen.add(other)
            line = document.value_span(one.pointer).line
            yield Finding(document.value_span(other.pointer), f"{told} (line {line}): it can never be offered", HINT)


def _contradiction(one: PlacedCondition, other: PlacedCondition) -> str:
    kind = "prose" if other.condition.is_prose else f"`{other.condition.kind}`"
    if one.role == other.role == "precondition":
        return f"this {kind} cannot hold together with another precondition" if exclude(*_pair(one, other)) else ""
    if one.role == other.role:
        return f"this {kind} or another anti-precondition always holds" if complement(*_pair(one, other)) else ""
    required, forbidden = (one, other) if one.role == "precondition" else (other, one)
    if implies(required.condition, forbidden.condition):
        return f"this {kind} is required and forbidden at once"
    return ""


def _pair(one: PlacedCondition, other: PlacedCondition) -> tuple[Condition, Condition]:
    return one.condition, other.condition


RULE = Rule(
    id="PBK403",
    name="contradictory-conditions",
    family=Family.CONDITIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="Two conditions exclude each other, so the playbook can never be offered.",
    why=(
        "All preconditions must hold and no anti-precondition may. Where two of them exclude each other the "
        "playbook is there, passes every other check, and is silent for ever."
    ),
    bad=(
        "preconditions:\n  - file_exists: setup.py\n  - task_mentions: [release, publish]\n"
        "anti_preconditions:\n  - file_exists: setup.py\n"
    ),
    good=(
        "preconditions:\n  - file_exists: pyproject.toml\n  - task_mentions: [release, publish]\n"
        "anti_preconditions:\n  - file_exists: setup.py\n"
    ),
    check=check,
)
