"""PBK308: a playbook of which no step can be checked by code."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule

MESSAGE = "no step has a check that code can decide"
HINT = "give at least the last step a structured check: an exit code, a file, a line of output"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the steps of a playbook whose checks are all null or prose."""
    said = [step["check"] for _, step in document.steps() if "check" in step]
    if len(said) > 1 and not any(isinstance(item, dict) for item in said):
        yield Finding(document.key_span(("steps",)), MESSAGE, HINT)


RULE = Rule(
    id="PBK308",
    name="no-mechanical-step",
    family=Family.CHECKS,
    severity=Severity.INFO,
    since="0.1.0",
    summary="No step has a structured check, so nothing in the playbook can be verified.",
    why=(
        "An outcome counts for a playbook when something other than the one who followed it saw the result. Where no "
        "step has a structured check that never happens, and its trust stays what it was on the first day."
    ),
    bad=(
        "steps:\n  - do: run the tests\n    check: the report lists no failed test\n"
        "  - do: decide whether the change log needs a migration note\n    check: null\n"
    ),
    good=(
        "steps:\n  - do: run the tests\n    run: [pytest, -q]\n    check: {exit_code: 0}\n"
        "  - do: decide whether the change log needs a migration note\n    check: null\n"
    ),
    check=check,
)
