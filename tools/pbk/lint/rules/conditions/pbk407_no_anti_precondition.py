"""PBK407: a playbook that nothing rules out."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule

MESSAGE = "nothing says when this playbook is the wrong one"
HINT = "add `anti_preconditions`: where would a colleague say `not like that`?"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the empty list of anti-preconditions, or the goal where there is no list."""
    said = document.data.get("anti_preconditions")
    if said == []:
        yield Finding(document.key_span(("anti_preconditions",)), MESSAGE, HINT)
    elif said is None and "anti_preconditions" not in document.data and isinstance(document.data.get("goal"), str):
        yield Finding(document.value_span(("goal",)), MESSAGE, HINT)


RULE = Rule(
    id="PBK407",
    name="no-anti-precondition",
    family=Family.CONDITIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A playbook has no anti-precondition.",
    why=(
        "The expensive mistake is the right routine in the wrong place: the release of one package run in a "
        "monorepo, the rotation of a key that was never real. Preconditions say what a playbook needs; only "
        "anti-preconditions say what it must not meet, and everybody who has done the work knows one."
    ),
    bad="anti_preconditions: []\n",
    good="anti_preconditions:\n  - file_exists: packages/*/pyproject.toml\n",
    check=check,
)
