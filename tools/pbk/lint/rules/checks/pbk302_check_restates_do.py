"""PBK302: a check that says its instruction once more."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.lint.wording import restates

MESSAGE = "this check only says again what the step does"
HINT = "name what is different once the step is done, or say `check: null`"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the checks in prose whose words all stand in the `do` of their step."""
    for index, step in document.steps():
        said, asked = step.get("check"), step.get("do")
        if isinstance(said, str) and isinstance(asked, str) and restates(said, asked):
            yield Finding(document.value_span(("steps", index, "check")), MESSAGE, HINT)


RULE = Rule(
    id="PBK302",
    name="check-restates-do",
    family=Family.CHECKS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A check repeats the words of its step and proves nothing beyond them.",
    why=(
        "`the change log was updated` after `update the change log` asks whether one believes to have done the step. A "
        "check earns its place by looking at something that a forgotten or half done step would not leave behind."
    ),
    bad=(
        "steps:\n  - do: update the change log\n    check: the change log was updated\n"
        "  - do: read it once more\n    check: null\n"
    ),
    good=(
        "steps:\n  - do: update the change log\n    check: {file_contains: {path: NEWS.md, pattern: '^## 1\\.4'}}\n"
        "  - do: read it once more\n    check: null\n"
    ),
    check=check,
)
