"""PBK903: a suppression where it covers nothing."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.lint.suppress import Fault, suppressions_of


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield each suppression that stands where it has no effect."""
    for suppression in suppressions_of(document):
        if suppression.fault is Fault.PLACE:
            if not suppression.words:
                told, mend = "inside a text a suppression is a part of the text", "put the comment above the key"
            elif "ignore-file" in document.text[suppression.span.start : suppression.words[0].span.start]:
                told, mend = "`ignore-file` covers nothing here", "put it on a line of its own before the first key"
            else:
                told, mend = "nothing follows that this could cover", "put it above the line that it is meant for"
            yield Finding(suppression.span, told, mend)


RULE = Rule(
    id="PBK903",
    name="misplaced-suppression",
    family=Family.SUPPRESSIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A suppression stands where it covers nothing.",
    why=(
        "A comment in the wrong place suppresses nothing, silently: behind the last line, `ignore-file` below the "
        "first key, or inside a text of several lines, where it is not even a comment."
    ),
    bad="created_at: 2026-12-01\n# pbk: ignore-file[PBK201] the date is the day of the import\n",
    good="created_at: 2026-12-01\n# the date is the day of the import\n",
    check=check,
)
