"""PBK211: a regular expression that is found in every text."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.expressions import expressions_of, is_always_found
from pbk.lint.rule import Family, Rule


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the expressions that are searched for and found whatever the text is."""
    for pointer, expression in expressions_of(document):
        if pointer[0] == "inputs":
            continue  # that one must match a whole value, and `.*` says honestly that any will do
        if is_always_found(expression):
            never = pointer[-1] == "output_lacks"
            message = f"this `{pointer[-1]}` is found in every text, so it {'never' if never else 'always'} holds"
            yield Finding(document.value_span(pointer), message, "name what must be there; `\\S` is any text at all")


_EXAMPLE = (
    "steps:\n  - do: run the tests\n    run: [pytest, -q]\n    check: {output_matches: 'PATTERN'}\n"
    "  - do: look at the result\n    check: null\n"
)

RULE = Rule(
    id="PBK211",
    name="pattern-says-nothing",
    family=Family.SHAPE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A regular expression that is found in every text.",
    why=(
        "A check that always holds is worse than none: it counts as proof, and the playbook earns trust for runs that "
        "nobody looked at. An expression is searched for, so `.*` is found in an empty output too."
    ),
    bad=_EXAMPLE.replace("PATTERN", ".*"),
    good=_EXAMPLE.replace("PATTERN", r"\b\d+ passed\b"),
    check=check,
)
