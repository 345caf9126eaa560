"""What a fix writes reads back as what was meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.lint.document import LintDocument
from pbk.lint.splice import condition_instead, flow, flow_list, replacement, scalar
from pbk.model.canonical import Json
from pbk.model.condition import Condition
from pbk.store.yaml_place import Pointer
from pbk.store.yaml_source import read_yaml

PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=30)


@given(st.lists(PRINTABLE, min_size=1, max_size=5))
def test_a_list_reads_back(texts: list[str]) -> None:
    assert read_yaml(f"a: {flow_list(texts)}\n".encode()).data["a"] == texts


@pytest.mark.parametrize(
    "text", ["true", "null", "~", "1", ".5", ".inf", "1e3", "-", "-1", "a: b", "a #b", "*x", "it's"]
)
def test_what_would_be_something_else_is_quoted(text: str) -> None:
    assert scalar(text).startswith("'")


@pytest.mark.parametrize("text", ["pytest", "-q", "--strict", "a/b.py", "two words", "./x"])
def test_what_is_plain_stays_plain(text: str) -> None:
    assert scalar(text) == text


def test_flow_spells_plain_values() -> None:
    value: Json = {"name": "python", "version": ">=3.11", "list": [0, True]}
    assert flow(value) == "{name: python, version: '>=3.11', list: [0, true]}"


@pytest.mark.parametrize(
    ("text", "pointer", "expected"),
    [
        ("a:\n  - old  # why\n", ("a", 0), "a:\n  - git_clean: true  # why\n"),
        ("a: [old, b]\n", ("a", 0), "a: [{git_clean: true}, b]\n"),
        ("steps:\n  - check: old\n", ("steps", 0, "check"), "steps:\n  - check: {git_clean: true}\n"),
        ("a:\n  - >-\n    old\n    text\n", ("a", 0), None),
        ("a:\n  - 'old'\n", ("a", 0), "a:\n  - git_clean: true\n"),
    ],
)
def test_a_condition_is_put_in_place(text: str, pointer: Pointer, expected: str | None) -> None:
    document = LintDocument("playbooks/x.yaml", text.encode())
    edits = condition_instead(document, pointer, Condition("git_clean", argument=True))
    if expected is None:
        assert edits == ()
        return
    (edit,) = edits
    assert document.text[: edit.start] + edit.text + document.text[edit.end :] == expected


def test_what_does_not_read_back_is_not_written() -> None:
    document = LintDocument("playbooks/x.yaml", b"a: old\n")
    assert replacement(document, ("a",), "b: c", "b: c") == ()
    assert replacement(document, ("a",), "x\ny", "x y") == ()
