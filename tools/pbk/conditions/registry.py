"""From the name of a structured condition to the code that judges it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from pbk.conditions.evaluation import Evaluation, Undecidable, one_line, unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbk.conditions.situation import Situation
    from pbk.model.condition import Condition

# One module each, imported when its condition is first met: a match pays only for what its playbooks ask.
MODULES = {
    "file_exists": "file_exists",
    "file_absent": "file_absent",
    "file_contains": "file_contains",
    "git_clean": "git_clean",
    "git_branch": "git_branch",
    "git_remote": "git_remote",
    "tool_available": "tool_available",
    "env_set": "env_set",
    "os": "operating_system",
    "task_mentions": "task_mentions",
    "context": "context",
}
NEEDS_JUDGEMENT = "needs judgement"

# What reading files, decoding and comparing of hostile values can raise; anything else is a fault of ours to be seen.
EXPECTED_ERRORS = (OSError, ValueError, TypeError, RecursionError, MemoryError, OverflowError)


def evaluate(condition: Condition, situation: Situation) -> Evaluation:
    """Return whether a structured condition holds in a situation; unknown for prose and for whatever goes wrong."""
    if condition.is_prose:
        return unknown(NEEDS_JUDGEMENT)
    return guarded(lambda: _evaluate(condition, situation))


def guarded(judge: Callable[[], Evaluation]) -> Evaluation:
    """Return what `judge` returns, or an unknown that says why it could not."""
    try:
        return judge()
    except Undecidable as reason:
        return unknown(str(reason))
    except EXPECTED_ERRORS as error:
        return unknown(describe(error))


def describe(error: BaseException) -> str:
    """Return an error as one line."""
    if isinstance(error, OSError) and error.strerror:
        place = f": {error.filename}" if isinstance(error.filename, str) else ""
        return one_line(f"{error.strerror}{place}")
    return one_line(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)


def _evaluate(condition: Condition, situation: Situation) -> Evaluation:
    kind = condition.kind
    module = MODULES.get(kind)
    if module is not None:
        judge = cast("Callable[[object, Situation], Evaluation]", import_module(f"pbk.conditions.{module}").evaluate)
        return judge(condition.argument, situation)
    if "." in kind:
        plugins = import_module("pbk.conditions.plugins")
        return cast(Evaluation, plugins.evaluate(kind, condition.argument, situation))
    from pbk.model.condition import CHECK_ONLY_KINDS  # noqa: PLC0415 - only on the way to a refusal

    if kind in CHECK_ONLY_KINDS:
        return unknown(f"{kind} speaks of a command's result: it can only stand in a check")
    return unknown(f"there is no condition called {kind}")
