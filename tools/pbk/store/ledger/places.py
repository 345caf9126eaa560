"""Where the ledger of a library lies: the compacted file, the immutable shards, the git-ignored outbox."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from pbk.store.private import private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAIN_FILE = "trust-ledger.jsonl"
SHARD_FOLDER = "trust-ledger.d"
LOCAL_FOLDER = ".pbk"


class Place(StrEnum):
    """Where one event is written."""

    SINGLE = "single"  # appended to the compacted file
    SHARD = "shard"  # a new immutable file of its own
    OUTBOX = "outbox"  # the local spool, not published yet


class LedgerPaths(NamedTuple):
    """The paths of the ledger of the library at `root`. None of them needs to exist."""

    root: Path

    @property
    def main(self) -> Path:
        """The compacted file."""
        return self.root / MAIN_FILE

    @property
    def shards(self) -> Path:
        """The folder of the immutable shards, one folder a month."""
        return self.root / SHARD_FOLDER

    @property
    def local(self) -> Path:
        """The git-ignored folder of this checkout: all in it is disposable, the outbox and `torn` excepted."""
        return self.root / LOCAL_FOLDER

    @property
    def outbox(self) -> Path:
        """The spool of what machines have recorded here and nobody has published yet."""
        return self.local / "outbox"

    @property
    def checkpoint(self) -> Path:
        """The folded prefix of the ledger. Disposable."""
        return self.local / "ledger-checkpoint"

    @property
    def lock(self) -> Path:
        """What a writer locks."""
        return self.local / "ledger.lock"

    @property
    def newest(self) -> Path:
        """The newest stamp of each file, for writers. Disposable."""
        return self.local / "ledger-newest"

    @property
    def torn(self) -> Path:
        """Where fragments of lines go that a killed writer left behind."""
        return self.local / "torn"

    def label(self, path: Path) -> str:
        """Return `path` as errors name it: relative to the library, with slashes."""
        return path.relative_to(self.root).as_posix()


class LedgerFile(NamedTuple):
    """One file of the ledger. `label` is how errors name it; `local` says that it lies in the outbox."""

    path: Path
    label: str
    local: bool


def ledger_files(paths: LedgerPaths) -> list[LedgerFile]:
    """Return the files that there are: the compacted one, the shards, the outbox, each group sorted by name.

    Raises `OSError` when a folder cannot be listed.
    """
    found = [LedgerFile(paths.main, MAIN_FILE, local=False)] if os.path.lexists(paths.main) else []
    for folder, local in ((paths.shards, False), (paths.outbox, True)):
        inside = sorted((paths.label(path), path) for path in _lines_files(folder))
        found += [LedgerFile(path, label, local) for label, path in inside]
    return found


def _lines_files(folder: Path) -> Iterator[Path]:
    """Yield every `*.jsonl` in and below `folder`, hidden ones excepted. Links to folders are not followed."""
    try:
        entries = os.scandir(folder)
    except FileNotFoundError:
        return
    with entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                yield from _lines_files(folder / entry.name)
            elif entry.name.endswith(".jsonl"):
                yield folder / entry.name


def ensure_local(paths: LedgerPaths) -> None:
    """Create the git-ignored folder, which ignores itself whatever the library's own `.gitignore` says.

    Raises `OSError` when it cannot be created.
    """
    private_folder(paths.root)
