from __future__ import annotations

from types import ModuleType

import pytest

from pbk.lint.diagnostic import Finding
from pbk.lint.document import LintDocument
from pbk.lint.rules.shape import (
    pbk201_schema,
    pbk202_unknown_condition,
    pbk203_few_steps,
    pbk204_many_steps,
    pbk209_prose_when,
    pbk210_runaway_pattern,
    pbk211_pattern_says_nothing,
)


def findings(module: ModuleType, text: str) -> list[Finding]:
    document = LintDocument("playbooks/example.yaml", text.encode())
    assert document.yaml is not None
    return list(module.RULE.check(document))


def steps(count: int) -> str:
    return "name: example\ngoal: x\nsteps:\n" + "- {do: a, check: null}\n" * count


@pytest.mark.parametrize(
    ("count", "rules"), [(1, {"PBK201"}), (2, {"PBK203"}), (3, {"PBK203"}), (4, set()), (20, set()), (21, {"PBK204"})]
)
def test_number_of_steps(count: int, rules: set[str]) -> None:
    modules = (pbk201_schema, pbk203_few_steps, pbk204_many_steps)
    assert {module.RULE.id for module in modules if findings(module, steps(count))} == rules


def test_unknown_conditions_are_told_once() -> None:
    text = (
        "name: example\ngoal: x\npreconditions: [{file_exist: a}]\nsteps:\n- {do: a, check: {exit_cod: 0}}\n"
        "- {do: b, check: null, when: {exit_code: 0}, wen: x}\n"
    )
    found = findings(pbk202_unknown_condition, text)
    assert [(item.span.line, item.span.column) for item in found] == [(3, 18), (5, 19), (6, 31)]
    assert found[0].hint == "did you mean `file_exists`?"
    (other,) = findings(pbk201_schema, text)
    assert "`wen`" in other.message


STEP = "- {{do: a, run: [a], check: {check}, when: {when}}}\n"


@pytest.mark.parametrize(
    ("check", "when", "count"),
    [
        ("{exit_code: 0}", "there are documents", 1),
        ("{exit_code: 0}", "{file_exists: docs}", 0),
        ("null", "there are documents", 0),
        ("it was built", "there are documents", 0),
    ],
)
def test_prose_when(check: str, when: str, count: int) -> None:
    text = "steps:\n- {do: a, run: [a], check: {exit_code: 0}}\n" + STEP.format(check=check, when=when)
    assert len(findings(pbk209_prose_when, text)) == count


PLACES = (
    "preconditions: [{{file_contains: {{path: a, pattern: '{0}'}}}}]\nsteps:\n"
    "- {{do: a, check: {{output_matches: '{0}'}}, when: {{file_contains: {{path: a, pattern: '{0}'}}}}}}\n"
    "- {{do: a, check: {{output_lacks: '{0}'}}}}\ninputs: {{a: {{pattern: '{0}'}}}}\n"
)


def test_patterns_wherever_they_stand() -> None:
    assert len(findings(pbk210_runaway_pattern, PLACES.format("(a+)+$"))) == 5
    assert len(findings(pbk211_pattern_says_nothing, PLACES.format(".*"))) == 4
    assert (
        "never" in findings(pbk211_pattern_says_nothing, "steps:\n- {do: a, check: {output_lacks: 'x*'}}\n")[0].message
    )


def test_inputs_in_patterns_are_words() -> None:
    assert len(findings(pbk210_runaway_pattern, PLACES.format("{{ a }}(b+)+$"))) == 5
    assert findings(pbk210_runaway_pattern, PLACES.format("({{ a }}-)+$")) == []
    assert findings(pbk211_pattern_says_nothing, PLACES.format("{{ a }}")) == []
