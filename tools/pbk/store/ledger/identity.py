"""Whether a file of the ledger still begins with the bytes that a checkpoint has folded.

A file whose inode, size and times are what they were is unchanged, unless it was written so shortly before that a
second write would have left the same times. Short prefixes are compared whole, by their SHA-256; so is the prefix of a
file that was replaced, as Git does. Of a long prefix, in a file that grew in place, only blocks all over it are
compared: that notices whatever moves bytes. An edit in place of a few bytes of a long file that keeps their number is
noticed by the time of the file, unless something else than pbk appends to it before anybody reads it. What proves a
ledger is `pbk ledger verify`.
"""

from __future__ import annotations

import hashlib
import io
import os
from typing import TYPE_CHECKING, NamedTuple

from pbk.store.ledger.durable import open_file

if TYPE_CHECKING:
    from pathlib import Path

    from pbk.store.ledger.scan import Scanned

SETTLED = 2_000_000_000  # nanoseconds after which a second write cannot have left the same time, on any file system
SHORT = 1 << 20  # bytes up to which a prefix is compared whole: under a millisecond
_SAMPLES = 64
_SAMPLE = 4096
_BLOCK = 1 << 20


class Mark(NamedTuple):
    """A prefix of a file: `size` bytes in `lines` lines, as they were at `observed` (nanoseconds since the epoch).

    `device`, `inode`, `length`, `modified` and `changed` are what the system said of the file. `digests` are (end,
    SHA-256) of consecutive pieces of the prefix, `samples` (offset, SHA-256) of blocks of it.
    """

    label: str
    device: int
    inode: int
    length: int
    modified: int
    changed: int
    observed: int
    size: int
    lines: int
    digests: tuple[tuple[int, str], ...]
    samples: tuple[tuple[int, str], ...]


def mark_of(scanned: Scanned, before: Mark | None, observed: int) -> Mark | None:
    """Return the mark of what was read of a file after `before`, None when the file was replaced meanwhile.

    Raises `OSError`.
    """
    stat = scanned.stat
    digests = before.digests if before else ()
    if scanned.digest and scanned.size > (before.size if before else 0):
        digests = (*digests, (scanned.size, scanned.digest))
    with io.FileIO(open_file(scanned.file.path, os.O_RDONLY), "rb") as stream:
        if os.fstat(stream.fileno()).st_ino != stat.st_ino:
            return None
        samples = tuple((offset, _digest(stream, offset, _SAMPLE)) for offset in _offsets(scanned.size))
    return Mark(
        scanned.file.label,
        stat.st_dev,
        stat.st_ino,
        stat.st_size,
        stat.st_mtime_ns,
        stat.st_ctime_ns,
        observed,
        scanned.size,
        scanned.lines,
        digests,
        samples,
    )


def unchanged(path: Path, mark: Mark, seen: tuple[int, int] | None) -> os.stat_result | None:
    """Return what the system says of the file if it still begins with what `mark` stands for, else None.

    `seen` is a (size, time of change in nanoseconds) at which a writer knows the file to have been what it wrote.
    Raises `OSError`.
    """
    with io.FileIO(open_file(path, os.O_RDONLY), "rb") as stream:
        stat = os.fstat(stream.fileno())
        if stat.st_size < mark.size:
            return None
        here = (stat.st_dev, stat.st_ino)
        times = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)
        in_place = here == (mark.device, mark.inode)
        settled = mark.observed - mark.modified > SETTLED
        if in_place and settled and times == (mark.length, mark.modified, mark.changed):
            return stat
        known = {(mark.length, mark.modified)} | ({seen} if seen else set())
        edited = any(stat.st_size == size and stat.st_mtime_ns != modified for size, modified in known)
        if in_place and not edited and mark.size > SHORT:
            same = all(_digest(stream, offset, _SAMPLE) == digest for offset, digest in mark.samples)
        else:
            same = _same_pieces(stream, mark)
        return stat if same else None


def _offsets(size: int) -> list[int]:
    """Return where the blocks lie that are compared: the first, the last, and others all over a long prefix."""
    if size <= SHORT:
        return []
    last = size - _SAMPLE
    return [last * number // (_SAMPLES - 1) for number in range(_SAMPLES)]


def _digest(stream: io.FileIO, offset: int, length: int) -> str:
    stream.seek(offset)
    return hashlib.sha256(stream.read(length)).hexdigest()


def _same_pieces(stream: io.FileIO, mark: Mark) -> bool:
    """Compare the whole prefix."""
    stream.seek(0)
    start = 0
    for end, expected in mark.digests:
        digest = hashlib.sha256()
        while start < end:
            block = stream.read(min(_BLOCK, end - start))
            if not block:
                return False
            digest.update(block)
            start += len(block)
        if digest.hexdigest() != expected:
            return False
    return start == mark.size
