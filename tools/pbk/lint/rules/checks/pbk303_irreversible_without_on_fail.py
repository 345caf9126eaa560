"""PBK303: a command that cannot be undone, in a step that does not say what to do when it fails."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.commands import dangerous_commands
from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule

HINT = "add `on_fail`: how to see how far it came, and what must not be tried then"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the steps that run an irreversible command and have no `on_fail`."""
    steps = dict(document.steps())
    for index, pointer, named in dangerous_commands(document):
        if "on_fail" not in steps[index]:
            message = f"`{named}` cannot be undone, and the step does not say what to do when it fails"
            yield Finding(document.value_span(pointer), message, HINT)


RULE = Rule(
    id="PBK303",
    name="irreversible-without-on-fail",
    family=Family.CHECKS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A step destroys or publishes something and has no `on_fail`.",
    why=(
        "A forced push, a dropped table or an upload that stops half way leaves a state that nobody planned, and the "
        "obvious next move (run it again, harder) is often the one that does the damage. `--force-with-lease` counts "
        "too: it protects what others pushed meanwhile, not what is overwritten. Removing what a build makes anew "
        "(`dist`, `node_modules`, caches) does not."
    ),
    bad=(
        "steps:\n  - do: upload to PyPI\n    run: [twine, upload, 'dist/1.4.0/*']\n    check: {exit_code: 0}\n"
        "    approve: true\n  - do: tell the users\n    check: null\n"
    ),
    good=(
        "steps:\n  - do: upload to PyPI\n    run: [twine, upload, 'dist/1.4.0/*']\n    check: {exit_code: 0}\n"
        "    on_fail: if some files arrived, upload the others with --skip-existing; never rebuild under this version\n"
        "    approve: true\n  - do: tell the users\n    check: null\n"
    ),
    check=check,
)
