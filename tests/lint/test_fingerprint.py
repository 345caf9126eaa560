from __future__ import annotations

from hypothesis import given

from pbk.lint.fingerprint import fingerprints
from pbk.lint.result import LintResult
from support.lint_results import any_result, diagnostic, result

TEXT = "name: a\nsteps:\n  - do: x\n  - do: y\n  - do: x\n"
PATH = "playbooks/a.yaml"


def test_lines_above_change_nothing() -> None:
    before = fingerprints(result([diagnostic(line=3), diagnostic(line=4), diagnostic(line=5)], sources={PATH: TEXT}))
    moved = result([diagnostic(line=5), diagnostic(line=6), diagnostic(line=7)], sources={PATH: f"# new\r\n\r\n{TEXT}"})
    assert fingerprints(moved) == before
    assert len(set(before)) == 3


def test_indentation_changes_nothing() -> None:
    flat = fingerprints(result([diagnostic(line=3)], sources={PATH: TEXT}))
    assert fingerprints(result([diagnostic(line=3)], sources={PATH: TEXT.replace("  - ", "      - ")})) == flat


def test_rule_path_and_line_count() -> None:
    others = [diagnostic(line=4), diagnostic(line=3, rule="PBK202"), diagnostic(line=3, path="playbooks/b.yaml")]
    sources = {PATH: TEXT, "playbooks/b.yaml": TEXT}
    marks = fingerprints(result([diagnostic(line=3), *others], sources=sources))
    assert len(set(marks)) == 4


def test_the_wording_of_a_rule_may_change() -> None:
    assert fingerprints(result([diagnostic("old")])) == fingerprints(result([diagnostic("new", hint="x")]))


@given(any_result())
def test_no_two_are_alike(found: LintResult) -> None:
    assert len(set(fingerprints(found))) == len(found.diagnostics)
