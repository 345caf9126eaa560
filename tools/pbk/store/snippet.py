"""The lines of a text that an error speaks of, with a caret under the place."""

from __future__ import annotations

import re
import unicodedata

WIDTH = 120  # columns of source that are shown at most
_LEAD = 40  # columns kept to the left of the place when a long line is cut
_LINE_BREAK = re.compile(r"\r\n|\n|\r")  # as in YAML 1.2; never str.splitlines(), which knows more


def snippet(text: str, line: int, column: int, end_line: int, end_column: int) -> str:
    """Return the line of a place and a caret line under it, with the line number in a gutter.

    Lines and columns from 1, the end half open; of a place of several lines the first is shown. A line that is too long
    is cut around the place, and what would not print, or would move the cursor, stands as U+FFFD. Empty when the text
    has no such line, nothing stands there, or it is no line of text.
    """
    source = _line(text, line)
    if not source.strip() or "\x00" in source:
        return ""
    first = min(column - 1, len(source))
    last = end_column - 1 if end_line == line else len(source.rstrip())
    last = max(first + 1, min(last, len(source)))
    offset = max(0, first - _LEAD) if len(source) > WIDTH else 0
    shown = source[offset : offset + WIDTH]
    carets = "^" * max(1, _columns(_visible(source[first : min(last, offset + WIDTH)])))
    gutter = f"{line} | "
    lead = " " * _columns(_visible(source[offset:first]))
    return f"{gutter}{_visible(shown).rstrip()}\n{' ' * (len(gutter) - 2)}| {lead}{carets}"


def _line(text: str, number: int) -> str:
    """Return a line without its break, and without a byte order mark."""
    start = 0
    for _ in range(number - 1):
        found = _LINE_BREAK.search(text, start)
        if found is None:
            return ""
        start = found.end()
    found = _LINE_BREAK.search(text, start)
    line = text[start : len(text) if found is None else found.start()]
    return line.removeprefix("\ufeff") if start == 0 else line


def _visible(text: str) -> str:
    """Return the text with one printable character for each of its characters."""
    return "".join(
        character if character.isprintable() else " " if character == "\t" else "\ufffd" for character in text
    )


def _columns(text: str) -> int:
    """Return how many columns of a terminal a text fills."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )
