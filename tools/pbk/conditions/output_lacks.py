"""`output_lacks: error` or a list: the command's output has no match of any of the regular expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbk.conditions.command_output import split_by_match
from pbk.conditions.evaluation import Evaluation, no, yes

if TYPE_CHECKING:
    from pbk.conditions.checks import CommandResult
    from pbk.conditions.situation import Situation


def evaluate(argument: object, situation: Situation, result: CommandResult | None) -> Evaluation:
    """Return whether no pattern is found."""
    matched, lacking = split_by_match(argument, situation, result)
    if matched:
        return no(f"the output matches {matched[0]!r}")
    return yes(f"the output does not match {', '.join(map(repr, lacking))}")
