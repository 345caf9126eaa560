"""How conditions stand to each other."""

from __future__ import annotations

import pytest

from pbk.lint.agreement import complement, exclude, implies
from pbk.model.canonical import Json
from pbk.model.condition import Condition, condition_from

A = {"file_exists": "a"}
NO_A = {"file_absent": "a"}
AB = {"file_exists": ["a", "b"]}


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (A, A, True),
        (AB, A, True),
        (A, AB, False),
        ({"task_mentions": "x"}, {"task_mentions": ["x", "y"]}, True),
        ({"task_mentions": ["x", "y"]}, {"task_mentions": "x"}, False),
        ("It is  so.", "it is so", True),
        ("it is so", "it is not so", False),
        ({"file_absent": ["a", "b"]}, NO_A, True),
        (A, NO_A, False),
        ({"env_set": 1}, {"env_set": 2}, False),
    ],
)
def test_implies(one: dict[str, Json] | str, other: dict[str, Json] | str, *, told: bool) -> None:
    assert implies(condition_from(one), condition_from(other)) is told


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (AB, NO_A, True),
        (A, {"file_absent": "b"}, False),
        ({"git_clean": True}, {"git_clean": False}, True),
        ({"git_clean": True}, {"git_clean": True}, False),
        ({"os": "linux"}, {"os": ["macos", "windows"]}, True),
        ({"os": "linux"}, {"os": ["macos", "linux"]}, False),
        ({"git_branch": "main"}, {"git_branch": "m*"}, False),
        ({"git_branch": "main"}, {"git_branch": "dev"}, True),
        ({"context": {"key": "a", "equals": 1}}, {"context": {"key": "a", "equals": True}}, True),
        ({"context": {"key": "a", "equals": 1}}, {"context": {"key": "b", "equals": 2}}, False),
        ({"context": {"key": "a"}}, {"context": {"key": "a", "equals": 2}}, False),
        ({"task_mentions": "a"}, {"task_mentions": "b"}, False),
        ({"os": []}, {"os": 5}, False),
    ],
)
def test_exclude(one: dict[str, Json], other: dict[str, Json], *, told: bool) -> None:
    assert exclude(condition_from(one), condition_from(other)) is told
    assert exclude(condition_from(other), condition_from(one)) is told


def test_complement() -> None:
    assert complement(condition_from(A), condition_from(NO_A))
    assert not complement(condition_from(AB), condition_from(NO_A))
    assert complement(Condition("git_clean", argument=True), Condition("git_clean", argument=False))
