"""Appending one event, durably: locked, stamped, healed, in one write, flushed to the disk before it is acknowledged.

A writer that is killed loses at most the line that it was writing. The next one finds the fragment (a last line without
its newline that is no event), moves it to `.pbk/torn/` and cuts it off, so that it neither swallows the next record nor
has to be tolerated by any reader: what is in the middle of the file is always whole.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from typing import TYPE_CHECKING

from pbk.errors import UsageError
from pbk.model.event import LINE_LIMIT, Event, EventError, sealed
from pbk.model.instant import format_instant
from pbk.store.ledger.durable import open_file, sync_folder, write_all, write_failure
from pbk.store.ledger.lock import ledger_lock
from pbk.store.ledger.places import LedgerPaths, Place, ensure_local
from pbk.store.ledger.scan import RECORD_BEGINNING
from pbk.store.ledger.stamps import Stamps, next_stamp, remember

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_RANDOM_BYTES = 8
_WRITER_LENGTH = 40
_NOT_RECORDED = "the event was not recorded"
_BLOCK = 1 << 16


def append_event(
    root: Path, draft: Event, *, place: Place, now: int, entropy: Callable[[int], bytes] = os.urandom
) -> Event:
    """Store `draft` in the ledger of the library at `root` and return it as stored, with nonce, time and id.

    `now` in microseconds; the time is just after the newest visible stamp when that is later. When this returns, the
    event is on the disk. Raises `PbkError` when it cannot be written or the lock is held, `UsageError` when the draft
    is no event.
    """
    paths = LedgerPaths(root)
    with ledger_lock(paths):
        event, stamps = _stamped(paths, draft, now, entropy)
        if place is Place.SHARD:
            _add_shard(paths, event, stamps, entropy(_RANDOM_BYTES).hex())
            return event
        path = paths.main if place is Place.SINGLE else _spool(paths, event.actor)
        descriptor, new = _opened(path)
        try:
            _append(paths, path, descriptor, event.line())
            remember(stamps, paths, os.fstat(descriptor), paths.label(path), event.ts)
        except OSError as error:
            os.close(descriptor)
            raise write_failure(error, path, _NOT_RECORDED) from None
        except BaseException:
            os.close(descriptor)
            raise
    # Flushing outside the lock lets other writers go on meanwhile, and the disk flush the lines of several at once.
    try:
        os.fsync(descriptor)
        if new:
            sync_folder(path.parent)
    except OSError as error:
        raise write_failure(error, path, "the event may not have reached the disk") from None
    finally:
        os.close(descriptor)
    return event


def _stamped(paths: LedgerPaths, draft: Event, now: int, entropy: Callable[[int], bytes]) -> tuple[Event, Stamps]:
    """Return the draft with nonce, time and id, and what to remember its time in."""
    try:
        stamp, stamps = next_stamp(paths, now)
    except OSError as error:
        raise write_failure(error, paths.main, _NOT_RECORDED) from None
    try:
        return sealed(draft._replace(nonce=entropy(_RANDOM_BYTES).hex(), ts=stamp)), stamps
    except (EventError, OverflowError) as error:
        raise UsageError(f"{_NOT_RECORDED}: {error}", mend="correct what is recorded") from None


def heal(root: Path) -> Path | None:
    """Move a torn last line of the compacted file aside, as the next append would. Return where it lies now, if any.

    Raises `PbkError`.
    """
    paths = LedgerPaths(root)
    with ledger_lock(paths):
        try:
            descriptor = open_file(paths.main, os.O_RDWR | os.O_APPEND)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise write_failure(error, paths.main, "the ledger cannot be healed") from None
        try:
            start, tail = _last_line(descriptor)
            if not tail or not _is_fragment(tail):
                return None
            return _cut_off(paths, paths.main, descriptor, start, tail)
        except OSError as error:
            raise write_failure(error, paths.main, "the ledger cannot be healed") from None
        finally:
            os.close(descriptor)


def writer_slug(actor: str) -> str:
    """Return an actor's name as part of a file name: lower-case letters, digits and hyphens, bounded, never empty."""
    plain = unicodedata.normalize("NFKD", actor).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:_WRITER_LENGTH].strip("-") or "writer"


