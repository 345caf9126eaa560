"""Sentences and the structured conditions that say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.lint.structured_forms import proposal
from pbk.model.canonical import Json
from pbk.model.condition import Condition

SAME: list[tuple[str, str, Json]] = [
    ("the working tree is clean", "git_clean", True),
    ("Working directory must be clean.", "git_clean", True),
    ("there are no uncommitted changes in the working tree", "git_clean", True),
    ("no uncommitted changes", "git_clean", True),
    ("there are uncommitted changes", "git_clean", False),
    ("the working tree is not clean", "git_clean", False),
    ("docker is installed", "tool_available", "docker"),
    ("the `gh` command is available", "tool_available", "gh"),
    ("pdftotext is on PATH", "tool_available", "pdftotext"),
    ("pre-commit is installed and available on the PATH", "tool_available", "pre-commit"),
    ("there is a file pyproject.toml", "file_exists", "pyproject.toml"),
    ("there is a pyproject.toml file in the repository", "file_exists", "pyproject.toml"),
    ("`docs/index.md` exists", "file_exists", "docs/index.md"),
    ("the repo has a Makefile", "file_exists", "Makefile"),
    ("the folder src/example exists", "file_exists", "src/example"),
    (".github/workflows/ci.yml is present", "file_exists", ".github/workflows/ci.yml"),
    ("there is no setup.py", "file_absent", "setup.py"),
    ("setup.py does not exist", "file_absent", "setup.py"),
    ("the repository has no tox.ini", "file_absent", "tox.ini"),
    ("on branch release/2.4", "git_branch", "release/2.4"),
    ("we are on the main branch", "git_branch", "main"),
    ("the current branch is develop", "git_branch", "develop"),
    ("main is checked out", "git_branch", "main"),
    ("environment variable CI is set", "env_set", "CI"),
    ("the environment variable $TWINE_PASSWORD is set", "env_set", "TWINE_PASSWORD"),
    ("`PYPI_TOKEN` is defined", "env_set", "PYPI_TOKEN"),
    ("on Linux", "os", "linux"),
    ("this machine runs macOS", "os", "macos"),
    ("the operating system is Windows", "os", "windows"),
    ("the exit code is 0", "exit_code", 0),
    ("the command exits with status 0", "exit_code", 0),
]
OTHER = [
    "the working tree of the other clone is clean",
    "the working tree is clean and the tests pass",
    "the repository is clean",
    "the server is available",
    "the package is installed",
    "a maintainer is available",
    "the file exists",
    "the file already exists",
    "it exists",
    "there is a file missing",
    "there is a problem",
    "there is no doubt",
    "origin/main exists",
    "version 1.4 exists",
    "v1.4 exists",
    "/etc/passwd exists",
    "../x.toml exists",
    "on the release branch",
    "on the default branch",
    "on Tuesday",
    "the variable is set",
    "EVERYTHING is set",
    "the table is set",
    "the tests run on Linux and macOS",
    "{{ tool }} is installed",
    "",
    "x" * 5000,
]


@pytest.mark.parametrize(("text", "kind", "argument"), SAME)
def test_it_says_the_same(text: str, kind: str, argument: Json) -> None:
    found = proposal(text)
    assert found is not None
    assert found.condition == Condition(kind, argument)
    assert found.exact


@pytest.mark.parametrize("text", OTHER)
def test_it_says_something_else(text: str) -> None:
    assert proposal(text) is None


def test_what_changes_a_word_is_not_exact() -> None:
    named = proposal("Docker is installed")
    versioned = proposal("Python 3.11 or newer is installed")
    assert named is not None
    assert versioned is not None
    assert (named.condition, named.exact) == (Condition("tool_available", "docker"), False)
    assert versioned.condition == Condition("tool_available", {"name": "python", "version": ">=3.11"})
    assert not versioned.exact


@given(st.text(max_size=200))
def test_any_text_is_answered(text: str) -> None:
    found = proposal(text)
    assert found is None or found.condition.kind
