"""Where the Git repository of the working directory keeps its things, read from its files without running git."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbk.conditions.evaluation import Undecidable

if TYPE_CHECKING:
    from pbk.conditions.situation import Situation

LONGEST_POINTER = 4_096  # bytes of HEAD, of a `.git` file, of `commondir`


class Repository(NamedTuple):
    """Three folders (gitrepository-layout(5)).

    `top` is the working tree's, `private` holds what is this working tree's own (HEAD, index), `common` what all
    working trees share (config); the last two differ only in a linked working tree.
    """

    top: Path
    private: Path
    common: Path


def of(situation: Situation) -> Repository:
    """Return the repository that the working directory lies in, or raise `Undecidable` when there is none."""
    return situation.remember("repository", lambda: _around(situation.root))


def at(top: Path) -> Repository | None:
    """Return the repository whose working tree is exactly `top`, or None; git passes over the same as this does."""
    marker = top / ".git"
    if marker.is_dir():
        private = marker
    elif marker.is_file():
        kind, _, target = pointer(marker).partition(": ")
        if kind != "gitdir" or not target:
            raise Undecidable(f"{marker} does not say where the repository lies")
        private = _normal(top / target)
    else:
        return None
    shared = private / "commondir"
    common = _normal(private / pointer(shared)) if shared.is_file() else private
    if not (os.path.lexists(private / "HEAD") and (common / "objects").is_dir() and (common / "refs").is_dir()):
        return None
    return Repository(top, private, common)


def pointer(path: Path) -> str:
    """Return the one line of a small file."""
    with path.open("rb") as file:
        return os.fsdecode(file.read(LONGEST_POINTER)).rstrip("\r\n")


def _normal(path: Path) -> Path:
    return Path(os.path.normpath(path))


def _around(directory: Path) -> Repository:
    for folder in (directory, *directory.parents):
        found = at(folder)
        if found is not None:
            return found
    raise Undecidable(f"{directory} is in no Git repository")
