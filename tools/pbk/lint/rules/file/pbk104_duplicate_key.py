"""PBK104: the same key twice in one mapping."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("duplicate-key",)  # of `YamlProblem`

RULE = Rule(
    id="PBK104",
    name="duplicate-key",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="The same key twice in one mapping.",
    why=(
        "Most YAML parsers keep the last of the two and drop the first in silence: a list of preconditions that "
        "somebody reviewed would be gone."
    ),
    bad="scope: team-a\nscope: team-b\n",
    good="scope: team-a\n",
    check=finding_of(*CODES),
)
