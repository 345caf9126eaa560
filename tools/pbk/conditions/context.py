"""`context: {key: region, equals: eu}`: what the caller says about the situation (`--context region=eu`).

A key may be dotted and then leads into mappings. Values are compared with their types: 1 is not true, and "3" is not 3,
except that a text of the caller equals the number, truth value or null that it spells, as the command line has only
texts. Without `equals` the value must be something: not false, zero, empty, or a text that says so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbk.conditions import arguments
from pbk.conditions.evaluation import Evaluation, Undecidable, no, yes

if TYPE_CHECKING:
    from pbk.conditions.situation import Situation

SAYS_NO = frozenset({"", "0", "false", "no", "off", "none", "null"})
SPELLED = {"true": True, "false": False, "null": None}


def evaluate(argument: object, situation: Situation) -> Evaluation:
    """Return whether the context has the value; unknown when it does not have the key."""
    given = arguments.mapping(argument, ("key",), ("equals",))
    key = arguments.text(given["key"], "key")
    value = _lookup(key, situation.context)
    if "equals" in given:
        holds = _spells(value, given["equals"]) if isinstance(value, str) else _same(value, given["equals"])
        wanted = f"{given['equals']!r}"
        return yes(f"{key} is {wanted}") if holds else no(f"{key} is not {wanted}")
    return yes(f"{key} is given") if _is_something(value) else no(f"{key} says no")


def _lookup(key: str, context: Mapping[str, object]) -> object:
    if key in context:
        return context[key]
    value: object = context
    for part in key.split("."):
        if not isinstance(value, Mapping) or part not in value:
            raise Undecidable(f"nothing is said about {key}: give it as context")
        value = value[part]
    return value


def _spells(text: str, wanted: object) -> bool:
    """Return whether a text of the caller is the wanted text, or spells the wanted plain value."""
    if isinstance(wanted, str):
        return text == wanted
    spelled = text.strip().lower()
    if wanted is None or isinstance(wanted, bool):
        return spelled in SPELLED and SPELLED[spelled] is wanted
    if isinstance(wanted, int | float):
        try:
            return (int(spelled) if isinstance(wanted, int) else float(spelled)) == wanted
        except ValueError:
            return False
    return False


def _same(value: object, wanted: object) -> bool:
    """Return whether two plain values are equal and of one JSON type."""
    if isinstance(wanted, bool) or wanted is None or isinstance(value, bool):
        return value is wanted
    if isinstance(wanted, int | float):
        return isinstance(value, int | float) and value == wanted
    if isinstance(wanted, str):
        return isinstance(value, str) and value == wanted
    if isinstance(wanted, list):
        return isinstance(value, list | tuple) and len(value) == len(wanted) and all(map(_same, value, wanted))
    if isinstance(wanted, dict):
        return (
            isinstance(value, Mapping)
            and value.keys() == wanted.keys()
            and all(_same(value[key], item) for key, item in wanted.items())
        )
    raise Undecidable("the value to compare with is no plain value")


def _is_something(value: object) -> bool:
    if value is None or isinstance(value, bool):
        return value is True
    if isinstance(value, str):
        return value.strip().lower() not in SAYS_NO
    if isinstance(value, int | float):
        return value != 0 and not math.isnan(value)
    if isinstance(value, list | tuple | Mapping):
        return len(value) > 0
    raise Undecidable("the value in the context is no plain value")
