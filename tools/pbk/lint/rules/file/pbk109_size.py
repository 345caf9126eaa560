"""PBK109: more bytes, keys or levels than a playbook may have."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule
from pbk.lint.unreadable import finding_of

CODES = ("too-large", "too-deep")  # of `YamlProblem`

RULE = Rule(
    id="PBK109",
    name="too-large",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="More bytes, keys or levels than a playbook may have.",
    why=(
        "A playbook is a page that a person reviews and an agent reads. Limits on bytes, nodes and depth also bound "
        "the time that a hostile file can cost."
    ),
    bad="x-deep: " + "[" * 60 + "]" * 60 + "\n",
    good="x-deep: [[]]\n",
    check=finding_of(*CODES),
)
