"""`file_exists: pyproject.toml` or a list: every listed path or glob names something in the working directory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbk.conditions import arguments, jail
from pbk.conditions.evaluation import Evaluation, every, no, unknown, yes

if TYPE_CHECKING:
    from pbk.conditions.situation import Situation


def evaluate(argument: object, situation: Situation) -> Evaluation:
    """Return yes when all are there, no when one is certainly missing."""
    return every(_exists(glob, situation) for glob in arguments.texts(argument, "path"))


def _exists(glob: str, situation: Situation) -> Evaluation:
    found = jail.find(glob, situation, most=1)
    if found.paths:
        return yes(f"{glob} exists")
    return unknown(found.doubt) if found.doubt else no(f"{glob} does not exist")
