"""Structured checks of a step: the conditions, and what can be asked of the command that has just run."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

from pbk.conditions import registry
from pbk.model.condition import CHECK_ONLY_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbk.conditions.evaluation import Evaluation
    from pbk.conditions.situation import Situation
    from pbk.model.condition import Condition


@dataclass(frozen=True, slots=True)
class CommandResult:
    """How a command ended (None: nobody saw its exit status) and what it wrote, both streams together."""

    exit_code: int | None
    output: str


def evaluate(condition: Condition, situation: Situation, result: CommandResult | None) -> Evaluation:
    """Return whether a check holds after a command; unknown for prose, for no result, and for whatever goes wrong.

    The situation must be as new as the result: what it remembers from before the command no longer counts.
    """
    if condition.kind not in CHECK_ONLY_KINDS:
        return registry.evaluate(condition, situation)
    judge = cast(
        "Callable[[object, Situation, CommandResult | None], Evaluation]",
        import_module(f"pbk.conditions.{condition.kind}").evaluate,
    )
    return registry.guarded(lambda: judge(condition.argument, situation, result))
