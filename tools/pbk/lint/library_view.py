"""The library as rules about all of it are shown it: its ledger is only read when a rule asks for it."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeVar, overload

from pbk.config import Settings
from pbk.errors import BrokenError
from pbk.lint.library import Facts, LedgerLine, LintLibrary, ledger_lines
from pbk.model.trust import History
from pbk.store.ledger.read import StoredEvent

Item = TypeVar("Item")


class LazySequence(Sequence[Item]):
    """A sequence that is made when somebody first looks into it."""

    def __init__(self, make: Callable[[], Sequence[Item]]) -> None:
        self._make = make

    @cached_property
    def _items(self) -> Sequence[Item]:
        return self._make()

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)


class LazyHistories(Mapping[tuple[str, str], History]):
    """What the ledger says of each (scope, name); nothing where it cannot be replayed."""

    def __init__(self, root: Path, settings: Settings, now: int) -> None:
        self._root = root
        self._settings = settings
        self._now = now

    @cached_property
    def _view(self) -> Mapping[tuple[str, str], History]:
        if not has_ledger(self._root):
            return {}
        from pbk.store.ledger.replay import load_ledger  # noqa: PLC0415 - most libraries have a short ledger, or none

        try:
            return load_ledger(self._root, rule=self._settings.trust_rule, now=self._now).histories
        except BrokenError:
            return {}

    def __getitem__(self, key: tuple[str, str]) -> History:
        return self._view[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._view)

    def __len__(self) -> int:
        return len(self._view)


def library_view(
    root: Path, facts: Sequence[Facts], broken: Sequence[str], settings: Settings, now: int
) -> LintLibrary:
    """Return the library at `root` as of `now` (microseconds). `broken` names its files that are not valid."""
    histories = LazyHistories(root, settings, now)

    def active(one: Facts) -> bool:
        history = histories.get((one.scope, one.name))
        return history is None or history.retirement is None

    return LintLibrary(
        facts=facts,
        ledger=LazySequence(lambda: all_ledger_lines(root)),
        events=LazySequence(lambda: _events(root)),
        histories=histories,
        active=active,
        now=now,
        warn_above=settings.whole("library", "warn_above"),
        broken=broken,
    )


def has_ledger(root: Path) -> bool:
    """Tell whether the ledger of a library may hold anything, without reading it."""
    from pbk.store.ledger.places import LedgerPaths, ledger_files  # noqa: PLC0415

    try:
        return any(_size(file.path) != 0 for file in ledger_files(LedgerPaths(root)))
    except OSError:
        return True


def all_ledger_lines(root: Path) -> list[LedgerLine]:
    """Return every line of the committed files of the ledger. What cannot be read has none: replaying it says why."""
    from pbk.store.ledger.durable import open_file  # noqa: PLC0415
    from pbk.store.ledger.places import LedgerPaths, ledger_files  # noqa: PLC0415

    found: list[LedgerLine] = []
    try:
        files = [file for file in ledger_files(LedgerPaths(root)) if not file.local]
    except OSError:
        return []
    for file in files:
        try:
            with io.FileIO(open_file(file.path, os.O_RDONLY), "rb") as stream:
                content = stream.readall()
        except (OSError, BrokenError):
            continue
        found += ledger_lines(file.label, content)
    return found


def _events(root: Path) -> Sequence[StoredEvent]:
    if not has_ledger(root):
        return ()
    from pbk.store.ledger.read import read_events  # noqa: PLC0415

    try:
        return list(read_events(root))
    except BrokenError:
        return ()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1
