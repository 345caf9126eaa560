from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbk.lint.expressions import is_always_found, runs_away

RUNAWAY = [
    r"(a+)+$",
    r"(a*)*",
    r"(\w+\s*)+x",
    r"(.*,)*y",
    r"(a|a)*b",
    r"(\s*,\s*)+z",
    r"(\d+\.?)+$",
    r"(?:[a-z]+|[0-9a-z]+)*!",
    r"(x+x+)+y",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    r"(a+a)*b",
    r"([\w.-]+)*@",
    r"(\w|\d)+x",
    r"((a+b?)+)c",
    r"(?P<name>a+){2,}",
]
TAME = [
    r"\d+(\.\d+)*((a|b|rc)\d+|\.post\d+)?",
    r"(\w+\s+)*x",
    r"(?:[^\"\\]|\\.)*",
    r"(\.\d+\d)*",
    r"(a|b|c)*",
    r"(\d+(\.\d+)*,)*",
    r"[a-z][a-z0-9]*(-[a-z0-9]+)*",
    r"(?<!\d)20 failed(, \d+ warnings?)? in",
    r"(a+){3}",
    r"(?>a+)+",
    r"(a++)+",
    r"(?i)a+",
    r"(?P<n>a)(?P=n)*",
    r"\b(sleep\(|flaky)",
    r"(\d{4}-\d\d){1,3}",
    r"(?:\s+\S+)*",
    r"(/[\w.-]+)+",
    r"(?=a+)+b",
    "(",
    "[",
    ")",
    "*",
]


@pytest.mark.parametrize("pattern", RUNAWAY)
def test_runs_away(pattern: str) -> None:
    assert runs_away(pattern)


@pytest.mark.parametrize("pattern", TAME)
def test_does_not_run_away(pattern: str) -> None:
    assert not runs_away(pattern)


@pytest.mark.parametrize("pattern", [".*", "x?", "", "a*|b", r"\s*", "^", "$", "(a*)", "(?i)x*"])
def test_always_found(pattern: str) -> None:
    assert is_always_found(pattern)


@pytest.mark.parametrize("pattern", [".+", "^$", r"\S", "[^x]", "a", ".", r"\w*\b", "(", r"\d* passed"])
def test_not_always_found(pattern: str) -> None:
    assert not is_always_found(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "(?:(?:(?:){1000}){1000}){1000}",
        ".*" * 400 + "x",
        "(?:a?){99}" * 100,
        "((((a*)*)*)*)*" * 70,
        "(" * 490 + ")" * 490,
        "(a|" * 200 + "b" + ")*" * 200,
        "[a-z]" * 200,
        "(a?)" * 250,
    ],
    ids=range(8),
)
def test_time_is_bounded(pattern: str) -> None:
    started = time.process_time()
    runs_away(pattern)
    is_always_found(pattern)
    assert time.process_time() - started < 1.0


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from([*"ab.()[]{}|*+?^$\\,-1", "(?:", "(?=", "(?i)", "\\d", "\\w", "{2,}", "[^a]"]), max_size=25
    ).map("".join)
)
def test_any_text(pattern: str) -> None:
    assert runs_away(pattern) in {True, False}
    assert is_always_found(pattern) in {True, False}
