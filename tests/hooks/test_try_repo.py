"""The hooks that other repositories install, as pre-commit installs them: it fetches packages, so it is asked for."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.libraries import git, repository, write_playbook

PROJECT = Path(__file__).parent.parent.parent
SHIPPED = ("tools", "schema", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".pre-commit-hooks.yaml")


@pytest.mark.network
def test_the_hooks_run_from_a_temporary_clone(tmp_path: Path, clean_environment: Path) -> None:
    clone = tmp_path / "kit"
    clone.mkdir()
    for name in SHIPPED:
        source = PROJECT / name
        copy = shutil.copytree if source.is_dir() else shutil.copyfile
        copy(source, clone / name)
    repository(clone)
    target = tmp_path / "target"
    write_playbook(target, "publish", "Publish a new version", preconditions=[{"task_mentions": "publish"}])
    (target / "trust-ledger.jsonl").write_text("not an event\n", encoding="utf-8")
    repository(target)
    words = [sys.executable, "-m", "pre_commit", "try-repo", str(clone), "--all-files", "--verbose"]
    done = subprocess.run(words, cwd=target, capture_output=True, text=True, check=False)
    assert clean_environment.is_dir()
    assert done.returncode == 1, done.stdout + done.stderr
    for hook in ("pbk-lint", "pbk-test", "pbk-ledger"):
        assert f"hook id: {hook}" in done.stdout
    assert "PBK801" in done.stdout
    (target / "trust-ledger.jsonl").write_text("", encoding="utf-8")
    git(target, "add", "-A")
    again = subprocess.run(words, cwd=target, capture_output=True, text=True, check=False)
    assert "PBK801" not in again.stdout
