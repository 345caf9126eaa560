"""PBK905: a comment that begins like a suppression and cannot be read as one."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.lint.suppress import Fault, suppressions_of


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield each comment that is meant as a suppression and cannot be read."""
    for suppression in suppressions_of(document):
        if suppression.fault is Fault.FORM:
            yield Finding(
                suppression.span,
                "this cannot be read as a suppression",
                "write # pbk: ignore[PBK201] reason, or # pbk: ignore-file[PBK201] reason",
            )


RULE = Rule(
    id="PBK905",
    name="malformed-suppression",
    family=Family.SUPPRESSIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A comment begins with `pbk:` and is no suppression.",
    why=(
        "A suppression names the rules that it is about. One without ids, or in another spelling, suppresses nothing, "
        "and whoever wrote it believes that it does."
    ),
    bad="goal: Publish a new version to PyPI  # pbk: ignore the goal is spelled as the team says it\n",
    good="goal: Publish a new version to PyPI\n",
    check=check,
)
