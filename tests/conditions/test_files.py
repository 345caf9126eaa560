"""file_exists, file_absent, file_contains and the jail that they share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from pbk.conditions import jail
from pbk.conditions.registry import evaluate
from pbk.conditions.situation import Situation
from pbk.model.condition import Condition

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A working directory with a secret beside it and several ways to it."""
    (tmp_path / "secret.txt").write_text("password")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.toml").write_text("x")
    work = tmp_path / "work"
    (work / "packages" / "core").mkdir(parents=True)
    (work / "packages" / "core" / "pyproject.toml").write_text("[project]\nname = 'core'\n")
    (work / "pyproject.toml").write_bytes(b"\xef\xbb\xbf[project]\r\nname = 'top'\r\nversion = \"1.0\"\r\n")
    (work / "dist").mkdir()
    (work / "dist" / "top-1.0.whl").write_bytes(b"PK\x00\xff\xfe binary needle\n")
    (work / ".hidden").mkdir()
    (work / ".hidden" / "deep.txt").write_text("deep")
    (work / "empty.txt").write_text("")
    (work / "[id].tsx").write_text("x")
    (work / "link-in").symlink_to("packages")
    (work / "link-out").symlink_to(tmp_path / "elsewhere")
    (work / "link-secret").symlink_to("../secret.txt")
    (work / "broken").symlink_to("nothing-here")
    (work / "broken-out").symlink_to("../nothing-here")
    (work / "loop").symlink_to("loop")
    return work


EXISTS: list[tuple[Any, bool | None]] = [
    ("pyproject.toml", True),
    ("./pyproject.toml", True),
    ("packages", True),
    ("packages/", True),
    ("packages//core", True),
    ("pyproject.toml/", False),
    ("pyproject.toml/x", False),
    ("missing", False),
    (["pyproject.toml", "dist/*.whl"], True),
    (["pyproject.toml", "missing"], False),
    (["../secret.txt", "missing"], None),
    ("packages/*/pyproject.toml", True),
    ("packages/*/setup.py", False),
    ("**/pyproject.toml", True),
    ("**/**/core/**", True),
    ("**/deep.txt", False),
    (".hidden/**/deep.txt", True),
    (".h*/deep.txt", True),
    ("*idden/deep.txt", False),
    ("[[]id].tsx", True),
    ("dist/top-?.?.whl", True),
    ("dist/top-[23].0.whl", False),
    ("link-in/core", True),
    ("link-in/*/pyproject.toml", True),
    ("broken", False),
    ("loop", False),
    ("loop/x", False),
    # ways out
    ("/etc/passwd", None),
    ("../secret.txt", None),
    ("packages/../../secret.txt", None),
    ("link-out", None),
    ("link-out/x.toml", None),
    ("link-out/*.toml", None),
    ("link-secret", None),
    ("link-s*", None),
    ("broken-out", None),
    ("C:/Windows", None),
    ("..\\secret.txt", None),
    ("a\0b", None),
    # inside and outside: what is inside decides
    ("*/*.toml", None),
    ("*/x.toml", None),
    ("link-*", True),
    # no path at all
    ("", None),
    (" ", None),
    (".", None),
    ("/", None),
    ([], None),
    ([""], None),
    (None, None),
    (True, None),
    ({"path": "x"}, None),
    ("x" * 5000, None),
]


@pytest.mark.parametrize(("argument", "verdict"), EXISTS)
def test_file_exists(argument: Any, *, verdict: bool | None, place: Path) -> None:
    evaluation = evaluate(Condition("file_exists", argument), Situation("", place))
    assert evaluation.holds is verdict, evaluation.detail


@pytest.mark.parametrize(("argument", "verdict"), [row for row in EXISTS if isinstance(row[0], str)])
def test_file_absent_is_the_contrary_for_one_path(argument: str, *, verdict: bool | None, place: Path) -> None:
    evaluation = evaluate(Condition("file_absent", argument), Situation("", place))
    assert evaluation.holds is (None if verdict is None else not verdict), evaluation.detail


@pytest.mark.parametrize(
    ("argument", "verdict"),
    [
        (["missing", "gone"], True),
        (["missing", "dist"], False),
        (["/etc", "dist"], None),
        (["link-out", "dist"], False),
        (["/etc", "missing"], None),
        ([], None),
    ],
)
def test_file_absent_of_a_list(argument: Any, *, verdict: bool | None, place: Path) -> None:
    assert evaluate(Condition("file_absent", argument), Situation("", place)).holds is verdict


