"""PBK107: a line that starts with `%`."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("directive",)  # of `YamlProblem`

RULE = Rule(
    id="PBK107",
    name="yaml-directive",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A line that starts with `%`.",
    why=(
        "`%YAML 1.1` makes the number 0755 of another value and the text `no` a boolean. Playbooks are always YAML "
        "1.2, so that one file means one thing."
    ),
    bad="# a directive\n%YAML 1.1\n---\nname: example\n",
    good="scope: team-a\n",
    check=finding_of(*CODES),
)
