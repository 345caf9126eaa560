from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from pbk.conditions.evaluation import Undecidable
from pbk.conditions.situation import Situation

if TYPE_CHECKING:
    from pathlib import Path


def test_facts_are_found_out_once_and_renewed_on_demand(tmp_path: Path) -> None:
    situation = Situation("t", tmp_path, context={"a": 1}, environment={"X": "1"}, timeout=3)
    calls: list[int] = []

    def count() -> int:
        calls.append(1)
        return len(calls)

    assert situation.remember("n", count) == situation.remember("n", count) == 1
    fresh = situation.renewed()
    assert fresh.remember("n", count) == 2
    assert (fresh.task, fresh.directory, fresh.context, fresh.environment, fresh.timeout) == (
        "t",
        tmp_path,
        {"a": 1},
        {"X": "1"},
        3,
    )


def test_what_could_not_be_told_is_remembered(tmp_path: Path) -> None:
    situation = Situation("", tmp_path)
    calls: list[int] = []

    def refuse() -> int:
        calls.append(1)
        raise Undecidable("dark")

    for _ in range(2):
        with pytest.raises(Undecidable, match="dark"):
            situation.remember("n", refuse)
    assert len(calls) == 1


def test_an_allowance_is_spent_in_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 3.0, 10.0, 13.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    situation = Situation("", tmp_path, timeout=5)
    with situation.allowance("git") as first:
        pass
    with situation.allowance("git") as second:
        pass
    assert (first, second) == (5, 2)
    with pytest.raises(Undecidable), situation.allowance("git"):
        pass
    assert situation.allowance("files") is not situation.allowance("git")


def test_the_environment_is_that_of_the_process_by_default(tmp_path: Path) -> None:
    assert Situation("", tmp_path).environment is os.environ
