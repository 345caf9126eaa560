"""`env_set: PYPI_TOKEN` or a list: these environment variables are set and not empty. Their values are never shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbk.conditions import arguments
from pbk.conditions.evaluation import Evaluation, Undecidable, no, yes

if TYPE_CHECKING:
    from pbk.conditions.situation import Situation


def evaluate(argument: object, situation: Situation) -> Evaluation:
    """Return whether all the named variables have a value."""
    names = arguments.texts(argument, "variable")
    for name in names:
        if "=" in name or "\0" in name:
            raise Undecidable(f"{name.partition('=')[0]!r} with a value is no name of a variable: give the name alone")
    missing = [name for name in names if not situation.environment.get(name)]
    if missing:
        return no(f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set")
    return yes(f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} set")
