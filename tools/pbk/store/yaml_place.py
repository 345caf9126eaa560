"""Places in a YAML text, and the one error that its reader raises."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Pointer: TypeAlias = tuple[str | int, ...]

BYTE_ORDER_MARK = "\ufeff"
_LINE_BREAK = re.compile(r"\r\n|\n|\r")  # YAML 1.2: NEL, LS and PS do not end a line


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text: lines and columns from 1, `start` and `end` as character offsets, half open."""

    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int


class YamlProblem(ValueError):  # noqa: N818 - a problem of the file, which callers collect, not an error of ours
    """Why a text is not the YAML that a playbook may be written in.

    `code` is a stable slug, `message` one line that says what is wrong, `hint` how to mend it, `span` where.
    """

    def __init__(self, code: str, message: str, hint: str, span: Span) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.span = span

    def __str__(self) -> str:
        told = f"{self.span.line}:{self.span.column}: {self.message}"
        return f"{told} ({self.hint})" if self.hint else told


class Places:
    """Turns offsets into the body of a text (what follows a byte order mark) into spans of the whole text."""

    __slots__ = ("_starts", "body", "shift", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.shift = 1 if text.startswith(BYTE_ORDER_MARK) else 0
        self.body = text[self.shift :]
        self._starts: list[int] | None = None

    def span(self, start: int, end: int) -> Span:
        """Return the span of `body[start:end]`."""
        line, column = self._position(start)
        end_line, end_column = self._position(end)
        return Span(line, column, end_line, end_column, start + self.shift, end + self.shift)

    def line_start(self, offset: int) -> int:
        """Return the offset in the body at which the line of `offset` starts."""
        return self._line_starts()[self._position(offset)[0] - 1]

    def line_end(self, offset: int) -> int:
        """Return the offset in the body at which the line of `offset` ends, before its line break."""
        found = _LINE_BREAK.search(self.body, self.line_start(offset))
        return len(self.body) if found is None else found.start()

    def problem(self, code: str, message: str, hint: str, start: int, end: int | None = None) -> YamlProblem:
        """Return the problem at `body[start:end]`, one character where no end is given."""
        size = len(self.body)
        first = min(start, size)
        last = min(size, first + 1) if end is None else min(size, max(first, end))
        return YamlProblem(code, message, hint, self.span(first, last))

    def _position(self, offset: int) -> tuple[int, int]:
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            self._starts = [0, *(found.end() for found in _LINE_BREAK.finditer(self.body))]
        return self._starts


class SpanMap(Mapping[Pointer, Span]):
    """Spans by pointer. Only offsets are kept; a span is made when it is asked for."""

    __slots__ = ("_offsets", "_places")

    def __init__(self, places: Places, offsets: Mapping[Pointer, tuple[int, int]]) -> None:
        self._places = places
        self._offsets = offsets

    def __getitem__(self, pointer: Pointer) -> Span:
        return self._places.span(*self._offsets[pointer])

    def __iter__(self) -> Iterator[Pointer]:
        return iter(self._offsets)

    def __len__(self) -> int:
        return len(self._offsets)
