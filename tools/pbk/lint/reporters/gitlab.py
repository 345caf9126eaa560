"""GitLab's code quality report: the subset of the Code Climate format that GitLab documents."""

from __future__ import annotations

import json

from pbk.lint.diagnostic import Severity
from pbk.lint.fingerprint import fingerprints
from pbk.lint.result import PLAIN, Appearance, LintResult

# GitLab knows info, minor, major, critical and blocker. An error is broken or dangerous.
_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.INFO: "info"}


def report(result: LintResult, appearance: Appearance = PLAIN) -> str:
    """Return a JSON array with an object for each diagnostic; an empty array where there is none."""
    del appearance  # JSON has no colours
    found = [
        {
            "description": f"{one.message} ({one.hint})" if one.hint else one.message,
            "check_name": one.rule,
            "fingerprint": mark,
            "severity": _SEVERITIES[one.severity],
            "location": {
                "path": one.path,
                "lines": {"begin": max(1, one.span.line), "end": max(1, one.span.line, one.span.end_line)},
            },
        }
        for one, mark in zip(result.diagnostics, fingerprints(result), strict=True)
    ]
    return json.dumps(found, indent=2) + "\n"
