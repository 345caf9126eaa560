"""What a cold match may load, and that its quick way reads options as the whole command line does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import typer

from pbk.cli import quick
from pbk.cli.app import app
from pbk.cli.match_answer import MatchOptions
from support.libraries import repository, write_playbook

FORBIDDEN = (
    "litellm",
    "git",
    "jsonschema",
    "ruamel",
    "numpy",
    "pydantic",
    "typer",
    "rich",
    "tomllib",
    "importlib.metadata",
)
PROBE = """
import sys
from pbk.__main__ import main
status = main(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
sys.exit(status)
"""


def loaded(root: Path, *arguments: str) -> tuple[int, set[str]]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, set(done.stderr.rsplit("\n", 2)[-2].split())


@pytest.fixture
def library(tmp_path: Path) -> Path:
    root = tmp_path / "with space"
    (root / "pyproject.toml").parent.mkdir(parents=True)
    (root / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    (root / ".gitignore").write_text(".pbk/\n", encoding="utf-8")
    write_playbook(
        root,
        "cut-a-release",
        "Publish a new version to PyPI",
        preconditions=[{"git_clean": True}, {"file_exists": "pyproject.toml"}, {"task_mentions": "publish"}],
    )
    return repository(root)


def test_a_warm_match_loads_almost_nothing(library: Path) -> None:
    first, _ = loaded(library, "match", "publish a new version to PyPI")
    second, modules = loaded(library, "match", "publish a new version to PyPI", "--json")
    assert (first, second) == (0, 0)
    assert not {name for name in modules if name.split(".")[0] in FORBIDDEN or name in FORBIDDEN}


def test_help_and_mistakes_are_left_to_the_whole_command_line(library: Path) -> None:
    for words in (["match", "--help"], ["match"], ["match", "a", "b"], ["match", "a", "--nonsense"], ["list"]):
        assert quick.read_options(words[1:]) is None or words in (["match"], ["list"])
        status, modules = loaded(library, *words)
        assert "typer" in modules or status == 2


def test_both_readers_know_the_same_options() -> None:
    command = typer.main.get_command(app).commands["match"]  # type: ignore[attr-defined]  # a group has commands
    spelled = {word: parameter.name for parameter in command.params for word in parameter.opts if word.startswith("-")}
    spelled = {word: field for word, field in spelled.items() if field != "help"}
    tables = {**quick.FLAGS, **quick.SINGLE, **quick.REPEATED}
    assert tables == spelled
    assert set(tables.values()) | {"task"} == set(MatchOptions._fields)


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["publish it"], {"task": "publish it"}),
        (["--json", "x", "--explain"], {"json": True, "task": "x", "explain": True}),
        (["x", "--now=2026-12-01T10:00:00Z"], {"task": "x", "now": "2026-12-01T10:00:00Z"}),
        (["x", "-C", "a b"], {"task": "x", "directory": Path("a b")}),
        (["x", "--assume", "a=yes", "--assume", "b=no"], {"task": "x", "assume": ("a=yes", "b=no")}),
        (["x", "--floor", "0.5"], {"task": "x", "floor": 0.5}),
        (["x", "--floor", "5"], None),
        (["x", "--floor"], None),
        (["x", "y"], None),
        (["-x"], None),
        (["--", "-x"], None),
        (["x", "--json=1"], None),
    ],
)
def test_quick_reader(words: list[str], values: dict[str, object] | None) -> None:
    assert quick.read_options(words) == values
