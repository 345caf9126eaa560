"""PBK301: a check that says only that it went well."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.lint.wording import says_nothing

HINT = "say what anybody would see: an exit code, a file, a line of output; `check: null` if it takes judgement"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the checks in prose of which no word could be observed."""
    for placed in document.checks():
        if isinstance(placed.value, str) and says_nothing(placed.value):
            yield Finding(document.value_span(placed.pointer), "this check says nothing that can be observed", HINT)


RULE = Rule(
    id="PBK301",
    name="vague-check",
    family=Family.CHECKS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A check says that it went well, and not how anybody would see that.",
    why=(
        "Whoever has just done a step believes that it worked, and an agent believes it even more readily. `it works` "
        "can be answered with yes without looking; a check that names a file, a status or a line of output cannot."
    ),
    bad=(
        "steps:\n  - do: build the distributions\n    run: [python, -m, build]\n    check: it works\n"
        "  - do: read the change log\n    check: null\n"
    ),
    good=(
        "steps:\n  - do: build the distributions\n    run: [python, -m, build]\n"
        "    check: {file_exists: ['dist/*.whl', 'dist/*.tar.gz']}\n  - do: read the change log\n    check: null\n"
    ),
    check=check,
)
