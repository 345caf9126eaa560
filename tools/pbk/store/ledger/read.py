"""Reading the events themselves, each once, with where it stands: for `pbk log`, `pbk void` and the doctor."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbk.model.event import LINE_LIMIT, Event
from pbk.model.event_kind import EventKind
from pbk.store.ledger.broken import LedgerError, strict_event, torn
from pbk.store.ledger.durable import open_file, read_failure
from pbk.store.ledger.places import LedgerPaths, ledger_files
from pbk.store.ledger.scan import NEWLINE, RECORD_BEGINNING, is_event, settled, too_long, whole_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pbk.store.ledger.places import LedgerFile

__all__ = ["LedgerError", "StoredEvent", "read_events"]


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event, the file and the line (from 1) where it stands, and whether a `void` takes it back."""

    event: Event
    path: Path
    line: int
    voided: bool


def read_events(root: Path, *, playbook: str | None = None, scope: str | None = None) -> Iterator[StoredEvent]:
    """Yield every event of the library at `root` once, in the order of (time, id), future ones included.

    With `playbook` or `scope` only theirs. Of copies, the committed one is given. Raises `LedgerError` when a line is
    not an event, or an id stands for two events; lines that cannot concern `playbook` may go unchecked.
    """
    paths = LedgerPaths(root)
    wanted = f'"{playbook}"'.encode() if playbook is not None else None
    found: dict[str, tuple[Event, bytes, LedgerFile, int]] = {}
    targets: set[str] = set()
    try:
        files = ledger_files(paths)
    except OSError as error:
        raise read_failure(error, str(error.filename or root)) from None
    for file in files:
        for number, line in _lines(paths, file):
            # A name that is spelled without escapes is found without decoding the line.
            if wanted is not None and wanted not in line and b"\\" not in line and b'"void"' not in line:
                continue
            event = strict_event(line, file.label, number)
            if event.event is EventKind.VOID and event.target:
                targets.add(event.target)
            if (playbook is not None and event.playbook != playbook) or (scope is not None and event.scope != scope):
                continue
            before = found.setdefault(event.id, (event, line, file, number))
            if before[1] != line:
                raise LedgerError(
                    f"the id {event.id} stands for another event at {before[2].label}:{before[3]}",
                    where=f"{file.label}:{number}:1",
                    mend="one of the two lines was edited: take it back from history with `git checkout -- FILE`",
                )
    for event, _, file, number in sorted(found.values(), key=lambda entry: (entry[0].ts, entry[0].id)):
        voided = event.id in targets and event.event is not EventKind.VOID
        yield StoredEvent(event, file.path, number, voided)


def _lines(paths: LedgerPaths, file: LedgerFile) -> Iterator[tuple[int, bytes]]:
    """Yield each line with its number. A torn last line is left out."""
    number, size, tail = 1, 0, b""
    try:
        with io.FileIO(open_file(file.path, os.O_RDONLY), "rb") as stream:
            for lines, tail in whole_lines(stream, 0, os.fstat(stream.fileno()).st_size):
                for line in lines.split(NEWLINE)[:-1]:
                    yield number, line
                    number += 1
                size += len(lines)
                if len(tail) > LINE_LIMIT:
                    raise too_long(file, number)
    except FileNotFoundError:
        return
    except OSError as error:
        raise read_failure(error, file.label) from None
    if not tail:
        return
    if not is_event(tail):
        tail = settled(paths, file, size, tail).partition(NEWLINE)[0]
    if is_event(tail):
        yield number, tail
    elif not file.local and not RECORD_BEGINNING.match(tail):
        raise torn(file.label, number, tail)
