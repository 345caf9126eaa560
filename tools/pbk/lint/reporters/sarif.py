"""SARIF 2.1.0 (OASIS), as code hosts read it for their security and quality views."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from urllib.parse import quote

from pbk.lint.catalogue import rule_called
from pbk.lint.diagnostic import SEVERITY_RANK, Diagnostic, Severity
from pbk.lint.fingerprint import fingerprints
from pbk.lint.result import PLAIN, Appearance, LintResult

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MOST_RESULTS = 5_000  # what GitHub shows of a run
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def report(result: LintResult, appearance: Appearance = PLAIN) -> str:
    """Return a log with one run. Of more than 5,000 results the mildest are left out, and a notification says so."""
    del appearance  # JSON has no colours
    marked = list(zip(result.diagnostics, fingerprints(result), strict=True))
    if len(marked) > MOST_RESULTS:
        marked = sorted(marked, key=lambda pair: SEVERITY_RANK[pair[0].severity])[:MOST_RESULTS]
    ids = sorted({one.rule for one, _ in marked})
    run = {
        "tool": {
            "driver": {
                "name": "pbk",
                "semanticVersion": version("playbook-kit"),
                "rules": [_rule(identity, [one for one, _ in marked]) for identity in ids],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not result.crashes,
                "toolExecutionNotifications": _notifications(result, len(result.diagnostics) - len(marked)),
            }
        ],
        "results": [_result(one, ids.index(one.rule), mark) for one, mark in marked],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def relative_uri(path: str) -> str:
    """Return a path as a relative URI, every byte percent-encoded that may not stand there."""
    return quote(path, safe="/", errors="surrogateescape")


def _rule(identity: str, diagnostics: Sequence[Diagnostic]) -> dict[str, object]:
    rule = rule_called(identity)
    if rule is None:  # a result must name a rule that is described
        severity = next(one.severity for one in diagnostics if one.rule == identity)
        return {"id": identity, "defaultConfiguration": {"level": _LEVELS[severity]}}
    return {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {
            "text": f"{rule.why}\n\nBad:\n{rule.bad}\n\nGood:\n{rule.good}",
            "markdown": f"{rule.why}\n\nBad:\n\n{_block(rule.bad)}\n\nGood:\n\n{_block(rule.good)}\n",
        },
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": [rule.family.value]},
    }


def _block(example: str) -> str:
    """Return an example as an indented block, which nothing in it can close."""
    return "\n".join(f"    {line}" for line in example.rstrip("\n").split("\n"))


def _result(one: Diagnostic, index: int, fingerprint: str) -> dict[str, object]:
    return {
        "ruleId": one.rule,
        "ruleIndex": index,
        "level": _LEVELS[one.severity],
        "message": {"text": f"{one.message} ({one.hint})" if one.hint else one.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": relative_uri(one.path), "uriBaseId": "%SRCROOT%"},
                    "region": _region(one),
                }
            }
        ],
        "partialFingerprints": {"primaryLocationLineHash": f"{fingerprint}:1"},
    }


def _region(one: Diagnostic) -> dict[str, int]:
    """Return the region of a diagnostic, never before the first line: a log with one of those is refused whole."""
    span = one.span
    line, column = max(1, span.line), max(1, span.column)
    end_line = max(line, span.end_line)
    end_column = max(column, span.end_column) if end_line == line else max(1, span.end_column)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _notifications(result: LintResult, left_out: int) -> list[dict[str, object]]:
    said: list[dict[str, object]] = [{"level": "error", "message": {"text": crash}} for crash in result.crashes]
    if left_out:
        text = f"{left_out} more results, the mildest, are left out: a code host shows {MOST_RESULTS}"
        said.append({"level": "note", "message": {"text": text}})
    return said
