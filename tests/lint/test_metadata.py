"""The rules themselves, held to the rules for rules."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

import pbk.lint.rules
from pbk.lint.catalogue import RETIRED_IDS, all_rules, rule_called
from pbk.lint.diagnostic import Severity
from pbk.lint.pages import main, pages
from pbk.lint.rule import Family, Rule

RULES = all_rules()
FOLDER = Path(pbk.lint.rules.__file__).parent
PAGES = Path(__file__).parent.parent.parent / "docs" / "rules"
HUNDREDS = {family: number for number, family in enumerate(Family, start=1)}
MAY_BE_ERRORS = {Family.FILE, Family.SHAPE, Family.SAFETY, Family.LEDGER}
FOUND_BY_THE_ENGINE = {"PBK100", "PBK901"}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule(rule: Rule) -> None:
    assert re.fullmatch(r"PBK[1-9]\d\d", rule.id)
    assert int(rule.id[3]) == HUNDREDS[rule.family]
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)
    assert re.fullmatch(r"\d+\.\d+\.\d+", rule.since)
    assert rule.severity is not Severity.ERROR or rule.family in MAY_BE_ERRORS, "errors are for what is broken"
    assert rule.summary.endswith(".")
    assert "\n" not in rule.summary
    assert len(rule.summary) <= 120
    assert len(rule.why) >= 60, "a paragraph says why that matters"
    assert rule.why.rstrip().endswith((".", "?", ")"))
    assert rule.bad != rule.good
    assert (rule.check is None and rule.finalize is None) == (rule.id in FOUND_BY_THE_ENGINE)


def test_ids_and_names_are_used_once() -> None:
    for words in ([rule.id for rule in RULES], [rule.name for rule in RULES]):
        assert [word for word, count in Counter(words).items() if count > 1] == []
    assert not {rule.id for rule in RULES} & RETIRED_IDS.keys()
    assert not {rule.name for rule in RULES} & set(Family), "a name that is a family would be ambiguous"


def test_each_module_is_one_rule_and_is_called_like_it() -> None:
    files = sorted(path for path in FOLDER.glob("*/*.py") if path.name != "__init__.py")
    assert len(files) == len(RULES)
    for path in files:
        rule = import_module(f"pbk.lint.rules.{path.parent.name}.{path.stem}").RULE
        assert path.stem.startswith(f"{rule.id.lower()}_")
        assert path.parent.name == rule.family.value
        assert path.read_text(encoding="utf-8").startswith(f'"""{rule.id}: ')


def test_there_are_rules_in_every_family() -> None:
    assert {rule.family for rule in RULES} == set(Family)
    assert len(RULES) >= 30


def test_rules_are_found_by_id_and_name_in_any_case() -> None:
    for word in ("PBK201", "pbk201", "schema-violation", "Schema-Violation"):
        found = rule_called(word)
        assert found is not None
        assert found.id == "PBK201"
    assert rule_called("PBK20") is None


def test_pages_are_what_the_rules_say() -> None:
    wanted = pages()
    on_disk = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.md")}
    assert on_disk == wanted, "run `python -m pbk.lint.pages docs/rules`"


def test_pages_are_written_and_stale_ones_removed(tmp_path: Path) -> None:
    (tmp_path / "PBK999.md").write_text("gone", encoding="utf-8")
    (tmp_path / "notes.md").write_text("mine", encoding="utf-8")
    assert main([str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {*pages(), "notes.md"}
    assert main([]) == 2
