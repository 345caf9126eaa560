"""What a run of the linter comes to, and how a reporter is called: the seam between the engine and the outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pbk.lint.diagnostic import SEVERITY_RANK, Diagnostic, Severity


@dataclass(frozen=True, slots=True)
class Summary:
    """How much there was: files looked at, diagnostics by severity, and how many were suppressed."""

    files: int
    errors: int
    warnings: int
    infos: int
    suppressed: int


@dataclass(frozen=True, slots=True)
class LintResult:
    """One run. `diagnostics` are in order: file, place, rule, message.

    `sources` holds the text of each file that has a diagnostic, by the path that the diagnostic gives. `fixed` is how
    many diagnostics were mended in the files before this result was taken. `crashes` are the linter's own faults, one
    line each ("rule PBK203 failed on playbooks/x.yaml: ..."); a run with one of them proves nothing.
    """

    diagnostics: Sequence[Diagnostic]
    summary: Summary
    sources: Mapping[str, str]
    fixed: int = 0
    crashes: Sequence[str] = ()

    def reaches(self, severity: Severity) -> bool:
        """Tell whether a diagnostic is at least as bad as `severity`."""
        return any(SEVERITY_RANK[one.severity] <= SEVERITY_RANK[severity] for one in self.diagnostics)


@dataclass(frozen=True, slots=True)
class Appearance:
    """How a reporter may write: with ANSI colours or without, and in how many columns (None = no limit, a pipe)."""

    colour: bool = False
    width: int | None = None


PLAIN = Appearance()


class Reporter(Protocol):
    """A pure function from a result to what is printed, with a final newline unless it is empty.

    Each module of `pbk.lint.reporters` defines one as `report`.
    """

    def __call__(self, result: LintResult, appearance: Appearance = PLAIN) -> str:
        """Return the report."""
