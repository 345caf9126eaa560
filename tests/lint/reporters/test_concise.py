from __future__ import annotations

from hypothesis import given

from pbk.lint.reporters.concise import report
from pbk.lint.result import LintResult
from support.lint_results import W, any_result, diagnostic, result


def test_one_line_each() -> None:
    found = result([diagnostic(), diagnostic("vague", severity=W, path="playbooks/b.yaml", line=3, column=7, hint="x")])
    assert report(found) == (
        "playbooks/a.yaml:1:1: PBK201 error this is wrong\nplaybooks/b.yaml:3:7: PBK201 warning vague\n"
    )
    assert report(result()) == ""


@given(any_result())
def test_a_diagnostic_is_always_one_line(found: LintResult) -> None:
    assert report(found).split("\n")[:-1] == report(found).splitlines()
    assert len(report(found).splitlines()) == len(found.diagnostics)
