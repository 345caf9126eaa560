"""The newest stamp of the ledger, for writers: a writer's time is later than all that it can see.

Reading a long ledger at every append would cost more than the append, so `.pbk/ledger-newest` remembers how far
each file was read and what its newest stamp was. It is disposable, and what it says is checked against the size, the
inode and the time of each file; a forged one could only move a writer's own stamp, by ten minutes.
"""

from __future__ import annotations

import io
import json
import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from pbk.errors import PbkError
from pbk.model.event import LINE_LIMIT, EventError, parse_event
from pbk.model.instant import MINUTE, format_instant, parse_instant
from pbk.store.ledger.durable import open_file, write_all
from pbk.store.ledger.places import MAIN_FILE, SHARD_FOLDER, ledger_files
from pbk.store.ledger.scan import NEWLINE, whole_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pbk.store.ledger.places import LedgerFile, LedgerPaths

FOLLOWED = 10 * MINUTE
"""How far ahead of now a stamp may be and still be followed: a wrong clock must not drag all others along."""

_VERSION = 1
_MOST_AHEAD = 1000
_STAMP = re.compile(rb'"ts":"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z)","v":1\}\n')


class Seen(NamedTuple):
    """How far a file (or a folder of shards) was read: `newest` is the newest followed stamp in it, if any."""

    identity: int  # the inode of a file, the number of files in a folder
    size: int  # bytes of a file, 0 for a folder
    modified: int  # nanoseconds
    newest: int | None


class Stamps:
    """What is remembered. Mutable: `refresh` reads what was added, `remember` takes note of what was written."""

    __slots__ = ("ahead", "passed", "seen")

    def __init__(self) -> None:
        self.seen: dict[str, Seen] = {}
        self.ahead: set[int] = set()
        self.passed: int | None = None

    def newest(self) -> int | None:
        """Return the newest stamp that is followed, None in an empty ledger."""
        stamps = [seen.newest for seen in self.seen.values() if seen.newest is not None]
        if self.passed is not None:
            stamps.append(self.passed)
        return max(stamps, default=None)

    def follow(self, stamp: int, limit: int, newest: int | None) -> int | None:
        """Return the newer of `newest` and `stamp`, unless `stamp` is further ahead than `limit`."""
        if stamp > limit:
            self.ahead.add(stamp)
            return newest
        return stamp if newest is None else max(newest, stamp)


def next_stamp(paths: LedgerPaths, now: int) -> tuple[int, Stamps]:
    """Return the stamp (microseconds) of an event that is written at `now`, and what to `remember` it in.

    It is `now`, or just after the newest visible stamp when that is later; stamps over ten minutes ahead are not
    followed. Hold the lock. Raises `OSError`.
    """
    limit = now + FOLLOWED
    stamps = _remembered(paths)
    newest = stamps.newest()
    if newest is not None and newest > limit:  # the clock went back: what is followed now is something else
        stamps = Stamps()
    for stamp in [stamp for stamp in stamps.ahead if stamp <= limit]:
        stamps.ahead.discard(stamp)
        stamps.passed = stamps.follow(stamp, limit, stamps.passed)
    _refresh(stamps, paths, limit)
    newest = stamps.newest()
    return (now if newest is None else max(now, newest + 1)), stamps


def remember(stamps: Stamps, paths: LedgerPaths, written: os.stat_result, name: str, stamp: int) -> None:
    """Take note that an event with `stamp` was written to `name`, the label of a file or of a folder of shards.

    `written` is what the system says of it now. Where that cannot be stored, the next writer reads more.
    """
    before = stamps.seen.get(name)
    folder = name.startswith(SHARD_FOLDER)
    identity = (before.identity if before else 0) + 1 if folder else written.st_ino
    size = 0 if folder else written.st_size
    newest = stamps.follow(stamp, stamp, before.newest if before else None)
    stamps.seen[name] = Seen(identity, size, written.st_mtime_ns, newest)
    with suppress(OSError, PbkError):
        if len(stamps.ahead) > _MOST_AHEAD:
            paths.newest.unlink(missing_ok=True)
            return
        packed = {"v": _VERSION, "seen": stamps.seen, "ahead": sorted(stamps.ahead), "passed": stamps.passed}
        _overwrite(paths.newest, json.dumps(packed).encode())


def _overwrite(path: Path, data: bytes) -> None:
    """Write the file in place, under its checksum. A rename over it would make ext4 flush it: ten times the append."""
    descriptor = open_file(path, os.O_RDWR | os.O_CREAT)
    try:
        summed = f"{crc32(data):08x}".encode() + data
        write_all(descriptor, summed)
        os.ftruncate(descriptor, len(summed))
    finally:
        os.close(descriptor)


