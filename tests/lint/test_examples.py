"""The examples of every rule: the bad one is found, the good one is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbk.lint.catalogue import all_rules
from pbk.lint.engine import Request, lint_library
from pbk.lint.rule import Rule
from pbk.lint.selection import every_rule
from support.lint_examples import example_files, filled, write_example

NOW = 1_796_119_200_000_000  # 2026-12-01T10:00:00Z
RULES = all_rules()


def found(root: Path, example: str) -> set[str]:
    write_example(root, example)
    result = lint_library(Request(root, every_rule(), NOW))
    assert not result.crashes
    return {one.rule for one in result.diagnostics}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_bad_example_is_found(rule: Rule, tmp_path: Path) -> None:
    assert rule.id in found(tmp_path, rule.bad)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_good_example_is_not_found(rule: Rule, tmp_path: Path) -> None:
    assert rule.id not in found(tmp_path, rule.good)


def test_what_fills_an_example_up_is_clean(tmp_path: Path) -> None:
    assert found(tmp_path, "goal: Publish a new version to PyPI\n") == set()


def test_a_fragment_keeps_its_own_keys_and_a_whole_file_everything() -> None:
    text = filled("steps:\n  - do: x\n")
    assert text.count("steps:") == 1
    assert text.index("goal:") < text.index("steps:") < text.index("created_at:")
    assert filled("name: x\n") == "name: x\n"
    files = example_files("# file: a.yaml\nname: a\n# link: b.yaml -> ../b\n")
    assert files == {"a.yaml": "name: a\n", "b.yaml": "-> ../b"}
