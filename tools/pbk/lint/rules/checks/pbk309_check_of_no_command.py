"""PBK309: a check of a command in a step that has none."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import step_conditions
from pbk.lint.rule import Family, Rule
from pbk.model.condition import CHECK_ONLY_KINDS

HINT = "add `run` with the command that it speaks of, or check a file or the state of git instead"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the checks of exit code or output in steps without `run`."""
    steps = dict(document.steps())
    for placed in step_conditions(document):
        kind = placed.condition.kind
        if placed.role == "check" and kind in CHECK_ONLY_KINDS and steps[int(placed.pointer[1])].get("run") is None:
            message = f"`{kind}` speaks of a command, and this step has no `run`"
            yield Finding(document.key_span(placed.argument_pointer), message, HINT)


RULE = Rule(
    id="PBK309",
    name="check-of-no-command",
    family=Family.CHECKS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A check asks for an exit code or an output, but the step runs no command.",
    why=(
        "Without `run` nobody knows which command is meant: an agent runs something like it and reports its own "
        "status, and pbk, which was to see it, has nothing to look at. Such a check is always unknown in strict replay."
    ),
    bad=(
        "steps:\n  - do: run the tests\n    check: {exit_code: 0}\n"
        "  - do: decide whether the change log needs a migration note\n    check: null\n"
    ),
    good=(
        "steps:\n  - do: run the tests\n    run: [pytest, -q]\n    check: {exit_code: 0}\n"
        "  - do: decide whether the change log needs a migration note\n    check: null\n"
    ),
    check=check,
)
