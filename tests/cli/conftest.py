"""A library in a Git repository, and the command line to run in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command import Run, runner
from support.libraries import repository, write_playbook


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return runner(capsys, monkeypatch)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library with two playbooks, committed, as the working directory."""
    folder = tmp_path / "my library"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    (folder / ".gitignore").write_text(".pbk/\n", encoding="utf-8")
    write_playbook(
        folder,
        "cut-a-release",
        "Publish a new version to PyPI",
        preconditions=[
            {"file_exists": "pyproject.toml"},
            {"git_clean": True},
            {"task_mentions": ["publish", "release"]},
        ],
        anti_preconditions=[{"file_exists": "packages/*/pyproject.toml"}],
        examples={"match": ["ship 1.4"], "no_match": ["publish a new version to TestPyPI, not to PyPI"]},
    )
    write_playbook(
        folder,
        "rotate-a-secret",
        "Rotate a leaked secret",
        preconditions=["the secret was pushed to a public place"],
        anti_preconditions=["the secret is only a test fixture"],
    )
    repository(folder)
    monkeypatch.chdir(folder)
    return folder
