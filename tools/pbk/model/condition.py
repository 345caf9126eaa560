"""A condition or a check: either prose, or one structured form that code can decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from pbk.model.canonical import Json, canonical_json

PROSE = "prose"

# The closed sets of design: conditions may stand in preconditions, anti_preconditions, `when` and `check`; the rest
# only in `check`, because they speak of the command that has just run.
CONDITION_KINDS = (
    "file_exists",
    "file_absent",
    "file_contains",
    "git_clean",
    "git_branch",
    "git_remote",
    "tool_available",
    "env_set",
    "os",
    "task_mentions",
    "context",
)
CHECK_ONLY_KINDS = ("exit_code", "output_matches", "output_lacks")


class Condition(NamedTuple):
    """One condition: `kind` is "prose" or the name of a structured form, `argument` what that form is given.

    The argument of prose is its text; that of a structured form is the plain JSON value of the file.
    """

    kind: str
    argument: Json

    @property
    def is_prose(self) -> bool:
        """Whether only a person or a model can judge it."""
        return self.kind == PROSE

    @property
    def document(self) -> Json:
        """The condition as a playbook file spells it: a text, or a mapping with one key."""
        return self.argument if self.is_prose else {self.kind: self.argument}

    def __str__(self) -> str:
        if self.is_prose:
            return str(self.argument)
        return f"{self.kind}: {_plain(self.argument)}"

    def __hash__(self) -> int:
        return hash((self.kind, canonical_json(self.argument)))


def prose(text: str) -> Condition:
    """Return the condition that `text` words."""
    return Condition(PROSE, text)


def condition_from(value: Condition | str | Mapping[str, Json]) -> Condition:
    """Return the condition that a playbook file or a caller means by `value`.

    Raises `ValueError` unless it is a condition, a text, or a mapping with exactly one key.
    """
    if isinstance(value, Condition):
        return value
    if isinstance(value, str):
        return prose(value)
    if isinstance(value, Mapping) and len(value) == 1:
        ((kind, argument),) = value.items()
        return Condition(kind, argument)
    raise ValueError("a condition is a text or a mapping with exactly one key")


ConditionSide = Literal["precondition", "anti_precondition"]


def _plain(value: Json) -> str:
    """Return a value as a person would say it in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(_plain(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}={_plain(item)}" for key, item in value.items())
    return "null" if value is None else str(value)