def test_the_details_say_why(place: Path) -> None:
    situation = Situation("", place)
    for argument, said in (
        ("link-out", "link-out is a link that leads outside the working directory"),
        ("../x", "leaves the working directory"),
        ("/x", "absolute"),
        ("gone", "gone does not exist"),
    ):
        assert said in evaluate(Condition("file_exists", argument), situation).detail


def test_a_missing_working_directory_is_unknown(tmp_path: Path) -> None:
    evaluation = evaluate(Condition("file_absent", "x"), Situation("", tmp_path / "gone"))
    assert evaluation.holds is None
    assert "does not exist" in evaluation.detail


def test_a_linked_working_directory_is_its_own_jail(place: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(place)
    situation = Situation("", tmp_path / "alias")
    assert evaluate(Condition("file_exists", "link-in/core"), situation).holds is True
    assert evaluate(Condition("file_exists", "link-out"), situation).holds is None


def test_a_walk_is_bounded_in_entries(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jail, "MOST_ENTRIES", 10)
    for number in range(20):
        (place / f"file{number}").touch()
    situation = Situation("", place)
    evaluation = evaluate(Condition("file_exists", "**/nowhere"), situation)
    assert evaluation.holds is None
    assert "more than 10 files" in evaluation.detail
    assert evaluate(Condition("file_exists", "**/pyproject.toml"), situation).holds is True
    assert evaluate(Condition("file_absent", "**/nowhere"), situation).holds is None


def test_a_walk_is_bounded_in_time(place: Path) -> None:
    assert evaluate(Condition("file_exists", "**/nowhere"), Situation("", place, timeout=0)).holds is None
    assert evaluate(Condition("file_exists", "**/nowhere"), Situation("", place, timeout=1e-9)).holds is None


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_folder_is_unknown(place: Path) -> None:
    (place / "dist").chmod(0)
    try:
        assert evaluate(Condition("file_absent", "dist/*.zip"), Situation("", place)).holds is None
    finally:
        (place / "dist").chmod(0o755)


CONTAINS: list[tuple[Any, bool | None]] = [
    ({"path": "pyproject.toml", "pattern": "^\\[project\\]$"}, True),  # byte order mark and CRLF do not hide it
    ({"path": "pyproject.toml", "pattern": 'version = "\\d+\\.\\d+"$'}, True),
    ({"path": "pyproject.toml", "pattern": "^dynamic"}, False),
    ({"path": "**/pyproject.toml", "pattern": "name = 'core'"}, True),
    ({"path": "dist/*.whl", "pattern": "needle"}, True),
    ({"path": "dist", "pattern": "x"}, False),
    ({"path": "missing", "pattern": "x"}, False),
    ({"path": "empty.txt", "pattern": "^$"}, True),
    ({"path": "link-secret", "pattern": "password"}, None),
    ({"path": "../secret.txt", "pattern": "password"}, None),
    ({"path": "link-*", "pattern": "password"}, None),
    ({"path": "pyproject.toml", "pattern": "("}, None),
    ({"path": "pyproject.toml", "pattern": "a" * 1001}, None),
    ({"path": "pyproject.toml", "pattern": ""}, None),
    ({"path": "pyproject.toml"}, None),
    ({"path": "pyproject.toml", "pattern": "x", "flags": "i"}, None),
    ({"path": ["pyproject.toml"], "pattern": "x"}, None),
    ("pyproject.toml", None),
    (None, None),
]


@pytest.mark.parametrize(("argument", "verdict"), CONTAINS)
def test_file_contains(argument: Any, *, verdict: bool | None, place: Path) -> None:
    evaluation = evaluate(Condition("file_contains", argument), Situation("", place))
    assert evaluation.holds is verdict, evaluation.detail


def test_file_contains_does_not_wait_for_a_pipe(place: Path) -> None:
    os.mkfifo(place / "pipe")
    assert evaluate(Condition("file_contains", {"path": "pipe", "pattern": "x"}), Situation("", place)).holds is False


def test_a_large_file_is_unknown_unless_another_matches(place: Path) -> None:
    (place / "a.log").write_bytes(b"needle" + b"x" * (1024 * 1024))
    situation = Situation("", place)
    evaluation = evaluate(Condition("file_contains", {"path": "*.log", "pattern": "needle"}), situation)
    assert evaluation.holds is None
    assert "too large" in evaluation.detail
    (place / "b.log").write_bytes(b"needle")
    renewed = situation.renewed()
    assert evaluate(Condition("file_contains", {"path": "*.log", "pattern": "needle"}), renewed).holds is True
