"""PBK202: a structured condition or check that does not exist."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.store.playbook_schema import SchemaProblem

_BEGINNINGS = ("unknown condition ", "unknown check ")  # how the schema's objection to such a key is worded


def is_unknown_condition(problem: SchemaProblem) -> bool:
    """Return whether the schema objects to the kind of a condition or check."""
    return problem.target == "key" and problem.message.startswith(_BEGINNINGS)


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the keys of conditions and checks that nothing can evaluate."""
    for problem in document.problems:
        if is_unknown_condition(problem):
            yield Finding(document.key_span(problem.pointer), problem.message, problem.hint)


RULE = Rule(
    id="PBK202",
    name="unknown-condition",
    family=Family.SHAPE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A structured condition or check that nothing can evaluate.",
    why=(
        "The set of structured conditions is closed, so that each one is exact, bounded and without side effects. What "
        "is not in it cannot be judged: the playbook would never be offered, or its step never be proved. Those of an "
        "extension carry a dot in their name."
    ),
    bad="preconditions:\n  - file_exist: pyproject.toml\n  - task_mentions: [publish, release]\n",
    good="preconditions:\n  - file_exists: pyproject.toml\n  - task_mentions: [publish, release]\n",
    check=check,
)
