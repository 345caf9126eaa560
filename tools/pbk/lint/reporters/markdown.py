"""A summary in Markdown, for the page of a job: a table for each severity, folded."""

from __future__ import annotations

from collections.abc import Sequence

from pbk.lint.diagnostic import Diagnostic, Severity
from pbk.lint.result import PLAIN, Appearance, LintResult

MOST_BYTES = 1024 * 1024  # what GitHub takes of a step
_KEPT_FREE = 4096  # bytes for heads, ends and what is said of the rest
_HEAD = "| Place | Rule | Message |\n| --- | --- | --- |\n"
# Everything that could end a cell, become markup, or call somebody by name.
_SPECIAL = frozenset("&<>|`*_[]\\~@#!$:")


def report(result: LintResult, appearance: Appearance = PLAIN) -> str:
    """Return the counts and a table for each severity; of a table that would be too long, its beginning."""
    del appearance  # Markdown has no colours
    room = MOST_BYTES - _KEPT_FREE
    parts = [f"## Playbooks: {_total(result)}\n"]
    if result.crashes:
        faults = "".join(f"- {escaped(crash)}\n" for crash in result.crashes[:10])
        parts.append(f"The linter itself failed, so this says little:\n\n{faults}")
    room -= _size(parts)
    for severity in Severity:
        found = [one for one in result.diagnostics if one.severity is severity]
        if found:
            part = _fold(severity, found, room)
            room -= _size([part])
            parts.append(part)
    return "\n".join(parts)


def escaped(text: str) -> str:
    """Return `text` as the text of a table's cell, so that a reader sees what it says and nothing else happens."""
    one_line = " ".join(text.split("\n")).replace("\r", " ")
    return "".join(f"&#{ord(letter)};" if letter in _SPECIAL else letter for letter in one_line)


def _total(result: LintResult) -> str:
    summary = result.summary
    counts = [
        _counted(count, word)
        for count, word in ((summary.errors, "error"), (summary.warnings, "warning"), (summary.infos, "info"))
        if count
    ]
    told = ", ".join(counts) or "nothing to report"
    silent = f" ({summary.suppressed} suppressed)" if summary.suppressed else ""
    return f"{told} in {_counted(summary.files, 'file')}{silent}"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _fold(severity: Severity, found: Sequence[Diagnostic], room: int) -> str:
    """Return the table of one severity, in at most `room` bytes; an error's is open."""
    state = " open" if severity is Severity.ERROR else ""
    rows: list[str] = []
    for one in found:
        row = _row(one)
        room -= _size([row])
        if room < 0:
            break
        rows.append(row)
    rest = len(found) - len(rows)
    left_out = f"\n{rest} more: `pbk lint` shows all of them.\n" if rest else ""
    summary = f"<summary>{_counted(len(found), severity.value)}</summary>"
    return f"<details{state}>{summary}\n\n{_HEAD}{''.join(rows)}{left_out}\n</details>\n"


def _row(one: Diagnostic) -> str:
    place = escaped(f"{one.path}:{one.span.line}:{one.span.column}")
    message = f"{one.message} ({one.hint})" if one.hint else one.message
    return f"| <code>{place}</code> | {one.rule} | {escaped(message)} |\n"


def _size(parts: Sequence[str]) -> int:
    return sum(len(part.encode("utf-8", "replace")) for part in parts)
