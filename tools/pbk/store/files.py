"""Writing files so that nothing is lost: a temporary file beside, fsync, rename."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from pbk.errors import BrokenError


def write_atomically(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Replace `path` by `content` in one step: a reader sees the old bytes or the new ones, never a part.

    With `durable`, the bytes are on the disk before the name is. Raises `BrokenError` when the place cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("xb") as stream:
            stream.write(content)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):  # where the folder is no folder, there is nothing to take away
            temporary.unlink(missing_ok=True)
        raise BrokenError(
            f"cannot be written: {error.strerror or error}",
            where=str(path),
            mend="check its permissions and free space",
        ) from None


def create_file(path: Path, content: bytes) -> bool:
    """Write `content` to `path` unless something is there already. Whether it was written.

    Raises `BrokenError` when the place cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    except FileExistsError:
        if path.parent.is_dir():
            return False
        raise BrokenError("is not a folder", where=str(path.parent), mend="move what is there away") from None
    except OSError as error:
        raise BrokenError(
            f"cannot be written: {error.strerror or error}",
            where=str(path),
            mend="check its permissions and free space",
        ) from None
    return True
