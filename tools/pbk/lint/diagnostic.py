"""Diagnostics: what the linter says, as values. Nothing here knows how they are found or printed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pbk.store.yaml_place import Span

MESSAGE_LIMIT = 400  # characters


class Severity(StrEnum):
    """How bad a diagnostic is. An error is broken or dangerous, a warning deserves a look, an info can wait."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


SEVERITY_RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `text[start:end]` of a file (character offsets, half open) by `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """How to mend a diagnostic by splicing text. An unsafe fix may change what the playbook means."""

    says: str
    edits: tuple[Edit, ...]
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found: where, what is wrong (one line, never the value itself), and how to mend it.

    `path` is None for the file that is being checked; a rule that looks at the whole library names one.
    """

    span: Span
    message: str
    hint: str = ""
    fix: Fix | None = None
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding as it is reported: file, place (lines and columns from 1), rule, severity, message, mend."""

    path: str
    span: Span
    rule: str
    severity: Severity
    message: str
    hint: str = ""
    fix: Fix | None = None

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """What diagnostics are sorted by: file, place, rule, message."""
        return (self.path, self.span.line, self.span.column, self.rule, self.message)
