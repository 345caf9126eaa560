"""PBK110: the file does not hold one mapping."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("several-documents", "empty", "not-a-mapping")  # of `YamlProblem`

RULE = Rule(
    id="PBK110",
    name="not-one-mapping",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="The file does not hold one mapping.",
    why=(
        "One file is one playbook. An empty file, a list, a bare text or a second document behind `---` is none, and "
        "other readers would take the first document and drop the rest in silence."
    ),
    bad="# two in one file\nname: example\n---\nname: other\n",
    good="scope: team-a\n",
    check=finding_of(*CODES),
)
