"""What every verb begins with: which libraries, and which instant."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from pbk.errors import UsageError
from pbk.model.instant import parse_instant, to_seconds
from pbk.store.discovery import library_roots
from pbk.store.library import Library
from pbk.store.shelf import Shelf

NOW_VARIABLE = "PBK_NOW"


def instant(now: str | None) -> float | None:
    """Return the Unix time (seconds) that `--now` or `PBK_NOW` names, None for the real one. Raises `UsageError`."""
    text = now or os.environ.get(NOW_VARIABLE)
    if not text:
        return None
    try:
        return to_seconds(parse_instant(text))
    except ValueError as error:
        where = "--now" if now else NOW_VARIABLE
        raise UsageError(str(error), where=where, mend="write it like 2026-12-01T10:00:00Z") from None


def open_shelf(named: Sequence[Path], now: str | None, *, directory: Path | None = None) -> Shelf:
    """Return the libraries that a call means (`Shelf` may be empty), opened as of its instant."""
    moment = instant(now)
    start = directory or Path.cwd()
    roots = library_roots(start, named, os.environ)
    libraries = tuple(Library.open(root, now=moment, clock=time.time) for root in roots)
    seen: dict[str, int] = {}
    for library in libraries:  # `name:playbook` must mean one thing
        seen[library.name] = seen.get(library.name, 0) + 1
        if seen[library.name] > 1:
            library.label = f"{library.name}~{seen[library.name]}"
    return Shelf(libraries)


def open_library(named: Sequence[Path], now: str | None) -> Library:
    """Return the one library that a call means, the nearest. Raises `UsageError` where there is none."""
    return needed(open_shelf(named, now)).libraries[0]


def needed(shelf: Shelf) -> Shelf:
    """Return `shelf` if it holds a library. Raises `UsageError` otherwise."""
    if not shelf.libraries:
        raise UsageError(
            "there is no library here", where=str(Path.cwd()), mend="`pbk init` makes one, --library names one"
        )
    return shelf


def person_at_terminal() -> bool:
    """Whether a person can be asked: both ends are a terminal, and the environment names no agent."""
    from pbk.store.actor import agent_variable  # noqa: PLC0415 - few calls ask

    return sys.stdin.isatty() and sys.stderr.isatty() and agent_variable(os.environ) is None
