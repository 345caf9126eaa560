"""Files of the working directory by name or glob, and no others.

A glob is a path with `/` between its parts: `*`, `?` and `[...]` stand for characters of one name, `**` for any number
of folders. As in a shell, a wildcard does not match a leading dot, and `**` neither enters hidden folders nor follows
links to folders. Names are compared as the file system compares them.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbk.conditions.evaluation import Undecidable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pbk.conditions.situation import Situation

MOST_ENTRIES = 20_000  # names looked at for one glob
ANY_DEPTH = "**"
WILDCARDS = frozenset("*?[")
ABSENT = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})


class Found(NamedTuple):
    """The full paths that a glob names, and why there may be others that were not seen ("" when there are none)."""

    paths: list[Path]
    doubt: str


def find(glob: str, situation: Situation, *, most: int = MOST_ENTRIES) -> Found:
    """Return what exists under the name or glob, at most `most` of it; a link to nothing does not exist.

    Raises `Undecidable` for a glob that could leave the working directory.
    """
    parts = _parts(glob)
    paths: list[Path] = []
    with situation.allowance("files") as seconds:
        walk = _Walk(situation.root, time.monotonic() + seconds, folders_only=glob.endswith("/"))
        if not walk.root.is_dir():
            raise Undecidable(f"the working directory {situation.directory} does not exist")
        try:
            for path in walk.under(walk.root, parts):
                paths.append(path)
                if len(paths) >= most:
                    return Found(paths, "")
        except Undecidable as reason:
            return Found(paths, f"{glob}: {reason}")
    return Found(paths, walk.doubt)


def _parts(glob: str) -> tuple[str, ...]:
    if "\\" in glob or "\0" in glob:
        raise Undecidable(f"{glob!r} is no path: write / between folders")
    if glob.startswith("/") or glob[1:2] == ":":
        raise Undecidable(f"{glob} is absolute: only paths below the working directory may be asked for")
    parts = [part for part in glob.split("/") if part not in {"", "."}]
    if ".." in parts:
        raise Undecidable(f"{glob} leaves the working directory with ..")
    if not parts:
        raise Undecidable(f"{glob!r} names no file")
    return tuple(
        part for index, part in enumerate(parts) if not (part == ANY_DEPTH and parts[index - 1 : index] == [ANY_DEPTH])
    )


class _Walk:
    """One walk for one glob: what it has met, and how far it may go."""

    def __init__(self, root: Path, deadline: float, *, folders_only: bool) -> None:
        self.root = root
        self.deadline = deadline
        self.folders_only = folders_only
        self.entries = 0
        self.doubt = ""

    def under(self, folder: Path, parts: tuple[str, ...]) -> Iterator[Path]:
        """Yield what `parts` name below `folder`, a path without links in it."""
        part, rest = parts[0], parts[1:]
        if part == ANY_DEPTH:
            yield from self._any_depth(folder, rest)
        elif WILDCARDS.isdisjoint(part):
            yield from self._one(folder, part, rest)
        else:
            pattern = os.path.normcase(part)
            for entry in self._scan(folder):
                if (part.startswith(".") or not entry.name.startswith(".")) and fnmatchcase(
                    os.path.normcase(entry.name), pattern
                ):
                    yield from self._one(folder, entry.name, rest)

    def _any_depth(self, folder: Path, rest: tuple[str, ...]) -> Iterator[Path]:
        if rest:
            yield from self.under(folder, rest)
        for entry in self._scan(folder):
            if entry.name.startswith("."):
                continue
            if not rest:
                yield from self._one(folder, entry.name, rest)
            if entry.is_dir(follow_symlinks=False):
                yield from self._any_depth(folder / entry.name, rest)

    def _one(self, folder: Path, name: str, rest: tuple[str, ...]) -> Iterator[Path]:
        """Yield what one name in `folder` leads to, if it is there and inside."""
        self._count()
        path = folder / name
        try:
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode):
                target = Path(os.path.realpath(path))
                if not target.is_relative_to(self.root):
                    self.doubt = f"{path.relative_to(self.root)} is a link that leads outside the working directory"
                    return
                path, mode = target, target.stat().st_mode
        except OSError as error:
            if error.errno not in ABSENT:
                self.doubt = f"{path.relative_to(self.root)}: {error.strerror}"
            return
        if stat.S_ISDIR(mode):
            if rest:
                yield from self.under(path, rest)
                return
        elif self.folders_only:
            return
        if not rest:
            yield path

    def _scan(self, folder: Path) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                listed = sorted(islice(entries, MOST_ENTRIES + 1 - self.entries), key=lambda entry: entry.name)
        except OSError as error:
            if error.errno not in ABSENT:
                self.doubt = f"{folder.relative_to(self.root)}: {error.strerror}"
            return []
        self._count(len(listed))
        return listed

    def _count(self, more: int = 1) -> None:
        self.entries += more
        if self.entries > MOST_ENTRIES:
            raise Undecidable(f"more than {MOST_ENTRIES:,} files would have to be looked at")
        if time.monotonic() > self.deadline:
            raise Undecidable("looking through the files took too long")