def _spool(paths: LedgerPaths, actor: str) -> Path:
    try:
        ensure_local(paths)
        paths.outbox.mkdir(exist_ok=True)
    except OSError as error:
        raise write_failure(error, paths.outbox, _NOT_RECORDED) from None
    # The suffix keeps a name apart from those that Windows reserves ("con", "nul", ...).
    return paths.outbox / f"{writer_slug(actor)}-spool.jsonl"


def _opened(path: Path) -> tuple[int, bool]:
    """Return a descriptor to append with, and whether the file is new."""
    new = not os.path.lexists(path)
    try:
        return open_file(path, os.O_RDWR | os.O_APPEND | os.O_CREAT), new
    except OSError as error:
        raise write_failure(error, path, _NOT_RECORDED) from None


def _append(paths: LedgerPaths, path: Path, descriptor: int, line: bytes) -> None:
    """Append one line, after whatever newline or cut the end of the file needs. Raises `OSError`, `PbkError`."""
    start, tail = _last_line(descriptor)
    if tail:
        if _is_fragment(tail):
            _cut_off(paths, path, descriptor, start, tail)
        else:
            line = b"\n" + line  # a whole event, or something that a person wrote: only its newline is missing
    end = os.fstat(descriptor).st_size
    try:
        write_all(descriptor, line)
    except OSError:
        # Take back what was written of it, unless somebody has written after it.
        if os.fstat(descriptor).st_size <= end + len(line):
            os.ftruncate(descriptor, end)
        raise


def _last_line(descriptor: int) -> tuple[int, bytes]:
    """Return where the last line starts and its bytes when it lacks its newline, else the file's end and nothing."""
    size = os.fstat(descriptor).st_size
    start, tail = size, b""
    while start > 0 and len(tail) <= 2 * LINE_LIMIT:
        block = min(_BLOCK if tail else 1, start)
        os.lseek(descriptor, start - block, os.SEEK_SET)
        read = os.read(descriptor, block)
        cut = read.rfind(b"\n") + 1
        if cut:
            return start - block + cut, read[cut:] + tail
        start, tail = start - block, read + tail
    return start, tail


def _is_fragment(tail: bytes) -> bool:
    """Return whether a last line is the beginning of one record, cut short.

    A whole record is none, nor is what begins with one, nor what a person wrote: none of that is ever cut off.
    """
    if not RECORD_BEGINNING.match(tail):
        return False
    try:
        json.JSONDecoder().raw_decode(tail.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return True
    return False


def _cut_off(paths: LedgerPaths, path: Path, descriptor: int, start: int, tail: bytes) -> Path:
    """Move the fragment at `start` aside: kept in `.pbk/torn/`, then cut off. Raises `OSError`."""
    ensure_local(paths)
    paths.torn.mkdir(exist_ok=True)
    kept = paths.torn / f"{path.stem}-{start}-{os.urandom(4).hex()}.txt"
    aside = open_file(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        write_all(aside, tail)
        os.fsync(aside)
    finally:
        os.close(aside)
    os.ftruncate(descriptor, start)
    return kept


def _add_shard(paths: LedgerPaths, event: Event, stamps: Stamps, random: str) -> None:
    """Write the event into a new file of its own, which appears whole or not at all. Raises `PbkError`."""
    folder = paths.shards / format_instant(event.ts)[:7]
    path = folder / f"{writer_slug(event.actor)}-{random}.jsonl"
    made = [made for made in (folder, paths.shards) if not made.is_dir()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            ensure_local(paths)
            temporary = paths.local / f"shard-{random}"
            _write_new(temporary, event.line())
        except OSError:
            _write_new(path, event.line())  # without a place for it, straight to its name
        else:
            _name_it(temporary, path, event.line())
        sync_folder(folder)
        for each in made:
            sync_folder(each.parent)
        remember(stamps, paths, folder.stat(), paths.label(folder), event.ts)
    except OSError as error:
        raise write_failure(error, path, _NOT_RECORDED) from None


def _name_it(temporary: Path, path: Path, line: bytes) -> None:
    """Give a finished file its name, never over another; a disk without links gets it written once more."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        _write_new(path, line)
    finally:
        temporary.unlink(missing_ok=True)


def _write_new(path: Path, line: bytes) -> None:
    descriptor = open_file(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        write_all(descriptor, line)
        os.fsync(descriptor)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    finally:
        os.close(descriptor)