def seen_by_writer(paths: LedgerPaths) -> tuple[int, int] | None:
    """Return the (size, time in nanoseconds) of the compacted file when a writer had last written it, if known."""
    seen = _remembered(paths).seen.get(MAIN_FILE)
    return (seen.size, seen.modified) if seen else None


def _remembered(paths: LedgerPaths) -> Stamps:
    stamps = Stamps()
    with suppress(OSError, PbkError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        with io.FileIO(open_file(paths.newest, os.O_RDONLY), "rb") as stream:
            stored = stream.read()
        packed: Any = json.loads(stored[8:])
        if packed["v"] == _VERSION and int(stored[:8], 16) == crc32(stored[8:]):
            seen = {str(name): Seen(*entry) for name, entry in packed["seen"].items()}
            ahead, passed = {int(stamp) for stamp in packed["ahead"]}, packed["passed"]
            numbers = [passed, *(number for entry in seen.values() for number in entry)]
            if all(number is None or isinstance(number, int) for number in numbers):
                stamps.seen, stamps.ahead, stamps.passed = seen, ahead, passed
    return stamps


def _refresh(stamps: Stamps, paths: LedgerPaths, limit: int) -> None:
    """Read what was added since. Files that have gone are forgotten."""
    files = ledger_files(paths)
    folders: dict[str, list[LedgerFile]] = {}
    names = set()
    for file in files:
        if file.label.startswith(f"{SHARD_FOLDER}/"):
            folders.setdefault(file.label.rpartition("/")[0], []).append(file)
        else:
            names.add(file.label)
            stamps.seen[file.label] = _refreshed(stamps, paths, file, limit)
    for folder, shards in folders.items():
        names.add(folder)
        modified = (paths.root / folder).stat().st_mtime_ns
        before = stamps.seen.get(folder)
        if before is None or (before.identity, before.modified) != (len(shards), modified):
            newest = None
            for shard in shards:
                newest = _newest_in(stamps, shard, 0, limit, newest)
            stamps.seen[folder] = Seen(len(shards), 0, modified, newest)
    for gone in stamps.seen.keys() - names:
        del stamps.seen[gone]


def _refreshed(stamps: Stamps, paths: LedgerPaths, file: LedgerFile, limit: int) -> Seen:
    stat = file.path.stat()
    before = stamps.seen.get(file.label)
    start, newest = 0, None
    if before is not None and before.identity == stat.st_ino:
        if (before.size, before.modified) == (stat.st_size, stat.st_mtime_ns):
            return before
        if stat.st_size > before.size:
            start, newest = before.size, before.newest
        elif stat.st_size == before.size:
            # Edited in place: what told a reader so is forgotten here, so its checkpoint goes with it.
            paths.checkpoint.unlink(missing_ok=True)
    return Seen(stat.st_ino, stat.st_size, stat.st_mtime_ns, _newest_in(stamps, file, start, limit, newest))


def _newest_in(stamps: Stamps, file: LedgerFile, start: int, limit: int, newest: int | None) -> int | None:
    """Return the newest followed stamp of a file from byte `start` on, or `newest`. What is no event says nothing."""
    with io.FileIO(open_file(file.path, os.O_RDONLY), "rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        last = b""
        for lines, tail in whole_lines(stream, start, size):
            last = tail
            for stamp in _stamps_of(lines, limit):
                newest = stamps.follow(stamp, limit, newest)
            if len(last) > LINE_LIMIT:  # no event, nor is what follows: a reader will say so
                break
    with suppress(EventError):  # a last line that only lacks its newline
        newest = stamps.follow(parse_event(last).ts, limit, newest)
    return newest


def _stamps_of(lines: bytes, limit: int) -> Iterator[int]:
    """Yield the stamps of `lines` that matter: the newest one up to `limit`, and all after it."""
    found = _STAMP.findall(lines)
    if len(found) < lines.count(NEWLINE):
        for line in lines.split(NEWLINE):
            with suppress(EventError):
                yield parse_event(line).ts
        return
    last = format_instant(limit).encode()
    if not found or max(found) > last:
        for text in {text for text in found if text > last}:
            with suppress(ValueError):
                yield parse_instant(text.decode())
        found = [text for text in found if text <= last]
    while found:
        newest = max(found)
        try:
            yield parse_instant(newest.decode())
        except ValueError:  # a day that does not exist: the line is no event
            found = [text for text in found if text != newest]
        else:
            return
