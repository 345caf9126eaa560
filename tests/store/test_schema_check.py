from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pbk.store.schema_check import compiled_check

SCHEMAS: list[dict[str, Any]] = [
    {"type": "integer"},
    {"type": ["null", "number"]},
    {"enum": [1, "a", None, True]},
    {"const": 0},
    {"minimum": 1, "maximum": 3},
    {"minLength": 1, "maxLength": 2, "pattern": "^a"},
    {"items": {"type": "string"}, "minItems": 1, "maxItems": 2},
    {"required": ["a"], "minProperties": 1, "maxProperties": 2},
    {"properties": {"a": {"type": "null"}}, "additionalProperties": False},
    {"patternProperties": {"^a": {"type": "string"}}, "additionalProperties": {"type": "null"}},
    {"properties": {"a": True}, "patternProperties": {"^a": {"type": "string"}}},
    {"additionalProperties": {"type": "boolean"}},
    {"if": {"type": "array"}, "then": {"maxItems": 1}, "else": {"type": "string"}},
    {"if": {"type": "null"}, "else": False},
    {"allOf": [{"type": "string"}, {"minLength": 1}]},
    {"$ref": "#/$defs/tree", "$defs": {"tree": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}},
]

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 4) | st.sampled_from([0.0, 1.0, 1.5, "", "a", "ab", "abc", "b"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "ab", "b"]), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
@settings(max_examples=30, deadline=None)
@given(value=VALUES)
def test_it_agrees_with_jsonschema(schema: dict[str, Any], value: object) -> None:
    assert compiled_check(schema)(value) == Draft202012Validator(schema).is_valid(value)


def test_a_keyword_that_would_not_be_checked_is_refused() -> None:
    with pytest.raises(ValueError, match="uniqueItems"):
        compiled_check({"type": "array", "uniqueItems": True})


def test_notes_are_not_keywords() -> None:
    assert compiled_check({"title": "t", "x-mend": {"type": "so"}, "examples": [1]})(3)
