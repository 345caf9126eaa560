"""What keeps a file from being read as YAML, handed out to the rules of the family *file* by its code."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbk.lint.diagnostic import Finding
from pbk.lint.document import LintDocument


def finding_of(*codes: str) -> Callable[[LintDocument], Iterator[Finding]]:
    """Return the check of a rule that owns these codes of `YamlProblem`."""

    def check(document: LintDocument) -> Iterator[Finding]:
        problem = document.yaml_problem
        if problem is not None and problem.code in codes:
            yield Finding(problem.span, problem.message, problem.hint)

    return check
