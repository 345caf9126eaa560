r"""`output_matches: '\d+ passed'` or a list: the command's output has a match of every regular expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbk.conditions.command_output import split_by_match
from pbk.conditions.evaluation import Evaluation, no, yes

if TYPE_CHECKING:
    from pbk.conditions.checks import CommandResult
    from pbk.conditions.situation import Situation


def evaluate(argument: object, situation: Situation, result: CommandResult | None) -> Evaluation:
    """Return whether all patterns are found."""
    matched, lacking = split_by_match(argument, situation, result)
    if lacking:
        return no(f"the output does not match {lacking[0]!r}")
    return yes(f"the output matches {', '.join(map(repr, matched))}")
