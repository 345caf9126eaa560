"""PBK113: the file is not YAML."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("syntax", "indentation", "unclosed", "flow", "trailing", "dash", "no-colon", "escape")  # of `YamlProblem`

RULE = Rule(
    id="PBK113",
    name="yaml-syntax",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="The file is not YAML.",
    why=(
        "What no parser can read is skipped by every other command: the playbook is never offered, and nobody is told "
        "but here."
    ),
    bad="x-note: [one, two\n",
    good="x-note: [one, two]\n",
    check=finding_of(*CODES),
)
