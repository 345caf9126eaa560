from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from pbk.lint.reporters.github import SHOWN, command, report
from pbk.lint.result import LintResult
from support.lint_results import E, I, W, any_result, diagnostic, result

COMMAND = re.compile(r"::(error|warning|notice) ([^:\r\n]*)::([^\r\n]*)")
UNESCAPE = {"%25": "%", "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ","}


def read(line: str) -> tuple[str, dict[str, str], str]:
    """Read a workflow command as the runner does."""
    found = COMMAND.fullmatch(line)
    assert found is not None
    properties = dict(part.split("=", 1) for part in found[2].split(","))
    return found[1], {key: unescaped(value) for key, value in properties.items()}, unescaped(found[3], "%25|%0D|%0A")


def unescaped(text: str, codes: str = "%25|%0D|%0A|%3A|%2C") -> str:
    return re.sub(codes, lambda match: UNESCAPE[match[0]], text)


def test_a_diagnostic_is_an_annotation() -> None:
    found = result([diagnostic("50% of it: no, none", path="playbooks/a,b:c%.yaml", line=3, column=5, hint="mend\nit")])
    assert report(found) == (
        "::error file=playbooks/a%2Cb%3Ac%25.yaml,line=3,endLine=3,col=5,endColumn=6,title=PBK201 schema-violation"
        "::50%25 of it: no, none (mend%0Ait)\n"
    )
    assert report(result()) == ""


def test_columns_are_left_out_over_several_lines() -> None:
    assert "col=" not in report(result([diagnostic(line=2, end_line=4)]))


def test_the_worst_come_first_and_changed_files_before_others() -> None:
    found = result(
        [
            diagnostic(severity=I),
            diagnostic(severity=W),
            diagnostic(path="playbooks/a.yaml"),
            diagnostic(path="playbooks/b.yaml"),
        ]
    )
    order = [
        (read(line)[0], read(line)[1]["file"]) for line in report(found, changed={"playbooks/b.yaml"}).splitlines()
    ]
    assert order == [
        ("error", "playbooks/b.yaml"),
        ("error", "playbooks/a.yaml"),
        ("warning", "playbooks/a.yaml"),
        ("notice", "playbooks/a.yaml"),
    ]


def test_no_level_has_more_than_are_shown_and_the_rest_is_counted() -> None:
    found = result([diagnostic(severity=severity, line=line) for severity in (E, W, I) for line in range(1, 13)])
    lines = [read(line) for line in report(found).splitlines()]
    assert {level: sum(line[0] == level for line in lines) for level in ("error", "warning", "notice")} == {
        "error": SHOWN,
        "warning": SHOWN,
        "notice": SHOWN,
    }
    assert lines[-1][2].startswith("2 errors, 2 warnings, 3 infos more")
    full = result([diagnostic(line=line) for line in range(1, SHOWN + 1)])
    assert len(report(full).splitlines()) == SHOWN


def test_a_fault_of_the_linter_comes_first() -> None:
    lines = report(result([diagnostic()] * 10, crashes=["rule PBK203 failed: 100%"])).splitlines()
    assert read(lines[0]) == ("error", {"title": "pbk lint failed"}, "rule PBK203 failed: 100%")
    assert read(lines[-1])[2].startswith("1 error more")


@given(st.text(), st.text())
def test_what_is_escaped_reads_back(value: str, message: str) -> None:
    line = command("error", {"file": value, "title": value}, message)
    assert read(line) == ("error", {"file": value, "title": value}, message)


@given(any_result())
def test_limits_hold_and_nothing_is_lost(found: LintResult) -> None:
    lines = [read(line) for line in report(found).split("\n")[:-1]]
    for level in ("error", "warning", "notice"):
        assert sum(line[0] == level for line in lines) <= SHOWN
    counted = (
        sum(int(number) for number in re.findall(r"(\d+) (?:error|warning|info)s?(?=,| more)", lines[-1][2]))
        if (lines and lines[-1][1] == {"title": "pbk lint"})
        else 0
    )
    shown = sum("file" in line[1] for line in lines)
    assert shown + counted == len(found.diagnostics)
