"""The report for programs: `pbk.lint/1`. What is there stays; keys may be added."""

from __future__ import annotations

import json

from pbk.lint.diagnostic import Diagnostic
from pbk.lint.result import PLAIN, Appearance, LintResult

SCHEMA = "pbk.lint/1"


def report(result: LintResult, appearance: Appearance = PLAIN) -> str:  # noqa: ARG001 - JSON looks the same everywhere
    """Return the report: lines and columns from 1, the end of a place half open."""
    told = result.summary
    summary = {
        "files": told.files,
        "errors": told.errors,
        "warnings": told.warnings,
        "infos": told.infos,
        "suppressed": told.suppressed,
        "fixed": result.fixed,
    }
    # One diagnostic a line: as easy to read as an indented one, and several times quicker to write.
    rows = ",".join(f"\n    {json.dumps(_row(one), ensure_ascii=False)}" for one in result.diagnostics)
    parts = [f'  "schema": {json.dumps(SCHEMA)}', f'  "diagnostics": [{rows}\n  ]' if rows else '  "diagnostics": []']
    parts.append(f'  "summary": {json.dumps(summary)}')
    if result.crashes:
        parts.append(f'  "internal_errors": {json.dumps(list(result.crashes), ensure_ascii=False)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


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
