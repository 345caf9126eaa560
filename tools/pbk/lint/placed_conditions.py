"""Conditions and checks of a document, each with its place and what it is there for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pbk.lint.document import LintDocument
from pbk.model.canonical import Json
from pbk.model.condition import Condition, condition_from
from pbk.store.yaml_place import Pointer

Role: TypeAlias = Literal["precondition", "anti_precondition", "when", "check"]


@dataclass(frozen=True, slots=True)
class PlacedCondition:
    """A condition, the pointer to it, and what it is there for."""

    pointer: Pointer
    role: Role
    condition: Condition

    @property
    def argument_pointer(self) -> Pointer:
        """The pointer to the argument of a structured condition; that of the text in prose."""
        return self.pointer if self.condition.is_prose else (*self.pointer, self.condition.kind)


def listed_conditions(document: LintDocument) -> Iterator[PlacedCondition]:
    """Yield the well-formed items of `preconditions` and `anti_preconditions`, in order."""
    for side, placed in document.conditions():
        condition = _condition(placed.value)
        if condition is not None:
            yield PlacedCondition(placed.pointer, side, condition)


def step_conditions(document: LintDocument) -> Iterator[PlacedCondition]:
    """Yield the well-formed `when` and `check` of each step, in order."""
    roles: tuple[Role, ...] = ("when", "check")
    for index, step in document.steps():
        for role in roles:
            condition = _condition(step.get(role))
            if condition is not None:
                yield PlacedCondition(("steps", index, role), role, condition)


def all_conditions(document: LintDocument) -> Iterator[PlacedCondition]:
    """Yield every condition and check of a document."""
    yield from listed_conditions(document)
    yield from step_conditions(document)


def texts_of(argument: Json) -> list[str]:
    """Return the texts of an argument that is one text or a list of them; what is no text is left out."""
    items = argument if isinstance(argument, list) else [argument]
    return [item for item in items if isinstance(item, str)]


def _condition(value: Json) -> Condition | None:
    if isinstance(value, str) and value.strip():
        return condition_from(value)
    return condition_from(value) if isinstance(value, dict) and len(value) == 1 else None
