"""What a schema cannot say of a playbook: its name is the file's, its expressions and durations make sense.

Documents that the schema objects to are looked at too, as far as their parts are of the right kind, so that a file
shows everything that is wrong with it at once.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping

from pbk.model.canonical import Json
from pbk.model.document import duration_seconds, moment_seconds
from pbk.store.playbook_schema import SchemaProblem
from pbk.store.yaml_place import Pointer

_EXPRESSION_KINDS = ("output_matches", "output_lacks")
_CONDITION_LISTS = ("preconditions", "anti_preconditions")
_MOST_CHARACTERS = 1000  # of an expression; longer ones are the schema's to refuse


def meaning_problems(data: Mapping[str, Json], stem: str) -> list[SchemaProblem]:
    """Return what is wrong with a document beyond its schema; `stem` is its file's name without the suffix."""
    return [*_name(data, stem), *_created_at(data), *_expressions(data), *_waits(data)]


def _name(data: Mapping[str, Json], stem: str) -> Iterator[SchemaProblem]:
    name = data.get("name")
    if isinstance(name, str) and name != stem:
        yield SchemaProblem(
            ("name",), "value", "`name` is not the file's name", "rename the file, or give it the name of the file"
        )


def _created_at(data: Mapping[str, Json]) -> Iterator[SchemaProblem]:
    created_at = data.get("created_at")
    if isinstance(created_at, str) and re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T|\Z)", created_at):
        try:
            moment_seconds(created_at)
        except ValueError:
            yield SchemaProblem(("created_at",), "value", "`created_at` is no day or time that exists", "mend the date")


def _expressions(data: Mapping[str, Json]) -> Iterator[SchemaProblem]:
    for pointer, expression in _all_expressions(data):
        fault = _fault(expression)
        if fault:
            label = f"`{pointer[-1]}`"
            hint = "in single quotes YAML leaves `\\` alone; a `\\` takes the meaning from a special character"
            yield SchemaProblem(pointer, "value", f"{label} is not a regular expression: {fault}", hint)


def _fault(expression: str) -> str:
    """Return why a text is no regular expression of Python, or nothing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what may change in a later Python is still valid in this one
            re.compile(expression)
    except re.error as error:
        return f"{error.msg} at position {error.pos}" if error.pos is not None else error.msg
    except (RecursionError, OverflowError):
        return "it is too large or too deeply nested"
    return ""


def _all_expressions(data: Mapping[str, Json]) -> Iterator[tuple[Pointer, str]]:
    inputs = data.get("inputs")
    if isinstance(inputs, dict):
        for name, item in inputs.items():
            yield from _text(("inputs", name), item, "pattern")
    for pointer, condition in _conditions(data):
        if isinstance(condition, dict):
            yield from _text((*pointer, "file_contains"), condition.get("file_contains"), "pattern")
            for kind in _EXPRESSION_KINDS:
                yield from _text(pointer, condition, kind)


def _conditions(data: Mapping[str, Json]) -> Iterator[tuple[Pointer, Json]]:
    for key in _CONDITION_LISTS:
        items = data.get(key)
        if isinstance(items, list):
            for index, item in enumerate(items):
                yield (key, index), item
    for index, step in _steps(data):
        for key in ("check", "when"):
            yield ("steps", index, key), step.get(key)


def _steps(data: Mapping[str, Json]) -> Iterator[tuple[int, dict[str, Json]]]:
    steps = data.get("steps")
    if isinstance(steps, list):
        for index, step in enumerate(steps):
            if isinstance(step, dict):
                yield index, step


def _text(pointer: Pointer, container: Json, key: str) -> Iterator[tuple[Pointer, str]]:
    if isinstance(container, dict):
        value = container.get(key)
        if isinstance(value, str) and len(value) <= _MOST_CHARACTERS:
            yield (*pointer, key), value


def _waits(data: Mapping[str, Json]) -> Iterator[SchemaProblem]:
    for index, step in _steps(data):
        wait = step.get("wait")
        if not isinstance(wait, dict):
            continue
        seconds = {key: _seconds(value) for key, value in wait.items()}
        timeout, every = seconds.get("timeout"), seconds.get("every")
        if timeout is not None and every is not None and every > timeout:
            pointer = ("steps", index, "wait", "every")
            yield SchemaProblem(pointer, "value", "`every` is longer than `timeout`", "look more often, or wait longer")
        if step.get("check") is None and "check" in step:
            message = "this step waits for a check that it does not have"
            hint = "give the step a check, or remove `wait`"
            yield SchemaProblem(("steps", index, "wait"), "key", message, hint)


def _seconds(value: Json) -> float | None:
    try:
        return duration_seconds(value) if isinstance(value, str) else None
    except ValueError:
        return None
