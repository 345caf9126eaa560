"""One writer at a time: an advisory lock on a file beside the ledger, which the system drops when its holder dies."""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from pbk.errors import PbkError
from pbk.store.ledger.durable import open_file, write_failure
from pbk.store.ledger.places import ensure_local

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pbk.store.ledger.places import LedgerPaths

LOCK_TIMEOUT = 30.0  # seconds
_SHORTEST_PAUSE = 0.0005
_LONGEST_PAUSE = 0.02
_UNWRITABLE = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC}

if sys.platform == "win32":
    import msvcrt

    _SENTINEL = 1 << 30  # a byte that no file has: locking it keeps nobody from reading

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, _SENTINEL, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, _SENTINEL, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def ledger_lock(paths: LedgerPaths, *, timeout: float = LOCK_TIMEOUT) -> Iterator[None]:
    """Hold the lock of the ledger. Where `.pbk/` cannot be written, the compacted file itself is what is locked.

    Raises `PbkError` when another process holds it for longer than `timeout` seconds, or when nothing can be locked.
    """
    path, descriptor = _opened(paths)
    try:
        _acquire(path, descriptor, timeout)
        try:
            yield
        finally:
            with suppress(OSError):
                _unlock(descriptor)
    finally:
        os.close(descriptor)


def lock_exists(paths: LedgerPaths) -> bool:
    """Return whether any writer has locked this ledger before: if not, none is at work now."""
    return os.path.lexists(paths.lock)


def _opened(paths: LedgerPaths) -> tuple[Path, int]:
    """Return what to lock, opened: the lock file, or the compacted file where that cannot be had."""
    try:
        ensure_local(paths)
        return paths.lock, open_file(paths.lock, os.O_RDWR | os.O_CREAT)
    except OSError as error:
        if error.errno not in _UNWRITABLE:
            raise write_failure(error, paths.lock, "the ledger cannot be locked") from None
    # The lock file of somebody else is locked as well when it is only readable.
    for path, flags in ((paths.lock, os.O_RDONLY), (paths.main, os.O_RDWR | os.O_CREAT)):
        try:
            return path, open_file(path, flags)
        except OSError as error:
            last = error
    raise write_failure(last, paths.main, "the ledger cannot be locked, neither beside it nor itself")


def _acquire(path: Path, descriptor: int, timeout: float) -> None:
    deadline = time.monotonic() + timeout
    pause = _SHORTEST_PAUSE
    while True:
        try:
            if _try_lock(descriptor):
                return
        except OSError as error:
            raise write_failure(error, path, "the ledger cannot be locked") from None
        if time.monotonic() >= deadline:
            raise PbkError(
                f"another process has held the lock of the ledger for {timeout:g} s",
                where=str(path),
                mend="wait for it, or end the pbk that hangs: the lock goes with its holder, the file may stay",
            )
        time.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)
