"""The report for a person: one block for each diagnostic, with the line it speaks of and a caret, then a summary."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from pbk.lint.diagnostic import Diagnostic, Severity
from pbk.lint.result import PLAIN, Appearance, LintResult
from pbk.model.visible import visible
from pbk.store.snippet import snippet

COLOURS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.INFO: "1;34"}
_BOLD = "1"
_DIM = "2"
_LEAST = 40  # columns; narrower ones are not kept to


def report(result: LintResult, appearance: Appearance = PLAIN) -> str:
    """Return the report."""
    blocks = ["\n".join(_block(one, result.sources.get(one.path, ""), appearance)) for one in result.diagnostics]
    return "\n\n".join([*blocks, summary(result)]) + "\n"


def summary(result: LintResult) -> str:
    """Return one line that says what there was."""
    told = result.summary
    counts = [(told.errors, "error"), (told.warnings, "warning"), (told.infos, "info")]
    found = ", ".join(_counted(number, word) for number, word in counts if number) or "nothing found"
    fixable = sum(one.fix is not None and one.fix.safe for one in result.diagnostics)
    unsafe = sum(one.fix is not None for one in result.diagnostics) - fixable
    notes = [
        f"{result.fixed} fixed" if result.fixed else "",
        f"{told.suppressed} suppressed" if told.suppressed else "",
        f"--fix mends {fixable}" if fixable else "",
        f"--unsafe-fixes {'mends ' if not fixable else ''}{unsafe}{' more' if fixable else ''}" if unsafe else "",
    ]
    more = "; ".join(filter(None, notes))
    return f"{found} in {_counted(told.files, 'file')}{f' ({more})' if more else ''}"


def _block(one: Diagnostic, source: str, appearance: Appearance) -> Iterator[str]:
    where = f"{visible(one.path)}:{one.span.line}:{one.span.column}:"
    mark = "" if one.fix is None else " [fixable]" if one.fix.safe else " [fixable, unsafe]"
    head = f"{where} {one.severity} {one.rule} {one.message}{mark}"
    first, *rest = _wrapped(head, "    ", appearance)
    start = f"{where} {one.severity} {one.rule}"
    if appearance.colour and first.startswith(start):
        told = _styled(f"{one.severity} {one.rule}", COLOURS[one.severity])
        first = f"{_styled(where, _BOLD)} {told}{first.removeprefix(start)}"
    yield from [first, *rest]
    span = one.span
    shown = snippet(source, span.line, span.column, span.end_line, span.end_column)
    gutter = 0
    if shown:
        line, caret = shown.split("\n")
        gutter = caret.index("|")
        line, caret = _cut(line, caret, gutter + 2, appearance)
        if appearance.colour:
            caret = caret[: gutter + 2] + _styled(caret[gutter + 2 :], COLOURS[one.severity])
        yield from (line, caret)
    if one.hint:
        help_lines = _wrapped(f"{' ' * gutter}= help: {one.hint}", " " * (gutter + 8), appearance)
        yield from (_styled(line, _DIM) for line in help_lines) if appearance.colour else help_lines


def _wrapped(text: str, indent: str, appearance: Appearance) -> list[str]:
    if appearance.width is None:
        return [text]
    return textwrap.wrap(
        text,
        max(_LEAST, appearance.width),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _cut(line: str, caret: str, gutter: int, appearance: Appearance) -> tuple[str, str]:
    """Return both lines of a snippet in no more than the width, with the caret in sight."""
    if appearance.width is None or max(len(line), len(caret)) <= appearance.width:
        return line, caret
    room = max(_LEAST, appearance.width) - gutter
    place = caret.index("^")
    offset = max(0, place - gutter - room // 3)
    cut = slice(gutter + offset, gutter + offset + room)
    return line[:gutter] + line[cut], caret[:gutter] + caret[cut]


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _styled(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"
