"""PBK310: a check that a command passes by failing in silence, or in other words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import step_conditions, texts_of
from pbk.lint.rule import Family, Rule

MESSAGE = "a command that fails prints nothing of this kind, so the check holds then too"
HINT = "use `output_matches` for what success prints, or let the expression find failures too: `^(...|fatal|error)`"
# Expressions that find something in any output, and those that look for what failures print.
_ANYTHING = re.compile(r"\^?(?:\\S|\.|\[\^?\\s\\S\]|\[\\w\\W\]|\\w)[+*]?\$?")
_ESCAPE = re.compile(r"\\[A-Za-z]|\(\?[a-zA-Z]+\)")
_FAILURE = re.compile(
    r"(?<![a-z])(?:error|fatal|fail|traceback|exception|not found|no such|denied|cannot|usage|abort|panic)",
    re.IGNORECASE,
)


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield each `output_lacks` of a command that would not notice that the command failed."""
    steps = dict(document.steps())
    for placed in step_conditions(document):
        if placed.condition.kind != "output_lacks" or steps[int(placed.pointer[1])].get("run") is None:
            continue
        expressions = texts_of(placed.condition.argument)
        if not any(map(_notices_failure, expressions)):
            yield Finding(document.key_span(placed.argument_pointer), MESSAGE, HINT)


def _notices_failure(expression: str) -> bool:
    return bool(_ANYTHING.fullmatch(expression) or _FAILURE.search(_ESCAPE.sub(" ", expression)))


RULE = Rule(
    id="PBK310",
    name="only-absent-output",
    family=Family.CHECKS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="The only check of a command is that some text is missing from its output.",
    why=(
        "A step has one check. `output_lacks` alone also holds when the command crashed, was misspelled or found no "
        "files, because what it prints then lacks nearly everything. The two streams are searched together, so an "
        "expression that finds any output (`\\S`), or the words of a failure as well, is enough."
    ),
    bad=(
        "steps:\n  - do: see that no work is left\n    run: [git, cherry, origin/main]\n"
        "    check: {output_lacks: '^\\+ '}\n  - do: delete the branch\n    check: null\n"
    ),
    good=(
        "steps:\n  - do: see that no work is left\n    run: [git, cherry, origin/main]\n"
        "    check: {output_lacks: '^(\\+ |fatal|error)'}\n  - do: delete the branch\n    check: null\n"
    ),
    check=check,
)
