from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from pbk.conditions import versions
from pbk.conditions.evaluation import Undecidable
from pbk.conditions.registry import evaluate
from pbk.conditions.situation import Situation
from pbk.model.condition import Condition

if TYPE_CHECKING:
    from pathlib import Path

    from pbk.conditions.evaluation import Evaluation

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the tools are shell scripts")


def tool(folder: Path, name: str, script: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)
    return folder / name


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    folder = tmp_path / "bin"
    tool(folder, "good", 'test "$1" = --version && echo "good version 3.11.7 (2020-01-02)"')
    tool(folder, "loud", "echo 'loud 2.0' >&2")
    tool(folder, "mute", "true")
    tool(folder, "failing", "echo 1.2.3; exit 3")
    tool(folder, "slow", "echo 1.2.3; /bin/sleep 30 & wait")
    tool(folder, "endless", "while :; do echo 1.2; done")
    tool(folder, "nosy", 'echo "1.0"; echo "$PWD ${SECRET-none} $#" > "$0.saw"')
    tool(folder, "go", 'test "$1" = version && echo "go version go1.21.3 linux/amd64"')
    (folder / "plain").write_text("not executable")
    (folder / "folder").mkdir()
    return folder


def ask(argument: Any, tools: Path, tmp_path: Path, **options: Any) -> Evaluation:
    work = tmp_path / "work"
    work.mkdir(exist_ok=True)
    environment = {"PATH": f"relative:{tools}::{tmp_path}/gone", "SECRET": "s3cret"}
    return evaluate(
        Condition("tool_available", argument), Situation("", work, **{"environment": environment, **options})
    )


@pytest.mark.parametrize(
    ("argument", "verdict"),
    [
        ("good", True),
        ("absent", False),
        ("plain", False),
        ("folder", False),
        ({"name": "good"}, True),
        ({"name": "good", "version": ">=3.11, <4"}, True),
        ({"name": "good", "version": ">=3.12"}, False),
        ({"name": "absent", "version": ">=1"}, False),
        ({"name": "loud", "version": "==2"}, True),
        ({"name": "go", "version": "~=1.20"}, True),
        ({"name": "mute", "version": ">=1"}, None),
        ({"name": "failing", "version": ">=1"}, None),
        ({"name": "slow", "version": ">=1"}, None),
        ({"name": "endless", "version": ">=1"}, None),
        ({"name": "good", "version": "3.11"}, None),
        ({"name": "good", "version": ""}, None),
        ({"name": "good", "version": 3.11}, None),
        ({"version": ">=1"}, None),
        ({"name": "good", "path": "x"}, None),
        ("bin/good", None),
        ("../bin/good", None),
        ("..", None),
        ("", None),
        ("a\0b", None),
        (["good"], None),
        (None, None),
    ],
)
def test_tool_available(argument: Any, *, verdict: bool | None, tools: Path, tmp_path: Path) -> None:
    evaluation = ask(argument, tools, tmp_path, timeout=0.4)
    assert evaluation.holds is verdict, evaluation.detail


def test_a_tool_is_asked_elsewhere_and_without_secrets(tools: Path, tmp_path: Path) -> None:
    assert ask({"name": "nosy", "version": ">=1"}, tools, tmp_path).holds is True
    assert (tools / "nosy.saw").read_text() == "/ none 1\n"


def test_a_tool_inside_the_repository_is_found_but_not_run(tools: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    inside = tool(work / "bin", "own", 'echo 9.9; touch "$0.ran"')
    (work / "linked").symlink_to(tools)  # written inside, lies outside
    (tools / "outward").symlink_to(inside)  # written outside, lies inside
    for name, path in (("own", inside.parent), ("good", work / "linked"), ("outward", tools)):
        environment = {"PATH": str(path)}
        assert ask(name, tools, tmp_path, environment=environment).holds is True
        evaluation = ask({"name": name, "version": ">=1"}, tools, tmp_path, environment=environment)
        assert evaluation.holds is None
        assert "lies inside" in evaluation.detail
    assert not inside.with_name("own.ran").exists()


def test_a_real_program(tmp_path: Path) -> None:
    version = f">={sys.version_info.major}.{sys.version_info.minor}"
    environment = {"PATH": os.path.dirname(sys.executable)}  # noqa: PTH120 - PATH holds texts
    name = os.path.basename(sys.executable)  # noqa: PTH119 - a name is a text
    evaluation = ask({"name": name, "version": version}, tmp_path, tmp_path, environment=environment)
    assert evaluation.holds is True, evaluation.detail


@pytest.mark.parametrize(
    ("printed", "version"),
    [
        ("Python 3.11.7", "3.11.7"),
        ("git version 2.39.5 (Apple Git-154)", "2.39.5"),
        ("go version go1.21.3 linux/amd64", "1.21.3"),
        ("v20.1.0", "20.1.0"),
        ("jq-1.6", "1.6"),
        ("GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)", "5.2.15"),
        ("less 590 (GNU regular expressions)\nCopyright (C) 1984-2021", "590"),
        ("gcc (Debian 12.2.0-14) 12.2.0", "12.2.0"),
        ("3.12.0rc1", "3.12.0"),
        ("no version\n2021", None),
        ("", None),
    ],
)
def test_find_version(printed: str, version: str | None) -> None:
    assert versions.find(printed) == version


@pytest.mark.parametrize(
    ("bound", "allowed", "refused"),
    [
        (">=3.11", ["3.11", "3.11.0", "3.12", "4"], ["3.10.99", "3.9"]),
        (">3.11", ["3.11.1"], ["3.11.0"]),
        ("<=2", ["2.0.0", "1.9"], ["2.0.1"]),
        ("<4", ["3.99"], ["4.0"]),
        ("==3.11", ["3.11.0"], ["3.11.1"]),
        ("==3.11.*", ["3.11", "3.11.9"], ["3.1", "3.12"]),
        ("!=3.11.*", ["3.12"], ["3.11.4"]),
        ("!=3.11", ["3.11.1"], ["3.11.0"]),
        ("~=3.11", ["3.11", "3.99"], ["4.0", "3.10"]),
        ("~=3.11.2", ["3.11.9"], ["3.12", "3.11.1"]),
    ],
)
def test_bounds(bound: str, allowed: list[str], refused: list[str]) -> None:
    (parsed,) = versions.parse_bounds(bound)
    assert [version for version in allowed + refused if parsed.allows(version)] == allowed


@pytest.mark.parametrize("text", ["3.11", "=>3", ">=", ">=x", ">=1,", "~=3", ">=3.*", ">=3.11rc1", ""])
def test_bounds_that_are_none(text: str) -> None:
    with pytest.raises(Undecidable, match="no bound"):
        versions.parse_bounds(text)
