from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pbk.conditions.checks import CommandResult, evaluate
from pbk.conditions.situation import Situation
from pbk.model.condition import Condition, prose

if TYPE_CHECKING:
    from pathlib import Path

OUTPUT = "collected 3 items\r\n3 passed in 0.1s\r\n"


@pytest.mark.parametrize(
    ("kind", "argument", "verdict"),
    [
        ("exit_code", 0, True),
        ("exit_code", 1, False),
        ("exit_code", [5, 0], True),
        ("exit_code", [], None),
        ("exit_code", False, None),
        ("exit_code", "0", None),
        ("exit_code", 0.0, None),
        ("output_matches", "^\\d+ passed", True),
        ("output_matches", "items$", True),
        ("output_matches", ["passed", "3 items"], True),
        ("output_matches", ["passed", "failed"], False),
        ("output_matches", "(", None),
        ("output_matches", [], None),
        ("output_lacks", "failed", True),
        ("output_lacks", ["failed", "passed"], False),
        ("output_lacks", ["failed", "error"], True),
        ("output_lacks", 3, None),
        ("file_exists", "here", True),
        ("file_exists", "gone", False),
        ("unheard_of", "x", None),
    ],
)
def test_checks(kind: str, argument: Any, *, verdict: bool | None, tmp_path: Path) -> None:
    (tmp_path / "here").touch()
    result = CommandResult(0, OUTPUT)
    evaluation = evaluate(Condition(kind, argument), Situation("", tmp_path), result)
    assert evaluation.holds is verdict, evaluation.detail


@pytest.mark.parametrize(("kind", "argument"), [("exit_code", 0), ("output_matches", "x"), ("output_lacks", "x")])
def test_without_a_result_it_is_unknown(kind: str, argument: Any, tmp_path: Path) -> None:
    assert evaluate(Condition(kind, argument), Situation("", tmp_path), None).holds is None


def test_an_exit_status_that_nobody_saw_is_unknown(tmp_path: Path) -> None:
    assert evaluate(Condition("exit_code", 0), Situation("", tmp_path), CommandResult(None, "")).holds is None


def test_prose_needs_judgement(tmp_path: Path) -> None:
    assert evaluate(prose("it looks right"), Situation("", tmp_path), CommandResult(0, "")).holds is None


def test_too_much_output_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbk.conditions.command_output.LONGEST_OUTPUT", 10)
    result = CommandResult(0, "x" * 11)
    assert evaluate(Condition("output_matches", "x"), Situation("", tmp_path), result).holds is None
