"""The report for programs: `pbk.lint/1`. What is there stays; keys may be added."""

from __future__ import annotations

import json

from pbk.lint.diagnostic import Diagnostic
from pbk.lint.result import PLAIN, Appearance, LintResult

SCHEMA = "pbk.lint/1"


def report(result: LintResult, appearance: Appearance = PLAIN) -> str:  # noqa: ARG001 - JSON looks the same everywhere
    """Return the report: lines and columns from 1, the end of a place half open."""
    told = result.summary
    answer: dict[str, object] = {
        "schema": SCHEMA,
        "diagnostics": [_row(one) for one in result.diagnostics],
        "summary": {
            "files": told.files,
            "errors": told.errors,
            "warnings": told.warnings,
            "infos": told.infos,
            "suppressed": told.suppressed,
            "fixed": result.fixed,
        },
    }
    if result.crashes:
        answer["internal_errors"] = list(result.crashes)
    return json.dumps(answer, ensure_ascii=False, indent=2) + "\n"


def _row(one: Diagnostic) -> dict[str, object]:
    return {
        "rule": one.rule,
        "severity": one.severity.value,
        "path": one.path,
        "line": one.span.line,
        "column": one.span.column,
        "end_line": one.span.end_line,
        "end_column": one.span.end_column,
        "message": one.message,
        "hint": one.hint,
        "fixable": one.fix is not None,
    }
