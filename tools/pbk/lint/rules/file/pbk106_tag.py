"""PBK106: a YAML tag; often a text that begins with `!` without quotes."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("tag",)  # of `YamlProblem`

RULE = Rule(
    id="PBK106",
    name="yaml-tag",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A YAML tag; often a text that begins with `!` without quotes.",
    why=(
        "A tag such as `!!python/object` asks a parser to build something else than plain data, and what that is "
        "depends on the parser. A playbook is plain data."
    ),
    bad="x-note: !important\n",
    good="x-note: '!important'\n",
    check=finding_of(*CODES),
)
