"""The files that a run looks at: those of the library, and those that the call names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pbk.errors import UsageError
from pbk.lint.diagnostic import Finding
from pbk.lint.document import first_character
from pbk.store.discovery import PLAYBOOKS_FOLDER
from pbk.store.ledger.places import MAIN_FILE, SHARD_FOLDER
from pbk.store.playbooks import PLAYBOOK_SUFFIXES, PlaybookError, playbook_paths, read_file

UNREADABLE = "PBK100"


@dataclass(frozen=True, slots=True)
class Source:
    """One file: where it is, how rules know it (from the library's root), how reports call it, what is in it.

    `problem` is why it could not be read. `member` tells that it belongs to the library, so that rules about all of it
    see it.
    """

    path: Path
    name: str
    shown: str
    content: bytes = b""
    problem: Finding | None = None
    member: bool = True


@dataclass(frozen=True, slots=True)
class Sources:
    """The library's files, other files that were named, and the names of those that are reported (None: all).

    `prefix` leads from the folder that reports speak from to the library's root.
    """

    members: Sequence[Source]
    others: Sequence[Source] = ()
    wanted: frozenset[str] | None = None
    prefix: str = ""

    @property
    def targets(self) -> list[Source]:
        """The files whose own diagnostics are reported."""
        members = [one for one in self.members if self.wanted is None or one.name in self.wanted]
        return [*members, *self.others]


def gather(root: Path | None, paths: Sequence[Path] | None, directory: Path | None) -> Sources:
    """Read the files of the library at `root`, and those that `paths` name as seen from `directory`.

    A folder stands for the playbooks in it. Files that are neither playbooks nor a part of the ledger are passed over,
    so that a hook may be given more than it asked for. Raises `UsageError` for a path where nothing is.
    """
    directory = (directory or root or Path()).resolve()
    prefix = _prefix(root, directory) if root else ""
    members = library_sources(root, prefix) if root else []
    if paths is None:
        return Sources(members, prefix=prefix)
    known = {_real(one.path): one.name for one in members}
    wanted: set[str] = set()
    others: dict[Path, Source] = {}
    for path in paths:
        full = directory / path
        if not os.path.lexists(full):
            raise UsageError("there is no such file", where=str(path), mend="name a playbook file, or a folder of them")
        place = _real(full)
        if root is not None and place == root.resolve() and (full / PLAYBOOKS_FOLDER).is_dir():
            wanted |= {*known.values(), *_ledger_names(root, place)}
            continue
        for one in _playbooks_of(full):
            real = _real(one)
            if real in known:
                wanted.add(known[real])
            else:
                others[real] = _loose(one, directory)
        if root is not None:
            wanted |= _ledger_names(root, place)
    return Sources(members, list(others.values()), frozenset(wanted), prefix)


def library_sources(root: Path, prefix: str = "") -> list[Source]:
    """Return every playbook file of the library at `root`, read, sorted by name."""
    return [
        _read(path, root, name, prefix + name)
        for path in playbook_paths(root / PLAYBOOKS_FOLDER)
        for name in [f"{PLAYBOOKS_FOLDER}/{path.name}"]
    ]


def _read(path: Path, root: Path, name: str, shown: str, *, member: bool = True) -> Source:
    try:
        return Source(path, name, shown, read_file(path, root=root, shown_as=name), member=member)
    except PlaybookError as error:
        finding = Finding(first_character(), error.problems[0].message, error.problems[0].hint)
        return Source(path, name, shown, problem=finding, member=member)


def _prefix(root: Path, directory: Path) -> str:
    if root.resolve() == directory:
        return ""
    try:
        return Path(os.path.relpath(root.resolve(), directory)).as_posix() + "/"
    except ValueError:  # another drive
        return root.resolve().as_posix() + "/"


def _loose(path: Path, directory: Path) -> Source:
    """Return a file that belongs to no library; a link is followed wherever it leads, since a person named it."""
    try:
        name = path.relative_to(directory).as_posix()
    except ValueError:
        name = path.as_posix()
    real = path.resolve()
    return _read(real, real.parent, name, name, member=False)


def _playbooks_of(path: Path) -> list[Path]:
    if path.is_dir():
        inner = path / PLAYBOOKS_FOLDER
        return playbook_paths(inner if inner.is_dir() else path)
    return [path] if path.name.endswith(PLAYBOOK_SUFFIXES) else []


def _ledger_names(root: Path, place: Path) -> set[str]:
    """Return the files of the ledger that `place` stands for: itself, or those in it."""
    from pbk.store.ledger.places import LedgerPaths, ledger_files  # noqa: PLC0415 - few calls name the ledger

    base = root.resolve()
    if not place.is_relative_to(base):
        return set()
    inner = place.relative_to(base).as_posix()
    if inner not in {".", MAIN_FILE} and not f"{inner}/".startswith(f"{SHARD_FOLDER}/"):
        return set()
    try:
        labels = [file.label for file in ledger_files(LedgerPaths(base)) if not file.local]
    except OSError:
        return set()
    return {label for label in labels if inner in {".", label} or label.startswith(f"{inner}/")}


def _real(path: Path) -> Path:
    """Return a path without links in its folders; the file itself may be one. Two names of a file stay two."""
    return path.parent.resolve() / path.name if path.name not in {"", ".."} else path.resolve()
