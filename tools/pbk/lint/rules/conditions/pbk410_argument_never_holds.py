"""PBK410: a structured condition whose argument makes it unknown everywhere."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.arguments import argument_fault
from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import all_conditions
from pbk.lint.rule import Family, Rule

HINT = (
    "name a file relative to the working directory, a program by its bare name; what cannot be asked counts as failed"
)


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the structured conditions and checks that hold in no repository."""
    for placed in all_conditions(document):
        fault = argument_fault(placed.condition)
        if fault:
            message = f"this `{placed.condition.kind}` can never hold: {fault}"
            yield Finding(document.value_span(placed.argument_pointer), message, HINT)


RULE = Rule(
    id="PBK410",
    name="argument-never-holds",
    family=Family.CONDITIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="The argument of a structured condition is refused in every repository: absolute, outside, or empty.",
    why=(
        "Conditions look only below the working directory, and programs only up on PATH. A path that is absolute "
        "or has `..` in it is never looked at, so the condition is unknown, which fails a precondition and blocks "
        "as an anti-precondition: the playbook is never offered."
    ),
    bad="preconditions:\n  - file_exists: ../pyproject.toml\n  - task_mentions: [publish, release]\n",
    good="preconditions:\n  - file_exists: pyproject.toml\n  - task_mentions: [publish, release]\n",
    check=check,
)
