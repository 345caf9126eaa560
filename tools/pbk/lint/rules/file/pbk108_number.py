"""PBK108: a number that JSON cannot hold."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("number",)  # of `YamlProblem`

RULE = Rule(
    id="PBK108",
    name="number-out-of-range",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A number that JSON cannot hold.",
    why=(
        "Playbooks are passed on as JSON, to editors, hooks and agents. `.nan`, `.inf` and whole numbers above 2**53 "
        "- 1 have no place there: some readers fail, others change the value."
    ),
    bad="x-limit: .inf\n",
    good="x-limit: '.inf'\n",
    check=finding_of(*CODES),
)
