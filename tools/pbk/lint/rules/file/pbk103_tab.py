"""PBK103: a tab where YAML wants spaces."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("tab",)  # of `YamlProblem`

RULE = Rule(
    id="PBK103",
    name="tab-in-yaml",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A tab where YAML wants spaces.",
    why=(
        "YAML forbids tabs as indentation and allows them in few other places, in which parsers disagree. In a review "
        "a tab looks like the spaces around it."
    ),
    bad="scope: team-a\n\nx-note:\n\towner: me\n",
    good="scope: team-a\n\nx-note:\n  owner: me\n",
    check=finding_of(*CODES),
)
