"""PBK102: marks of an unresolved merge conflict."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("merge-conflict",)  # of `YamlProblem`

RULE = Rule(
    id="PBK102",
    name="merge-conflict",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="Marks of an unresolved merge conflict.",
    why=(
        "Somebody committed a conflict that was not resolved. Neither side of it is a playbook, and a YAML parser "
        "reports something else a few lines further down."
    ),
    bad="goal: Publish\n<<<<<<< HEAD\nscope: team-a\n=======\nscope: team-b\n>>>>>>> main\n",
    good="scope: team-a\n",
    check=finding_of(*CODES),
)
