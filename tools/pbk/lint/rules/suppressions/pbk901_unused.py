"""PBK901: a suppression that suppresses nothing. The engine finds it, when every other rule has spoken."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule

RULE = Rule(
    id="PBK901",
    name="unused-suppression",
    family=Family.SUPPRESSIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A suppression names a rule that finds nothing there.",
    why=(
        "What was accepted once may have been mended since. A comment that stays behind would hide the next finding of "
        "that rule, which nobody has looked at. Of a rule that is switched off nobody can tell, so it is left alone."
    ),
    bad="goal: Publish a new version to PyPI  # pbk: ignore[PBK201] the goal is spelled as the team says it\n",
    good="goal: Publish a new version to PyPI\n",
)
