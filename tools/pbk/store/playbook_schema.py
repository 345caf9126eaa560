"""What the JSON Schema of playbooks objects to, in words for the person who wrote the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, cast

from pbk.model.canonical import Json
from pbk.model.condition import CHECK_ONLY_KINDS
from pbk.store.schema_check import Check, compiled_check
from pbk.store.schemas import PLAYBOOK_SCHEMA, schema
from pbk.store.yaml_place import Pointer

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

MOST_PROBLEMS = 100
MOST_CHARACTERS = 400  # of a message
_SHOWN_KEY = 40
_NEAR = 60.0  # per cent of likeness from which a name is suggested

_TYPE_WORDS = {
    "string": "a text",
    "array": "a list",
    "object": "a mapping",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "null": "null",
}
_LIMITS = {  # keyword: what is too much or too little, the thing that is counted, singular and plural
    "minLength": ("is shorter than", "character", "characters"),
    "maxLength": ("is longer than", "character", "characters"),
    "minItems": ("has fewer than", "item", "items"),
    "maxItems": ("has more than", "item", "items"),
    "minProperties": ("has fewer than", "key", "keys"),
    "maxProperties": ("has more than", "key", "keys"),
    "minimum": ("is less than", "", ""),
    "maximum": ("is more than", "", ""),
}


@dataclass(frozen=True, slots=True)
class SchemaProblem:
    """One thing that is wrong in a document: where (at the key or at the value of `pointer`), what, how to mend it."""

    pointer: Pointer
    target: Literal["key", "value"]
    message: str
    hint: str = ""


def schema_problems(data: Json) -> list[SchemaProblem]:
    """Return what is wrong with a document, in its order, at most `MOST_PROBLEMS`; nothing when it is valid.

    A missing key points at the mapping that lacks it, an unknown key at itself, anything else at the value. A message
    never prints a value.
    """
    if _quick_check()(data):
        return []
    problems: dict[SchemaProblem, None] = {}  # a set that keeps its order
    for error in _validator().iter_errors(data):
        for problem in _problems_of(_failure(error)):
            problems[problem] = None
        if len(problems) >= MOST_PROBLEMS:
            break
    return list(problems)[:MOST_PROBLEMS]


@lru_cache(maxsize=1)
def _schema() -> dict[str, Any]:
    return schema(PLAYBOOK_SCHEMA)


@lru_cache(maxsize=1)
def _quick_check() -> Check:
    return compiled_check(_schema())


@lru_cache(maxsize=1)
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator as Validator  # noqa: PLC0415 - 0.1 s, and only for files that are wrong

    return Validator(_schema())


@dataclass(frozen=True, slots=True)
class _Failure:
    """One error of the validator, without its union types: what failed, where, and what the schema notes about it."""

    pointer: Pointer
    keyword: str
    argument: Any  # of the keyword
    schema: Mapping[str, Any]
    instance: Any
    notes: Mapping[str, Any]

    @property
    def label(self) -> str:
        return _label(self.pointer)

    def mend(self, otherwise: str = "") -> str:
        return str(self.notes.get("x-mend", {}).get(self.keyword, otherwise))


def _failure(error: ValidationError) -> _Failure:
    return _Failure(
        pointer=tuple(error.absolute_path),
        keyword=str(error.validator),
        argument=error.validator_value,
        schema=cast(Mapping[str, Any], error.schema),
        instance=error.instance,
        notes=_notes([str(step) for step in error.absolute_schema_path]),
    )


def _problems_of(failure: _Failure) -> Iterator[SchemaProblem]:
    if failure.keyword == "required":
        yield from _missing(failure)
    elif failure.keyword == "additionalProperties":
        yield from _unknown(failure)
    else:
        message, hint = _message(failure)
        yield SchemaProblem(failure.pointer, "value", message[:MOST_CHARACTERS], failure.mend(hint))


def _missing(failure: _Failure) -> Iterator[SchemaProblem]:
    hints = failure.notes.get("x-missing", {})
    pointer = failure.pointer
    target: Literal["key", "value"] = "key" if pointer and isinstance(pointer[-1], str) else "value"
    for name in failure.argument:
        if name not in failure.instance:
            hint = hints.get(name, f"add `{name}:`")
            yield SchemaProblem(pointer, target, f"{failure.label} lacks `{name}`", hint)


def _unknown(failure: _Failure) -> Iterator[SchemaProblem]:
    known = list(failure.schema.get("properties", ()))
    patterns = list(failure.schema.get("patternProperties", ()))
    noun = failure.notes.get("x-noun", "key")
    for key in failure.instance:
        if key in known or any(re.search(pattern, key) for pattern in patterns):
            continue
        hint = failure.mend() or _suggestion(key, known, noun, patterns)
        message = f"unknown {noun} `{_short(key)}` in {failure.label}"
        yield SchemaProblem((*failure.pointer, key), "key", message, hint)


def _suggestion(key: str, known: Sequence[str], noun: str, patterns: Sequence[str]) -> str:
    if noun == "condition" and key in CHECK_ONLY_KINDS:
        return f"`{key}` speaks of a command that has just run: it belongs in `check`"
    near = nearest(key, known)
    if near:
        return f"did you mean `{near}`?"
    names = f"known are {', '.join(known)}"
    if noun != "key":
        return f"{names}; one of an extension has a dot in its name, such as acme.ready"
    return f"{names}; keys of your own begin with x-" if "^x-" in patterns else names


def nearest(word: str, known: Sequence[str]) -> str:
    """Return the name that `word` may have meant, or nothing."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only files that are wrong come here

    found = process.extractOne(word[:100].lower().replace("-", "_"), known, scorer=fuzz.ratio, score_cutoff=_NEAR)
    return "" if found is None else str(found[0])


