from __future__ import annotations

from pathlib import Path

import pytest

from pbk.store.git import git_place
from support.libraries import git, repository


def test_outside_a_repository(tmp_path: Path) -> None:
    assert git_place(tmp_path) is None


def test_default_branch_without_a_remote(tmp_path: Path) -> None:
    place = git_place(repository(tmp_path / "a b"))
    assert place is not None
    assert (place.branch, place.default_branch, place.identity) == ("main", "main", "maintainer@example.org")
    assert place.on_default_branch


def test_before_the_first_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "odd")
    place = git_place(tmp_path)
    assert place is not None
    assert place.on_default_branch


def test_another_branch_and_a_detached_head(tmp_path: Path) -> None:
    repository(tmp_path)
    git(tmp_path, "switch", "-qc", "topic")
    place = git_place(tmp_path)
    assert place is not None
    assert (place.branch, place.default_branch, place.on_default_branch) == ("topic", "main", False)
    git(tmp_path, "switch", "-q", "--detach")
    place = git_place(tmp_path)
    assert place is not None
    assert (place.branch, place.on_default_branch) == (None, False)


def test_a_clone_knows_the_default_branch_of_its_origin(tmp_path: Path) -> None:
    origin = repository(tmp_path / "origin")
    git(origin, "branch", "-m", "main", "develop")
    git(tmp_path, "clone", "-q", str(origin), "copy")
    place = git_place(tmp_path / "copy")
    assert place is not None
    assert place.default_branch == "develop"
    assert place.on_default_branch
    git(tmp_path / "copy", "worktree", "add", "-q", "-b", "topic", "../tree")
    other = git_place(tmp_path / "tree")
    assert other is not None
    assert (other.branch, other.default_branch) == ("topic", "develop")


def test_the_setting_wins(tmp_path: Path) -> None:
    place = git_place(repository(tmp_path), default_branch="release")
    assert place is not None
    assert not place.on_default_branch


@pytest.mark.parametrize("head", ["", "ref: refs/heads/\n", "garbage\n", "\xff"])
def test_a_broken_head_is_no_branch(tmp_path: Path, head: str) -> None:
    repository(tmp_path)
    (tmp_path / ".git" / "HEAD").write_text(head, encoding="latin-1")
    place = git_place(tmp_path)
    assert place is None or not place.on_default_branch
