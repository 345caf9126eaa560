"""PBK506: too few routing examples to say what a playbook is for."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.model.canonical import Json

LEAST_MATCH = 2
HINT = "add tasks in the words of people: two that it is for, and one that only sounds like it"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the examples of a playbook that are fewer than two on the one side or none on the other."""
    examples = document.data.get("examples")
    if examples is not None and not isinstance(examples, dict):
        return
    sides = examples or {}
    match, no_match = _count(sides.get("match")), _count(sides.get("no_match"))
    missing = []
    if match < LEAST_MATCH:
        missing.append("only one `match` example" if match else "no `match` example")
    if not no_match:
        missing.append("no `no_match` example")
    if missing and isinstance(document.data.get("goal"), str):
        span = document.key_span(("examples",)) if examples is not None else document.value_span(("goal",))
        yield Finding(span, f"there is {' and '.join(missing)}", HINT)


def _count(side: Json) -> int:
    return len(side) if isinstance(side, list) else 0


RULE = Rule(
    id="PBK506",
    name="few-examples",
    family=Family.LIBRARY,
    severity=Severity.INFO,
    since="0.1.0",
    summary="A playbook has fewer than two `match` examples, or no `no_match` example.",
    why=(
        "With its goal alone the right playbook is on top for less than half of the ways in which people word a "
        "task, with three examples for four of five. A `no_match` example is the cheapest way to keep a playbook "
        "from the task next door, and both are tests that `pbk test` runs."
    ),
    bad="examples:\n  match: [publish the next version to PyPI]\n",
    good=(
        "examples:\n  match: [publish the next version to PyPI, release version 1.4]\n"
        "  no_match: [yank the broken release]\n"
    ),
    check=check,
)
