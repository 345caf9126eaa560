"""PBK105: an anchor, an alias or a merge; often a glob without quotes."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("anchor", "alias", "merge")  # of `YamlProblem`

RULE = Rule(
    id="PBK105",
    name="anchor-or-alias",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="An anchor, an alias or a merge; often a glob without quotes.",
    why=(
        "With `&`, `*` and `<<` the text at one place decides what another place says, so a diff no longer shows what "
        "changed; nested, a few bytes unfold into gigabytes. Mostly none was meant: `*.whl` without quotes is an "
        "alias too."
    ),
    bad="x-files: *.whl\n",
    good="x-files: '*.whl'\n",
    check=finding_of(*CODES),
)
