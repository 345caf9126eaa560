"""`exit_code: 0` or a list: the command ended with this status, or one of these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbk.conditions.evaluation import Evaluation, Undecidable, no, yes

if TYPE_CHECKING:
    from pbk.conditions.checks import CommandResult
    from pbk.conditions.situation import Situation


def evaluate(argument: object, _: Situation, result: CommandResult | None) -> Evaluation:
    """Return whether the exit status is among the given ones."""
    wanted = argument if isinstance(argument, list) and argument else [argument]
    if not all(isinstance(status, int) and not isinstance(status, bool) for status in wanted):
        raise Undecidable("exit_code must be a whole number or a list of them")
    if result is None or result.exit_code is None:
        raise Undecidable("the exit status of the command is not known")
    if result.exit_code in wanted:
        return yes(f"the command ended with status {result.exit_code}")
    return no(f"the command ended with status {result.exit_code}, not {' or '.join(map(str, wanted))}")
