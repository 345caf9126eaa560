"""Reading a file of the ledger, or what was added to it, into columns."""

from __future__ import annotations

import hashlib
import io
import os
import re
from typing import TYPE_CHECKING, NamedTuple

from pbk.errors import PbkError
from pbk.model.event import LINE_LIMIT, EventError, parse_event
from pbk.store.ledger.broken import LedgerError, torn
from pbk.store.ledger.durable import open_file, read_failure
from pbk.store.ledger.lock import ledger_lock, lock_exists

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pbk.store.ledger.decode import Decoder
    from pbk.store.ledger.places import LedgerFile, LedgerPaths

NEWLINE = b"\n"
RECORD_BEGINNING = re.compile(rb'\{("|$)|\0*$')  # how a record, or what a power loss leaves of one, begins
_BLOCK = 1 << 16  # what is decoded of it stays in a processor's cache
_WAIT_FOR_WRITER = 5.0  # seconds that a reader gives a writer who seems to be in the middle of a line


class Scanned(NamedTuple):
    """How far a file was read: `size` bytes in `lines` whole lines, and what the system said of it before that.

    `whole` is False when a last line without its newline was taken too, or skipped with `warning`. `digest` is the
    SHA-256 of what was read, when it was asked for.
    """

    file: LedgerFile
    stat: os.stat_result
    size: int
    lines: int
    whole: bool
    digest: str
    warning: str


def scan(  # noqa: PLR0913 - where to begin, and what to keep
    decoder: Decoder, paths: LedgerPaths, file: LedgerFile, *, start: int = 0, line: int = 1, hashing: bool = False
) -> Scanned:
    """Append the events of `file` from byte `start` on, where line number `line` begins.

    A last line that a killed writer left torn is skipped with a warning. Raises `LedgerError` for every other line that
    is not an event, and `FileNotFoundError` when the file has gone.
    """
    try:
        descriptor = open_file(file.path, os.O_RDONLY)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise read_failure(error, file.label) from None
    digest = hashlib.sha256() if hashing else None
    with io.FileIO(descriptor, "rb") as stream:
        stat = os.fstat(stream.fileno())
        size, number, tail = start, line, b""
        for lines, rest in whole_lines(stream, start, stat.st_size):
            tail = rest
            if len(tail) > LINE_LIMIT:
                raise too_long(file, number + lines.count(NEWLINE))
            if lines:
                if digest:
                    digest.update(lines)
                number += decoder.take(lines, file, size, number)
                size += len(lines)
    warning = _take_tail(decoder, paths, file, size, number, tail) if tail else ""
    return Scanned(file, stat, size, number - 1, not tail, digest.hexdigest() if digest else "", warning)


def too_long(file: LedgerFile, number: int) -> LedgerError:
    """Return the error for a line that is longer than any event may be."""
    return LedgerError(
        f"a line longer than {LINE_LIMIT} bytes", where=f"{file.label}:{number}:1", mend="shorten or remove it"
    )


def whole_lines(stream: io.FileIO, start: int, end: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield the bytes `start..end` of `stream` as (whole lines, beginning of the next line)."""
    stream.seek(start)
    tail = b""
    while block := stream.read(min(_BLOCK, end - start)):
        start += len(block)
        cut = block.rfind(NEWLINE) + 1
        lines, tail = (tail + block[:cut], block[cut:]) if cut else (b"", tail + block)
        yield lines, tail


def _take_tail(  # noqa: PLR0913, PLR0917 - a fragment and where it stands
    decoder: Decoder, paths: LedgerPaths, file: LedgerFile, size: int, number: int, tail: bytes
) -> str:
    """Take a last line that lacks its newline if it is an event all the same; return the warning if it was skipped."""
    if not is_event(tail):
        tail = settled(paths, file, size, tail)
    first, newline, _ = tail.partition(NEWLINE)
    if newline:  # the writer has finished meanwhile; what came after it is not of this reading
        decoder.take(first + newline, file, size, number)
        return ""
    if is_event(tail):
        decoder.take(tail + NEWLINE, file, size, number)
        return ""
    # A fragment of a record was never acknowledged, and one crash must not mute a library. Nothing else is skipped.
    if not file.local and not RECORD_BEGINNING.match(tail):
        raise torn(file.label, number, tail)
    return f"{file.label}:{number}: a torn last line was skipped: its writer was stopped before it had finished"


def is_event(line: bytes) -> bool:
    """Return whether a line without its newline is an event."""
    try:
        parse_event(line)
    except EventError:
        return False
    return True


def settled(paths: LedgerPaths, file: LedgerFile, offset: int, tail: bytes) -> bytes:
    """Return the bytes from `offset` on once no writer is at work: the tail may be a line that is being written."""
    if not lock_exists(paths):
        return tail
    try:
        with ledger_lock(paths, timeout=_WAIT_FOR_WRITER), file.path.open("rb") as stream:
            stream.seek(offset)
            return stream.read(2 * LINE_LIMIT) or tail
    except (OSError, PbkError):
        return tail
