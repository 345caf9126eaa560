"""PBK304: a command that cannot be undone, which strict replay would run without asking a person."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.commands import dangerous_commands
from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule

HINT = "add `approve: true`, so that a person confirms before it runs"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the steps that run an irreversible command and do not ask for approval."""
    steps = dict(document.steps())
    for index, pointer, named in dangerous_commands(document):
        if steps[index].get("approve") is not True:
            message = f"`{named}` cannot be undone, and nobody is asked before it runs"
            yield Finding(document.value_span(pointer), message, HINT)


RULE = Rule(
    id="PBK304",
    name="irreversible-without-approval",
    family=Family.CHECKS,
    severity=Severity.INFO,
    since="0.1.0",
    summary="A step destroys or publishes something and has no `approve: true`.",
    why=(
        "A playbook is followed by whoever it was offered to, and an offer can be wrong. One question in front of the "
        "one step that cannot be taken back costs seconds."
    ),
    bad=(
        "steps:\n  - do: throw away everything that is not committed\n    run: [git, clean, -fdx]\n"
        "    check: {git_clean: true}\n    on_fail: stop; look at what it did not remove\n"
        "  - do: build again\n    check: null\n"
    ),
    good=(
        "steps:\n  - do: throw away everything that is not committed\n    run: [git, clean, -fdx]\n"
        "    check: {git_clean: true}\n    on_fail: stop; look at what it did not remove\n    approve: true\n"
        "  - do: build again\n    check: null\n"
    ),
    check=check,
)
