"""Who inspects files: this process, several where that pays, or nobody, because it was done before."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from pbk.lint.cache import load, save
from pbk.lint.diagnostic import Finding
from pbk.lint.inspection import Inspection, all_inspected
from pbk.lint.sources import Source

PAYS_FROM = 100
"""Files that nobody has inspected before, from which on starting processes is made up for (measured: bench/lint.py)."""
_CHUNK = 25

Key = tuple[str, str]


class Inspector:
    """Inspects files, each (name, content) once. Mutable: it remembers.

    With `root`, it starts from what that library's cache remembers, and `keep` writes it back.
    """

    def __init__(self, root: Path | None, processes: int) -> None:
        self._root = root
        self._processes = processes
        self._known: dict[Key, Inspection] = {}
        self._library: dict[tuple[str, str], list[Finding]] = {}
        self._changed = False
        self.library_key = ""  # of the library as it was looked at last
        self._kept = load(root) if root else None

    def inspect(self, files: Sequence[Source]) -> list[Inspection]:
        """Return the inspection of each file; nothing is found in one that could not be read."""
        keys = [(file.name, hashlib.sha256(file.content).hexdigest()) for file in files]
        fresh: dict[Key, Source] = {}
        for key, file in zip(keys, files, strict=True):
            if file.problem is not None or key in self._known:
                continue
            kept = self._kept.get(*key) if self._kept and file.member else None
            if kept is None:
                fresh[key] = file
            else:
                self._known[key] = kept
        if fresh:
            found = self._look([(file.name, file.content) for file in fresh.values()])
            self._known |= zip(fresh, found, strict=True)
            self._changed = True
        unread = Inspection(readable=False)
        return [unread if file.problem else self._known[key] for key, file in zip(keys, files, strict=True)]

    def of_the_library(self, rule: str, key: str) -> list[Finding] | None:
        """Return what a rule found in the whole library when that had this key, None where nobody remembers."""
        known = self._library.get((rule, key))
        if known is None and self._kept is not None:
            known = self._kept.library(rule, key)
            if known is not None:
                self._library[rule, key] = known
        return known

    def remember(self, rule: str, key: str, found: list[Finding]) -> None:
        """Remember what a rule found in the whole library."""
        self._library[rule, key] = found
        self._changed = True

    def keep(self, files: Sequence[Source]) -> None:
        """Write down what was found in the library's files, where that is possible and something is new."""
        if self._root is None:
            return
        members = {file.name: hashlib.sha256(file.content).hexdigest() for file in files if file.problem is None}
        if self._changed or (self._kept and self._kept.names() - members.keys()):
            known = {(name, sha256): self._known[name, sha256] for name, sha256 in members.items()}
            key = self.library_key
            library = {rule: (key, found) for (rule, kept), found in self._library.items() if kept == key}
            save(self._root, {place: one for place, one in known.items() if not one.crashes}, library)

    def _look(self, files: Sequence[tuple[str, bytes]]) -> list[Inspection]:
        if self._processes == 1 or len(files) < PAYS_FROM:
            return all_inspected(files)
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - most runs look at few files
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

        chunks = [files[start : start + _CHUNK] for start in range(0, len(files), _CHUNK)]
        try:
            with ProcessPoolExecutor(min(self._processes, len(chunks))) as pool:
                return [one for chunk in pool.map(all_inspected, chunks) for one in chunk]
        except (BrokenProcessPool, OSError):
            return all_inspected(files)  # no processes here, or one was killed
