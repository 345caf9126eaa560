"""PBK100: a file that cannot be read at all. The engine finds it, since no rule is given such a file."""

from __future__ import annotations

from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family, Rule

RULE = Rule(
    id="PBK100",
    name="unreadable-file",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A file cannot be read: a link out of the library, a folder, missing permissions.",
    why=(
        "What is named like a playbook and cannot be read is skipped by every command, so the playbook is never "
        "offered. A link that leads out of the library would also let a clone show files that belong to somebody else."
    ),
    bad="# link: playbooks/example.yaml -> ../../elsewhere/example.yaml\n",
    good=(
        "# file: playbooks/example.yaml\nname: example\ngoal: Publish a new version to PyPI\nsteps:\n"
        "  - do: run the tests\n    check: {exit_code: 0}\n  - do: look at the result\n    check: null\n"
    ),
)
