"""PBK904: a suppression that does not say why."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.lint.suppress import Fault, suppressions_of


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield each suppression without a reason."""
    for suppression in suppressions_of(document):
        if suppression.fault is not Fault.FORM and suppression.words and not suppression.reason:
            yield Finding(
                suppression.span,
                "this suppression does not say why",
                "write the reason behind the bracket: # pbk: ignore[PBK201] because ...",
            )


RULE = Rule(
    id="PBK904",
    name="suppression-without-reason",
    family=Family.SUPPRESSIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A suppression gives no reason.",
    why=(
        "Whoever reviews the playbook next cannot tell an accepted finding from one that was in the way. One sentence "
        "is enough, and it is often the most useful line of the file."
    ),
    bad="# pbk: ignore[PBK201]\ngoal: Publish a new version to PyPI\n",
    good="goal: Publish a new version to PyPI\n",
    check=check,
)
