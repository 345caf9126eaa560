from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pbk.model.condition import CHECK_ONLY_KINDS, CONDITION_KINDS
from pbk.store.playbook_schema import MOST_PROBLEMS, SchemaProblem, schema_problems
from pbk.store.schema_check import compiled_check
from pbk.store.schemas import PLAYBOOK_SCHEMA, schema

SCHEMA = schema(PLAYBOOK_SCHEMA)
VALIDATOR = Draft202012Validator(SCHEMA)
CHECK = compiled_check(SCHEMA)

GOOD: dict[str, Any] = {
    "name": "cut-a-release",
    "goal": "Publish a new version",
    "inputs": {"version": {"description": "which", "pattern": "\\d+"}, "other": None},
    "preconditions": [{"git_clean": True}, "somebody asked", {"acme.ready": [1]}, {"os": ["linux", "macos"]}],
    "anti_preconditions": [{"tool_available": {"name": "python", "version": ">=3.11"}}, {"git_remote": True}],
    "steps": [
        {"do": "test", "run": ["pytest", "-q"], "check": {"exit_code": [0, 5]}, "wait": {"timeout": "10m"}},
        {"do": "publish", "run": "make publish", "check": None, "when": {"context": {"key": "a", "equals": 1}}},
        {"do": "look", "check": "it is there", "gate": True, "x-own": {"free": []}},
    ],
    "examples": {"match": ["ship it"], "no_match": []},
    "provenance": {"model": None, "episodes": 5, "support": [{"step": 1, "runs": 4, "of": 4}]},
    "created_at": "2026-12-01",
}


def changed(*path: str | int, to: object) -> dict[str, Any]:
    document = copy.deepcopy(GOOD)
    place: Any = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return document


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_a_good_document_has_no_problems() -> None:
    assert schema_problems(GOOD) == []


def test_a_missing_key_points_at_the_parent() -> None:
    missing: dict[str, Any] = {"name": "a", "goal": "b", "steps": [{"do": "c", "check": None, "wait": {}}, {"do": "d"}]}
    found = {(problem.pointer, problem.target): problem for problem in schema_problems(missing)}
    assert set(found) == {(("steps", 0, "wait"), "key"), (("steps", 1), "value")}
    assert found[("steps", 1), "value"].hint == "say `check: null` if it needs judgement"


def test_an_unknown_key_points_at_itself_and_suggests() -> None:
    (problem,) = schema_problems({**GOOD, "anti-precondition": []})
    assert problem == SchemaProblem(
        ("anti-precondition",),
        "key",
        "unknown key `anti-precondition` in the playbook",
        "did you mean `anti_preconditions`?",
    )


def test_a_check_among_the_conditions_is_sent_to_where_it_belongs() -> None:
    (problem,) = schema_problems(changed("preconditions", 0, to={"exit_code": 0}))
    assert "belongs in `check`" in problem.hint


@pytest.mark.parametrize("name", ["acme.ready", "acme.cluster.ready", "a_1.b"])
def test_a_condition_of_an_extension_has_a_dot_and_any_argument(name: str) -> None:
    assert schema_problems(changed("preconditions", 0, to={name: {"any": ["thing"]}})) == []


@pytest.mark.parametrize("name", ["ready", "Acme.ready", "acme.", ".ready", "1.a", "acme.Ready", "acme..ready"])
def test_other_unknown_conditions_are_refused(name: str) -> None:
    (problem,) = schema_problems(changed("preconditions", 0, to={name: True}))
    assert problem.pointer == ("preconditions", 0, name)


def test_problems_are_bounded() -> None:
    document = {**GOOD, **{f"unknown{number}": 1 for number in range(3000)}}
    assert len(schema_problems(document)) == MOST_PROBLEMS


def test_no_message_is_a_bare_combinator() -> None:
    values: tuple[Any, ...] = (None, True, 3, 1.5, "", [], {}, [[]], {"a": {}})
    for value in values:
        for key in GOOD:
            for problem in schema_problems(changed(key, to=value)):
                assert "schema" not in problem.message
                assert problem.message.count("`") % 2 == 0


def test_the_closed_sets_are_those_of_the_model() -> None:
    conditions = SCHEMA["$defs"]["structured_condition"]["properties"]
    checks = SCHEMA["$defs"]["structured_check"]["properties"]
    assert tuple(conditions) == CONDITION_KINDS
    assert tuple(checks) == (*CONDITION_KINDS, *CHECK_ONLY_KINDS)


def named_schemas(node: Any, name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of a property, with what it refers to laid under it."""
    if isinstance(node, dict):
        for key, part in node.get("properties", {}).items():
            if isinstance(part, dict):
                target = SCHEMA["$defs"].get(part.get("$ref", "").removeprefix("#/$defs/"), {})
                yield f"{name}.{key}", {**target, **part}
        for key, part in node.items():
            yield from named_schemas(part, f"{name}.{key}")
    elif isinstance(node, list):
        for part in node:
            yield from named_schemas(part, name)


def test_every_key_explains_itself_to_an_editor() -> None:
    for name, part in named_schemas(SCHEMA):
        assert {"title", "description"} <= part.keys(), name
        assert "examples" in part or "default" in part, name


def test_the_examples_and_defaults_of_the_schema_are_valid() -> None:
    for name, part in named_schemas(SCHEMA):
        validator = Draft202012Validator({**part, "$defs": SCHEMA["$defs"]})
        values = [*part.get("examples", []), *([part["default"]] if "default" in part else [])]
        for value in values:
            assert validator.is_valid(value), (name, value)


def test_there_are_no_bare_combinators_in_the_schema() -> None:
    def words(node: Any) -> Iterator[str]:
        if isinstance(node, dict):
            yield from node
            for part in node.values():
                yield from words(part)
        elif isinstance(node, list):
            for part in node:
                yield from words(part)

    assert not {"anyOf", "oneOf", "not"} & set(words(SCHEMA))


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 300)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", " ", "a", "A b", "linux", ">=3.11", "10m", "2026-12-01", "x" * 301, "x" * 2001]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [*CONDITION_KINDS, *CHECK_ONLY_KINDS, "acme.x", "x-a", "path", "pattern", "name", "version"]
            )
            | st.sampled_from(
                ["key", "equals", "do", "check", "wait", "timeout", "every", "match", "of", "step", "runs"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


def places(node: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, part in items:
        yield (*path, key)
        yield from places(part, (*path, key))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(places(GOOD))), VALUES)
def test_the_quick_check_and_jsonschema_agree(place: tuple[str | int, ...], value: object) -> None:
    document = changed(*place, to=value)
    assert CHECK(document) == VALIDATOR.is_valid(document)
    assert bool(schema_problems(document)) != CHECK(document)


@settings(max_examples=100, deadline=None)
@given(VALUES)
def test_they_agree_on_anything(value: object) -> None:
    assert CHECK(value) == VALIDATOR.is_valid(value)
    for name in ("condition", "check", "input", "provenance", "tool_available", "git_remote"):
        part = {"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]}
        assert compiled_check(part)(value) == Draft202012Validator(part).is_valid(value)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(list(places(GOOD))), VALUES)
def test_a_problem_points_into_the_document(place: tuple[str | int, ...], value: object) -> None:
    document = changed(*place, to=value)
    for problem in schema_problems(document):
        node: Any = document
        for step in problem.pointer:
            node = node[step]
        assert len(problem.message) <= 400
