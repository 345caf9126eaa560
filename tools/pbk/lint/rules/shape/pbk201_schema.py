"""PBK201: what the schema of playbooks objects to."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.lint.rules.file.pbk114_name_is_the_files import name_problems
from pbk.lint.rules.shape.pbk202_unknown_condition import is_unknown_condition


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield what the schema, and the sense of a playbook beyond it, objects to, but what has a rule of its own."""
    of_the_name = name_problems(document) if document.problems else []
    for problem in document.problems:
        if problem in of_the_name or is_unknown_condition(problem):
            continue
        key = problem.target == "key"
        span = document.key_span(problem.pointer) if key else document.value_span(problem.pointer)
        yield Finding(span, problem.message, problem.hint)


RULE = Rule(
    id="PBK201",
    name="schema-violation",
    family=Family.SHAPE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A key or value is not what the format allows.",
    why=(
        "A file that does not fit the format is skipped by every other command, so the playbook is never offered. "
        "Unknown keys are errors, because a misspelled `preconditions` would otherwise drop the conditions in silence."
    ),
    bad="steps:\n  - doo: run the tests\n    check: {exit_code: 0}\n  - do: look at the result\n    check: null\n",
    good="steps:\n  - do: run the tests\n    check: {exit_code: 0}\n  - do: look at the result\n    check: null\n",
    check=check,
)
