"""PBK307: a playbook that a script could be."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule

MESSAGE = "every step is a command with an exit code: nothing here needs a reader"
HINT = "write a script, and let a playbook say when to run it; or name the step that takes judgement (`check: null`)"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the steps of a playbook that are all commands which only their exit code decides."""
    steps = [step for _, step in document.steps()]
    if len(steps) > 1 and all(step.get("run") is not None and _by_exit_code(step.get("check")) for step in steps):
        yield Finding(document.key_span(("steps",)), MESSAGE, HINT)


def _by_exit_code(said: object) -> bool:
    return isinstance(said, dict) and list(said) == ["exit_code"]


RULE = Rule(
    id="PBK307",
    name="deterministic-playbook",
    family=Family.CHECKS,
    severity=Severity.INFO,
    since="0.1.0",
    summary="Every step is a command that its exit code decides: this is a script.",
    why=(
        "A playbook earns its price where somebody has to look and decide between commands. A sequence that never "
        "needs that runs faster, cheaper and the same each time as a script in the repository."
    ),
    bad=(
        "steps:\n  - do: run the tests\n    run: [pytest, -q]\n    check: {exit_code: 0}\n"
        "  - do: build the distributions\n    run: [python, -m, build]\n    check: {exit_code: 0}\n"
    ),
    good=(
        "steps:\n  - do: run the tests\n    run: [pytest, -q]\n    check: {exit_code: 0}\n"
        "  - do: decide whether the change log needs a migration note\n    check: null\n"
    ),
    check=check,
)
