"""Arguments that are refused everywhere: the same as the conditions themselves refuse."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.conditions import jail
from pbk.conditions.evaluation import Undecidable
from pbk.conditions.registry import evaluate
from pbk.conditions.situation import Situation
from pbk.lint.arguments import argument_fault, path_fault
from pbk.model.canonical import Json
from pbk.model.condition import Condition

PATHS = st.text(st.sampled_from("ab./\\:*~ "), min_size=1, max_size=8)


@given(PATHS)
def test_paths_are_refused_as_conditions_refuse_them(path: str) -> None:
    try:
        jail._parts(path)
    except Undecidable:
        assert path_fault(path)
    else:
        assert not path_fault(path)


@pytest.mark.parametrize(
    ("kind", "argument"),
    [
        ("file_exists", "/x"),
        ("file_absent", ["a", "../b"]),
        ("file_contains", {"path": "c:/x", "pattern": "x"}),
        ("tool_available", "bin/x"),
        ("tool_available", {"name": ".."}),
        ("tool_available", "two words"),
        ("task_mentions", ["release", "!"]),
    ],
)
def test_it_never_holds(kind: str, argument: Json, tmp_path: Path) -> None:
    condition = Condition(kind, argument)
    assert argument_fault(condition)
    assert evaluate(condition, Situation("nothing", tmp_path)).holds is not True


@pytest.mark.parametrize(
    ("kind", "argument"),
    [
        ("file_exists", ["a/**/b", "./x", "a..b"]),
        ("file_contains", {"pattern": "x"}),
        ("file_contains", "x"),
        ("tool_available", "g++"),
        ("task_mentions", "c++"),
        ("git_clean", True),
        ("os", 7),
    ],
)
def test_it_may_hold(kind: str, argument: Json) -> None:
    assert argument_fault(Condition(kind, argument)) == ""
