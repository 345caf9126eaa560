"""PBK305: a command whose end nobody looks at."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Fix, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.lint.splice import replacement

HINT = "add `check: {exit_code: 0}`, or what its output or the files look like afterwards"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the checks of steps with a command that are null or prose."""
    for index, step in document.steps():
        if step.get("run") is None or "check" not in step:
            continue
        pointer = ("steps", index, "check")
        said = step["check"]
        if said is None:
            edits = replacement(document, pointer, "{exit_code: 0}", {"exit_code": 0})
            fix = Fix("ask for exit code 0", edits, safe=False) if edits else None
            message = "this step runs a command and nobody looks at how it ended"
            yield Finding(document.value_span(pointer), message, HINT, fix)
        elif isinstance(said, str):
            message = "this step runs a command, and its check is prose that no code can decide"
            yield Finding(document.value_span(pointer), message, HINT)


RULE = Rule(
    id="PBK305",
    name="command-without-check",
    family=Family.CHECKS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A step has a command, but no check of its exit code, its output or what it left behind.",
    why=(
        "A command comes with a proof for free: its exit status. Where the check is null or prose that proof is thrown "
        "away, strict replay cannot tell red from green, and the outcome counts as a claim only."
    ),
    bad=(
        "steps:\n  - do: run the tests\n    run: [pytest, -q]\n    check: null\n"
        "  - do: read the report\n    check: null\n"
    ),
    good=(
        "steps:\n  - do: run the tests\n    run: [pytest, -q]\n    check: {exit_code: 0}\n"
        "  - do: read the report\n    check: null\n"
    ),
    check=check,
)
