from __future__ import annotations

import os
import time
import warnings
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbk.conditions import checks, pattern_child, patterns
from pbk.conditions.evaluation import Undecidable
from pbk.conditions.situation import Situation
from pbk.model.condition import Condition

if TYPE_CHECKING:
    from pathlib import Path

CATASTROPHE = "(a+)+$"
VICTIM = "a" * 5000 + "b"


@pytest.fixture(params=["fork", "interpreter"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways of searching in a child, whatever this process would choose."""
    if request.param == "fork" and not hasattr(os, "fork"):
        pytest.skip("no fork on this system")
    monkeypatch.setattr(patterns, "_may_fork", lambda: request.param == "fork")
    if request.param == "fork":
        # This test process may have threads, of which newer Pythons warn; the child only searches and exits.
        monkeypatch.setattr("os.fork", _fork_quietly(os.fork))
    return str(request.param)


def _fork_quietly(fork: object) -> object:
    def quiet() -> int:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            return fork()  # type: ignore[operator, no-any-return]  # it is os.fork

    return quiet


@pytest.mark.parametrize(
    ("pattern", "texts", "index"),
    [
        ("(foo|bar)+", ["nothing", "foobar"], 1),
        ("^b.*d$", ["a\nbcd\ne"], 0),
        ("x{3,}", ["xx"], None),
        ("(é|\udcff)+$", ["caf\udcff"], 0),
        ("a*", [], None),
    ],
)
def test_search_in_a_child(pattern: str, texts: list[str], index: int | None, way: str, tmp_path: Path) -> None:
    assert not patterns.is_cheap(pattern, 1), way
    assert patterns.first_match(pattern, texts, Situation("", tmp_path)) == index


def test_a_catastrophic_pattern_is_killed_in_time(way: str, tmp_path: Path) -> None:
    situation = Situation("", tmp_path, timeout=0.3)
    started = time.monotonic()
    with pytest.raises(Undecidable, match=r"took longer than 0\.3 seconds"):
        patterns.first_match(CATASTROPHE, [VICTIM], situation)
    assert time.monotonic() - started < 3, way
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # nobody is left behind
    with pytest.raises(Undecidable, match="no time is left"):
        patterns.first_match(CATASTROPHE, [VICTIM], situation)


@pytest.mark.parametrize("pattern", ["(", "a**", "(?P<x>a)(?P<x>b)", "\\8(a)"])
def test_an_invalid_pattern_is_said_so(pattern: str, way: str, tmp_path: Path) -> None:
    with pytest.raises(Undecidable, match="invalid"):
        patterns.first_match(pattern, ["a"], Situation("", tmp_path))
    assert way


@pytest.mark.parametrize("kind", ["output_matches", "output_lacks"])
def test_a_catastrophic_check_is_unknown(kind: str, tmp_path: Path) -> None:
    situation = Situation("", tmp_path, timeout=0.3)
    assert checks.evaluate(Condition(kind, CATASTROPHE), situation, checks.CommandResult(0, VICTIM)).holds is None


@pytest.mark.parametrize(
    ("pattern", "cheap"),
    [
        ("needle", True),
        ("^\\[project\\]$", True),
        ("version = [0-9].[a-z_]", True),
        ("\\d \\w\\S.", True),
        ("a+", False),
        ("a?", False),
        ("a{2}", False),
        ("(a)", False),
        ("a|b", False),
        ("\\1", False),
        ("[\\d]", False),
        ("", False),
    ],
)
def test_only_patterns_without_repetition_are_cheap(pattern: str, *, cheap: bool) -> None:
    assert patterns.is_cheap(pattern, 1000) is cheap


def test_a_cheap_pattern_on_much_text_is_not_cheap() -> None:
    assert not patterns.is_cheap("[ab]" * 200, 1_000_000)


@settings(max_examples=100, deadline=None)
@given(st.text("ab.[]^\\d$-", max_size=12), st.text("ab\n1", max_size=30))
def test_cheap_patterns_never_surprise(pattern: str, text: str) -> None:
    if patterns.is_cheap(pattern, len(text)):
        assert pattern_child.verdict(pattern, [text])
