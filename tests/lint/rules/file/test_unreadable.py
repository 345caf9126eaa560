"""Whatever keeps a file from being read is told by exactly one rule."""

from __future__ import annotations

import ast
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

import pbk.store
from pbk.lint.catalogue import all_rules
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule

STORE = Path(pbk.store.__file__).parent
RAISERS = {"YamlProblem", "problem", "told"}
FILES = {
    "encoding": [b"\xff\xfea\x00", b"goal: \xe9\n", b"\x89PNG\x00"],
    "control-character": [b"goal: a\x07b\n", b'goal: "\\u0007"\n'],
    "surrogate": [b'goal: "\\ud800"\n'],
    "merge-conflict": [b"<<<<<<< HEAD\na: 1\n=======\nb: 1\n>>>>>>> x\n"],
    "tab": [b"a:\n\tb: 1\n"],
    "duplicate-key": [b"a: 1\na: 2\n"],
    "anchor": [b"a: &x 1\n"],
    "alias": [b"a: *.py\n"],
    "merge": [b"a:\n  <<: {b: 1}\n"],
    "tag": [b"a: !important\n"],
    "directive": [b"%YAML 1.1\n---\na: 1\n"],
    "number": [b"a: .nan\n"],
    "too-large": [b"a: " + b"x" * 300_000],
    "too-deep": [b"a: " + b"[" * 90 + b"]" * 90],
    "several-documents": [b"a: 1\n---\nb: 1\n"],
    "empty": [b"", b"# nothing\n"],
    "not-a-mapping": [b"- a\n"],
    "key": [b"1: a\n"],
    "quote": [b"a: @foo\n", b"a: {{ x }} y\n"],
    "colon": [b"a: run x: y\n"],
    "syntax": [],
    "indentation": [b"a: 1\n b: 2\n", b"a:\n  b: 1\n c: 2\n"],
    "unclosed": [b"a: [1, 2\n"],
    "flow": [b"a: [{b: 1} c]\n"],
    "trailing": [b"a: 'b' c\n"],
    "dash": [b"a: - b\n"],
    "no-colon": [b"a: 1\nb\nc: 1\n"],
    "escape": [b'a: "\\d"\n'],
}
RULES = [rule for rule in all_rules() if rule.family is Family.FILE and rule.check is not None]


def codes_of(rule: Rule) -> tuple[str, ...]:
    assert rule.check is not None
    return getattr(module_of(rule), "CODES", ())


def module_of(rule: Rule) -> object:
    folder = Path(import_module("pbk.lint.rules.file").__file__ or "").parent
    (path,) = folder.glob(f"{rule.id.lower()}_*.py")
    return import_module(f"pbk.lint.rules.file.{path.stem}")


def codes_of_the_store() -> set[str]:
    """The first argument of whatever makes a `YamlProblem`, read from the sources."""
    found: set[str] = set()
    for path in STORE.glob("yaml_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in RAISERS:
                found.add(str(node.args[0].value))
    return found


def test_every_code_is_owned_by_exactly_one_rule() -> None:
    owned = Counter(code for rule in RULES for code in codes_of(rule))
    assert set(owned) == codes_of_the_store() == set(FILES)
    assert set(owned.values()) == {1}


@pytest.mark.parametrize(
    ("code", "content"), [(code, content) for code, contents in FILES.items() for content in contents]
)
def test_one_finding_of_the_rule_that_owns_the_code(code: str, content: bytes) -> None:
    document = LintDocument("playbooks/example.yaml", content)
    assert document.yaml_problem is not None
    assert document.yaml_problem.code == code
    found = [(rule, finding) for rule in RULES if rule.check is not None for finding in rule.check(document)]
    assert [code in codes_of(rule) for rule, _ in found] == [True]
    assert found[0][1].span == document.yaml_problem.span
    assert found[0][1].message
    assert found[0][1].hint


def test_a_file_that_can_be_read_has_none() -> None:
    document = LintDocument("playbooks/example.yaml", b"# yaml-language-server: $schema=x\nname: example\n")
    assert [finding for rule in RULES if rule.check is not None for finding in rule.check(document)] == []
