"""PBK212: an input where nothing fills it in."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.passages import Passage, place
from pbk.lint.placeholders import declared_inputs, placeholders
from pbk.lint.rule import Family, Rule

_UNFILLED = ("goal", "preconditions", "anti_preconditions", "examples")


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the declared inputs in what is read before anybody gives a value."""
    inputs = declared_inputs(document)
    if not inputs:
        return
    for pointer, text in document.texts():
        if not pointer or pointer[0] not in _UNFILLED:
            continue
        for found in placeholders(text):
            if found["name"] in inputs:
                span = place(document, Passage(text, pointer), found.start(), found.end())
                message = f"`{pointer[0]}` is read before inputs are given: these braces stay as they are"
                yield Finding(span, message, "say it without the input; a step may check what depends on one")


_EXAMPLE = (
    "inputs:\n  version: {description: the version to publish}\ngoal: GOAL\n"
    "steps:\n  - do: set the version to {{ version }}\n    check: {git_clean: false}\n"
    "  - do: commit it\n    check: {git_clean: true}\n"
)

RULE = Rule(
    id="PBK212",
    name="input-out-of-place",
    family=Family.SHAPE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="An input in the goal, a condition or an example, where nothing fills it in.",
    why=(
        "Goal, conditions and examples decide whether the playbook is offered. Only then is anybody asked for the "
        "inputs: a condition about `{{ path }}` looks for a file of that very name."
    ),
    bad=_EXAMPLE.replace("GOAL", "Publish version {{ version }} to PyPI"),
    good=_EXAMPLE.replace("GOAL", "Publish a new version to PyPI"),
    check=check,
)
