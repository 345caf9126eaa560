r"""`file_contains: {path, pattern}`: a file that the glob names holds a match of the regular expression.

`^` and `$` match at every line; line ends count as `\n`, and bytes that are not UTF-8 as U+FFFD.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from pbk.conditions import arguments, jail, patterns
from pbk.conditions.evaluation import Evaluation, Undecidable, no, unknown, yes

if TYPE_CHECKING:
    from pathlib import Path

    from pbk.conditions.situation import Situation

MOST_BYTES = 1024 * 1024  # of one file
MOST_BYTES_IN_ALL = 8 * 1024 * 1024  # of all files that one glob names


def evaluate(argument: object, situation: Situation) -> Evaluation:
    """Return yes when a file matches, no when none does, unknown when one that may could not be searched."""
    given = arguments.mapping(argument, ("path", "pattern"))
    glob, pattern = arguments.text(given["path"], "path"), arguments.text(given["pattern"], "pattern")
    return situation.remember(("file_contains", glob, pattern), lambda: _contains(glob, pattern, situation))


def _contains(glob: str, pattern: str, situation: Situation) -> Evaluation:
    found = jail.find(glob, situation)
    doubt = found.doubt
    names: list[str] = []
    contents: list[str] = []
    left = MOST_BYTES_IN_ALL
    for path in found.paths:
        name = str(path.relative_to(situation.root))
        try:
            content = _read(path, min(MOST_BYTES, left))
        except OSError as error:
            doubt = f"{name}: {error.strerror}"
            continue
        except Undecidable as reason:
            doubt = f"{name} {reason}"
            continue
        if content is not None:
            left -= len(content)
            names.append(name)
            contents.append(_decoded(content))
    if not names:
        return unknown(doubt) if doubt else no(f"no file is called {glob}")
    match = patterns.first_match(pattern, contents, situation)
    if match is not None:
        return yes(f"{names[match]} matches {pattern!r}")
    return unknown(doubt) if doubt else no(f"{glob} does not match {pattern!r}")


def _read(path: Path, limit: int) -> bytes | None:
    """Return the content of a regular file, None for anything else; a pipe or a device is not even opened."""
    if not stat.S_ISREG(path.stat().st_mode):
        return None
    # Since it was looked at it may have become a pipe, which would block, or a link, which could lead outside.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise Undecidable(f"is too large to be searched (over {limit:,} bytes)")
    return content


def _decoded(content: bytes) -> str:
    return content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
