from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbk.errors import UsageError
from pbk.lint.changed import changed_since
from support.libraries import git, repository


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "a folder"
    (folder / "playbooks").mkdir(parents=True)
    for name in ("one", "two", "three"):
        (folder / "playbooks" / f"{name}.yaml").write_text(f"name: {name}\n", encoding="utf-8")
    return repository(folder)


def names(root: Path, revision: str = "main") -> list[str]:
    return [path.relative_to(root).as_posix() for path in changed_since(root, revision, dict(os.environ))]


def test_what_a_branch_changed_committed_or_not(root: Path) -> None:
    assert names(root) == []
    git(root, "switch", "-qc", "topic")
    folder = root / "playbooks"
    (folder / "one.yaml").write_text("name: one\ngoal: x\n", encoding="utf-8")
    git(root, "commit", "-qam", "one")
    (folder / "two.yaml").write_text("name: two\ngoal: x\n", encoding="utf-8")
    (folder / "neu é.yaml").write_text("name: neu\n", encoding="utf-8")
    (folder / "three.yaml").unlink()
    assert names(root) == ["playbooks/neu é.yaml", "playbooks/one.yaml", "playbooks/two.yaml"]
    git(root, "switch", "-q", "--discard-changes", "main")
    (folder / "three.yaml").write_text("name: three\ngoal: on main\n", encoding="utf-8")
    git(root, "commit", "-qam", "three")
    git(root, "switch", "-q", "topic")
    assert "playbooks/three.yaml" not in names(root), "what the other branch did since is not ours"


def test_ignored_files_are_left_out_and_a_library_below_the_top_is_told_from_its_root(root: Path) -> None:
    (root / ".gitignore").write_text("ignored.yaml\n", encoding="utf-8")
    (root / "playbooks" / "ignored.yaml").write_text("x", encoding="utf-8")
    (root / "playbooks" / "one.yaml").write_text("x", encoding="utf-8")
    found = changed_since(root / "playbooks", "HEAD", dict(os.environ))
    assert [path.relative_to(root).as_posix() for path in found] == ["playbooks/one.yaml"]


@pytest.mark.parametrize("revision", ["nothing", "--output=x", "-h", "", "main..main", "HEAD:playbooks"])
def test_a_word_that_is_no_revision_is_a_usage_error(root: Path, revision: str) -> None:
    with pytest.raises(UsageError) as caught:
        names(root, revision)
    assert caught.value.where == "--changed-since"
    assert not (root / "x").exists()


def test_variables_that_a_hook_leaves_behind_lead_nowhere(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere")
    assert names(root) == []


def test_outside_a_repository(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a git repository"):
        names(tmp_path)


def test_without_git(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="git cannot be run"):
        names(root)
