"""What is asked of Git when something is written: who, on which branch, and is it the default one.

GitPython takes a tenth of a second to import, so only the verbs that write to the ledger come here.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from git import Repo

WELL_KNOWN_DEFAULTS = ("main", "master", "trunk")


@dataclass(frozen=True, slots=True)
class GitPlace:
    """Where a library stands in Git. `branch` is None when detached; `default_branch` None when Git cannot tell."""

    identity: str | None = None
    branch: str | None = None
    default_branch: str | None = None

    @property
    def on_default_branch(self) -> bool:
        """Whether what is written here lands on the default branch directly."""
        return self.branch is not None and self.branch == self.default_branch


def git_place(root: Path, *, default_branch: str | None = None) -> GitPlace | None:
    """Return where the folder `root` stands in Git, or None outside a repository or without Git.

    `default_branch` from the settings wins over what the repository says.
    """
    with _repository(root) as repository:
        if repository is None:
            return None
        return GitPlace(
            identity=_identity(repository),
            branch=_branch(repository),
            default_branch=default_branch or _default_branch(repository),
        )


@contextmanager
def _repository(root: Path) -> Iterator[Repo | None]:
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")  # without a git program, importing must not fail
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from git import Repo  # noqa: PLC0415 - a tenth of a second
            from git.exc import GitError  # noqa: PLC0415
    except ImportError:
        yield None
        return
    try:
        repository = Repo(root, search_parent_directories=True)
    except (GitError, OSError, ValueError):
        yield None
        return
    with repository:
        yield repository


def _branch(repository: Repo) -> str | None:
    try:
        return repository.active_branch.name
    except (TypeError, ValueError, OSError):
        return None  # detached, or a HEAD that cannot be read


def _default_branch(repository: Repo) -> str | None:
    """Return what `origin/HEAD` points at; without a remote, `init.defaultBranch` or a usual name that exists."""
    from git.exc import GitError  # noqa: PLC0415 - a tenth of a second

    try:
        for remote in repository.remotes:
            if remote.name == "origin":
                return str(remote.refs["HEAD"].reference.remote_head)
    except (IndexError, TypeError, ValueError, OSError, AttributeError, GitError):
        pass  # a clone made by hand has no origin/HEAD
    heads = {head.name for head in repository.heads}
    configured = _config(repository, "init", "defaultBranch")
    names = ((configured,) if configured else ()) + WELL_KNOWN_DEFAULTS
    for name in names:
        if name in heads:
            return name
    branch = _branch(repository)
    return branch if not heads else None  # before the first commit, the branch to be is the default one


def _identity(repository: Repo) -> str | None:
    return _config(repository, "user", "email") or _config(repository, "user", "name")


def _config(repository: Repo, section: str, key: str) -> str | None:
    from configparser import Error  # noqa: PLC0415 - comes with git

    try:
        with repository.config_reader() as reader:
            value = reader.get_value(section, key, default="")
    except (Error, OSError, ValueError, TypeError):
        return None
    return str(value).strip() or None
