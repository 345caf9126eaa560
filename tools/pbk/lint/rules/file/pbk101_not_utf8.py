"""PBK101: the file is not UTF-8, or has characters that no text has."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("encoding", "control-character", "surrogate")  # of `YamlProblem`

RULE = Rule(
    id="PBK101",
    name="text-encoding",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="The file is not UTF-8, or has characters that no text has.",
    why=(
        "Every tool that reads the library expects UTF-8. A control character, half a surrogate pair or a byte order "
        "mark in the middle of the text cannot be seen in a review and is refused by YAML parsers, mostly without a "
        "place."
    ),
    bad='goal: "Publish a new version\\u0007 to PyPI"\n',
    good="goal: Publish a new version to PyPI\n",
    check=finding_of(*CODES),
)
