from __future__ import annotations

import html
import re

from hypothesis import given
from hypothesis import strategies as st

from pbk.lint.reporters.markdown import MOST_BYTES, escaped, report
from pbk.lint.result import LintResult
from support.lint_results import I, W, any_result, diagnostic, result


def test_a_table_for_each_severity() -> None:
    found = result([diagnostic(hint="mend it"), diagnostic("vague", severity=W, line=3)], suppressed=2)
    assert report(found) == (
        "## Playbooks: 1 error, 1 warning in 1 file (2 suppressed)\n\n"
        "<details open><summary>1 error</summary>\n\n"
        "| Place | Rule | Message |\n| --- | --- | --- |\n"
        "| <code>playbooks/a.yaml&#58;1&#58;1</code> | PBK201 | this is wrong (mend it) |\n\n</details>\n\n"
        "<details><summary>1 warning</summary>\n\n"
        "| Place | Rule | Message |\n| --- | --- | --- |\n"
        "| <code>playbooks/a.yaml&#58;3&#58;1</code> | PBK201 | vague |\n\n</details>\n"
    )


def test_nothing_is_said_too() -> None:
    assert report(result()) == "## Playbooks: nothing to report in 0 files\n"


def test_a_fault_is_said_first() -> None:
    assert "The linter itself failed" in report(result(crashes=["rule PBK203 failed"]))


def test_a_summary_fits_and_counts_what_is_left_out() -> None:
    found = result(
        [diagnostic("ü" * 300, line=line) for line in range(1, 3000)]
        + [diagnostic("x", severity=severity, line=line) for severity in (W, I) for line in range(1, 3)]
    )
    text = report(found)
    assert MOST_BYTES * 0.9 < len(text.encode()) <= MOST_BYTES
    [left_out] = re.findall(r"(\d+) more: `pbk lint`", text.partition("<details>")[0])
    assert int(left_out) + text.count("ü" * 300) == 2999
    assert "<summary>2 warnings</summary>" in text


@given(st.text())
def test_a_cell_shows_what_it_was_given(text: str) -> None:
    cell = escaped(text)
    assert not set(cell) & set("|<>`*_[]\\\n\r")
    assert html.unescape(cell) == html.unescape(escaped(" ".join(re.split("[\r\n]", text))))
    if text.isprintable():
        assert html.unescape(cell) == text


@given(any_result())
def test_every_diagnostic_is_one_row(found: LintResult) -> None:
    rows = [line for line in report(found).split("\n") if line.startswith("| <code>")]
    assert len(rows) == len(found.diagnostics)
    assert all(row.count("|") == 4 for row in rows)
