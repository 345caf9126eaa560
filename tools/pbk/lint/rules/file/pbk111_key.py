"""PBK111: a key that is not a text."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("key",)  # of `YamlProblem`

RULE = Rule(
    id="PBK111",
    name="key-not-text",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A key that is not a text.",
    why=(
        "`1`, `true` and `null` as keys are no texts; JSON has no such keys, and two parsers make different texts of "
        "them."
    ),
    bad="x-codes:\n  404: not found\n",
    good="x-codes:\n  '404': not found\n",
    check=finding_of(*CODES),
)
