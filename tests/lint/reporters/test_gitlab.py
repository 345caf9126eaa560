from __future__ import annotations

import json

from hypothesis import given

from pbk.lint.reporters.gitlab import report
from pbk.lint.result import LintResult
from support.lint_results import I, W, any_result, diagnostic, result


def test_a_diagnostic_is_an_issue() -> None:
    found = result([diagnostic("vague", severity=W, line=3, end_line=4, hint="say what")])
    [issue] = json.loads(report(found))
    assert len(issue.pop("fingerprint")) == 32
    assert issue == {
        "description": "vague (say what)",
        "check_name": "PBK201",
        "severity": "minor",
        "location": {"path": "playbooks/a.yaml", "lines": {"begin": 3, "end": 4}},
    }


def test_severities() -> None:
    found = result([diagnostic(), diagnostic(severity=W), diagnostic(severity=I)])
    assert [issue["severity"] for issue in json.loads(report(found))] == ["critical", "minor", "info"]


def test_nothing_is_an_empty_array_and_no_byte_order_mark() -> None:
    assert report(result()) == "[]\n"


@given(any_result())
def test_every_issue_has_what_is_asked_for(found: LintResult) -> None:
    issues = json.loads(report(found))
    assert len(issues) == len(found.diagnostics)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    assert all(issue["location"]["lines"]["begin"] >= 1 for issue in issues)
    assert all(issue["severity"] in {"info", "minor", "major", "critical", "blocker"} for issue in issues)
