"""PBK112: a text that needs quotes."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("quote", "colon")  # of `YamlProblem`

RULE = Rule(
    id="PBK112",
    name="unquoted-text",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A text that needs quotes.",
    why=(
        "Unquoted, a text may not begin with `@`, a backtick, `%` or `{{`, nor contain a colon and a space: YAML "
        "takes them for something else, often with an error that points to another place."
    ),
    bad="x-note: run x: y\n",
    good="x-note: 'run x: y'\n",
    check=finding_of(*CODES),
)
