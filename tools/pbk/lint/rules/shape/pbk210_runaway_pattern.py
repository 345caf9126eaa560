"""PBK210: a regular expression that can take longer than anybody waits."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.expressions import expressions_of, runs_away
from pbk.lint.rule import Family, Rule


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the expressions in which a repetition repeats another one of the same characters."""
    for pointer, expression in expressions_of(document):
        if runs_away(expression):
            message = f"this `{pointer[-1]}` repeats a repetition: on some texts a search takes exponential time"
            hint = "give each round a character that the repeated part lacks, or use one repetition: `(a+)+` is `a+`"
            yield Finding(document.value_span(pointer), message, hint)


_EXAMPLE = (
    "steps:\n  - do: run the tests\n    run: [pytest, -q]\n    check: {output_matches: 'PATTERN'}\n"
    "  - do: look at the result\n    check: null\n"
)

RULE = Rule(
    id="PBK210",
    name="runaway-pattern",
    family=Family.SHAPE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A regular expression with nested repetitions that can share out one text in many ways.",
    why=(
        "Such an expression is quick while it matches. On a text that nearly matches it tries every way to share it "
        "out, twice as many with each further character, until the time is over: the condition is then unknown, which "
        "counts as no, and nobody sees why."
    ),
    bad=_EXAMPLE.replace("PATTERN", r"(\w+\s*)+passed"),
    good=_EXAMPLE.replace("PATTERN", r"\b\d+ passed\b"),
    check=check,
)
