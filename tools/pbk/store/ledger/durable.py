"""Writing so that it stays: whole writes, fsync of files and folders, and errors that say how to mend."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

from pbk.errors import PbkError
from pbk.store.ledger.broken import LedgerError

if TYPE_CHECKING:
    from pathlib import Path

# A hostile clone may carry a link where the ledger should be: never write through one.
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_CLOSE_ON_EXEC = getattr(os, "O_CLOEXEC", 0)
_READ_ONLY = {errno.EROFS}
_FORBIDDEN = {errno.EACCES, errno.EPERM}
_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


def open_file(path: Path, flags: int) -> int:
    """Return a descriptor of the regular file `path`, opened with `flags` of `os.open`, never through a link.

    Raises `OSError`; `LedgerError` when the path is no regular file.
    """
    # Without O_NONBLOCK a pipe in place of the file would hang the reader for ever.
    wait_not = getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags | _NO_LINK | _BINARY | _CLOSE_ON_EXEC | wait_not, 0o644)
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.EISDIR, errno.ENXIO} and os.path.lexists(path):
            raise _not_regular(path) from None
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise _not_regular(path)
    return descriptor


def _not_regular(path: Path) -> LedgerError:
    return LedgerError(
        "is no regular file: pbk reads and writes the ledger only where it lies, never through a link",
        where=str(path),
        mend="put the file itself there",
    )


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of `data`: in one `os.write` where the system takes it, in as few as possible otherwise.

    Raises `OSError`; part of `data` may then have been written.
    """
    written = os.write(descriptor, data)
    while written < len(data):
        more = os.write(descriptor, data[written:])
        if not more:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written += more


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` durable, where the system has a way to (Windows has none)."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP, errno.EBADF}:
            raise
    finally:
        os.close(descriptor)


def write_failure(error: OSError, path: Path, what: str) -> PbkError:
    """Return the error that tells a user `what` happened ("the event was not recorded") because `path` failed."""
    if error.errno in _READ_ONLY:
        reason, mend = "the disk is read-only", "mount it writable, or record from another checkout"
    elif error.errno in _FORBIDDEN:
        reason, mend = "there is no permission to write here", "check the owner and the mode of the file and its folder"
    elif error.errno in _FULL:
        reason, mend = "the disk is full", "free some space and record it again"
    else:
        reason, mend = error.strerror or str(error), "mend that and record it again"
    return PbkError(f"{what}: {reason}", where=str(path), mend=mend)


def read_failure(error: OSError, where: str) -> LedgerError:
    """Return the error that tells a user that a file of the ledger cannot be read."""
    mend = "check the owner and the mode of the file" if error.errno in _FORBIDDEN else "mend that and run it again"
    return LedgerError(f"cannot be read: {error.strerror or error}", where=where, mend=mend)
