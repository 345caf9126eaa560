"""The one way out: text and JSON on standard output, remarks on standard error, colour only where it is wanted."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence

STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}


def emit(text: str = "") -> None:
    """Print `text` as a line (or lines) on standard output."""
    sys.stdout.write(f"{text}\n")


def emit_json(value: Mapping[str, object], *, compact: bool = False) -> None:
    """Print `value` as JSON: indented for reading, or compact on one line for a stream of objects."""
    import json  # noqa: PLC0415 - most calls print text

    plain = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    emit(json.dumps(value, ensure_ascii=plain, indent=None if compact else 2))


def remark(text: str) -> None:
    """Print `text` on standard error, where it does not disturb what a program reads."""
    sys.stderr.write(f"{text}\n")


def styled(text: str, style: str) -> str:
    """Return `text` in a style of `STYLES` where standard output is a terminal that wants colour."""
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if colour_wanted(os.environ, tty=sys.stdout.isatty()) else text


def colour_wanted(environment: Mapping[str, str], *, tty: bool) -> bool:
    """Whether to colour: a terminal, unless `NO_COLOR` or a dumb terminal; `FORCE_COLOR` forces it."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return tty and environment.get("TERM") != "dumb"


def width() -> int:
    """Return the columns of the terminal; without one, enough for whole lines."""
    return shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() or "COLUMNS" in os.environ else 200


def table(rows: Sequence[Sequence[str]], *, columns: int, stretch: int) -> list[str]:
    """Return rows as aligned lines at most `columns` wide; only the column `stretch` is cut to fit."""
    if not rows:
        return []
    sizes = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    spare = columns - (sum(sizes) + 2 * (len(sizes) - 1))
    if spare < 0:
        sizes[stretch] = max(8, sizes[stretch] + spare)
    return ["  ".join(_cell(text, size) for text, size in zip(row, sizes, strict=True)).rstrip() for row in rows]


def _cell(text: str, size: int) -> str:
    return text.ljust(size) if len(text) <= size else text[: size - 1] + "…"
