"""`.pbk/`: what a library keeps on this machine only. All of it is disposable except the outbox."""

from __future__ import annotations

from pathlib import Path

PRIVATE_FOLDER = ".pbk"
RACY = 2_000_000_000  # nanoseconds: the coarsest time stamps in use (FAT)


def private_folder(root: Path) -> Path:
    """Return the library's `.pbk/`, made if need be, with a `.gitignore` of its own so that it is never committed.

    Raises `OSError` where it cannot be made.
    """
    folder = root / PRIVATE_FOLDER
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
    return folder