def _message(failure: _Failure) -> tuple[str, str]:
    """Return what is wrong and the usual way to mend it."""
    label, argument = failure.label, failure.argument
    if failure.keyword == "type":
        return _type_message(failure)
    if failure.keyword == "pattern":
        shape = failure.schema.get("patternErrorMessage", "does not have the shape that it must have")
        return f"{label} {shape}", ""
    if failure.keyword == "enum":
        near = nearest(failure.instance, argument) if isinstance(failure.instance, str) else ""
        return f"{label} must be one of {', '.join(argument)}", f"did you mean `{near}`?" if near else ""
    if failure.keyword in _LIMITS:
        if failure.keyword.startswith("min") and argument == 1 and failure.keyword != "minimum":
            return f"{label} is empty", ""
        words, one, many = _LIMITS[failure.keyword]
        counted = f" {one if argument == 1 else many}" if one else ""
        return f"{label} {words} {argument:,}{counted}", ""
    return f"{label} cannot have this value", "`pbk schema` shows what may stand where"


def _type_message(failure: _Failure) -> tuple[str, str]:
    wanted = failure.argument if isinstance(failure.argument, list) else [failure.argument]
    words = failure.notes.get("x-type") or " or ".join(_TYPE_WORDS[name] for name in wanted)
    told = f"{failure.label} must be {words}, not {type_words(failure.instance)}"
    if "string" not in wanted:
        return told, ""
    if failure.instance is None:
        return told, "write it after the colon; a text that begins with `#` needs quotes"
    if isinstance(failure.instance, dict | list):
        return told, "put it in quotes if it is a text"
    return told, "put it in quotes"


def type_words(value: Json) -> str:
    """Return what kind of thing a value is, in words."""
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return "true or false"
    for kind, words in ((str, "a text"), (list, "a list"), (dict, "a mapping")):
        if isinstance(value, kind):
            return words
    return "a number"


def _label(pointer: Pointer) -> str:
    """Return how a person would name a place: `goal`, step 2, item 3 of `preconditions`."""
    if not pointer:
        return "the playbook"
    last = pointer[-1]
    if isinstance(last, str):
        return f"`{_short(last)}`"
    if pointer[:-1] == ("steps",):
        return f"step {last + 1}"
    parent = pointer[-2] if len(pointer) > 1 else ""
    return f"item {last + 1} of `{_short(str(parent))}`"


def _short(key: str) -> str:
    shown = "".join(character if character.isprintable() else "?" for character in key[: _SHOWN_KEY + 1])
    return shown if len(shown) <= _SHOWN_KEY else shown[: _SHOWN_KEY - 1] + "…"


def _notes(path: list[str]) -> dict[str, Any]:
    """Return the `x-` notes of the schema for the place of an error, the outermost first where several say something.

    `path` leads through the schema to the keyword that failed. Between the place's own schema and that keyword lie only
    references and branches of conditions.
    """
    node: Any = _schema()
    chain = [node]
    steps = iter(path)
    for step in steps:
        while step not in node and "$ref" in node:  # `jsonschema` leaves references out of its paths
            node = _schema()["$defs"][node["$ref"].removeprefix("#/$defs/")]
            chain.append(node)
        if step in {"properties", "patternProperties"}:
            node = node[step][next(steps)]
            chain = [node]
        elif step == "items":
            node = node[step]
            chain = [node]
        elif step in {"then", "else"}:
            node = node[step]
            chain.append(node)
    notes: dict[str, Any] = {}
    for part in reversed(chain):
        for name in ("x-mend", "x-missing", "x-noun", "x-type"):
            if name in part:
                notes[name] = {**notes.get(name, {}), **part[name]} if isinstance(part[name], dict) else part[name]
    return notes
