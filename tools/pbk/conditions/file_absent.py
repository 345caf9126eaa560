"""`file_absent: dist` or a list: none of the listed paths or globs names anything in the working directory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbk.conditions import arguments, jail
from pbk.conditions.evaluation import Evaluation, every, no, unknown, yes

if TYPE_CHECKING:
    from pbk.conditions.situation import Situation


def evaluate(argument: object, situation: Situation) -> Evaluation:
    """Return yes when all are missing, no when one is there."""
    return every(_absent(glob, situation) for glob in arguments.texts(argument, "path"))


def _absent(glob: str, situation: Situation) -> Evaluation:
    found = jail.find(glob, situation, most=1)
    if found.paths:
        return no(f"{found.paths[0].relative_to(situation.root)} exists")
    return unknown(found.doubt) if found.doubt else yes(f"{glob} does not exist")
