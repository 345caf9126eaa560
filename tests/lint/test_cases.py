"""Golden cases: `tests/cases/lint/<RULE>/*.yaml`, what the rule says of each in the `.out` beside it.

A case is a playbook file, or several files, each after a line `# file: path`. A line of the golden is one diagnostic:
`line:column: RULE severity message (hint)`, its path in front where there are several files. `UPDATE_CASES=1` writes
the goldens anew. Cases in `ok/` say nothing, whatever the rule.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbk.lint.catalogue import all_rules
from pbk.lint.diagnostic import Diagnostic
from pbk.lint.engine import Request, lint_library
from pbk.lint.selection import Choice, every_rule
from support.lint_examples import multiple, write_files

CASES = Path(__file__).parent.parent / "cases" / "lint"
NOW = 1_796_119_200_000_000  # 2026-12-01T10:00:00Z
FILES = sorted(CASES.glob("*/*.yaml"))
UPDATE = os.environ.get("UPDATE_CASES") == "1"


def told(one: Diagnostic, *, with_path: bool) -> str:
    where = f"{one.path}:" if with_path else ""
    hint = f" ({one.hint})" if one.hint else ""
    return f"{where}{one.span.line}:{one.span.column}: {one.rule} {one.severity} {one.message}{hint}\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path: Path, tmp_path: Path) -> None:
    rule = path.parent.name
    every = every_rule()
    choice = every if rule == "ok" else Choice({rule: every.severities[rule]})
    if rule == "PBK901":  # it is about what the others find
        choice = every
    content = path.read_bytes()
    write_files(tmp_path, content, path.name)
    result = lint_library(Request(tmp_path, choice, NOW))
    assert not result.crashes
    found = [one for one in result.diagnostics if rule in {"ok", one.rule}]
    text = "".join(told(one, with_path=multiple(content)) for one in found)
    golden = path.with_suffix(".out")
    if rule == "ok":
        assert text == ""
        return
    if UPDATE:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("rule", [rule.id for rule in all_rules()])
def test_every_rule_has_a_bad_and_a_good_case(rule: str) -> None:
    goldens = [path.read_text(encoding="utf-8") for path in (CASES / rule).glob("*.out")]
    assert any(goldens), "no case in which the rule finds something"
    assert not all(goldens), "no case in which the rule is silent"


def test_every_folder_is_a_rule_and_every_golden_has_its_case() -> None:
    assert {path.name for path in CASES.iterdir()} <= {rule.id for rule in all_rules()} | {"ok"}
    assert {path.with_suffix(".yaml") for path in CASES.glob("*/*.out")} == {
        path for path in FILES if path.parent.name != "ok"
    }
