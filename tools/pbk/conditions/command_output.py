"""What `output_matches` and `output_lacks` share: searching what a command wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbk.conditions import arguments, patterns
from pbk.conditions.evaluation import Undecidable

if TYPE_CHECKING:
    from pbk.conditions.checks import CommandResult
    from pbk.conditions.situation import Situation

LONGEST_OUTPUT = 8 * 1024 * 1024  # characters


def split_by_match(argument: object, situation: Situation, result: CommandResult | None) -> tuple[list[str], list[str]]:
    """Return the patterns of the argument (one or a list) that the output matches, and those that it does not.

    `^` and `$` match at every line. Raises `Undecidable` when there is no output to search, or too much.
    """
    wanted = arguments.texts(argument, "pattern")
    if result is None:
        raise Undecidable("the output of the command is not known")
    if len(result.output) > LONGEST_OUTPUT:
        raise Undecidable(f"the output is too long to be searched (over {LONGEST_OUTPUT:,} characters)")
    output = result.output.replace("\r\n", "\n")
    matched: list[str] = []
    lacking: list[str] = []
    for pattern in wanted:
        found = patterns.first_match(pattern, [output], situation)
        (lacking if found is None else matched).append(pattern)
    return matched, lacking
