"""PBK115: a playbook without the line that tells an editor its schema."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbk.lint.diagnostic import Edit, Finding, Fix, Severity
from pbk.lint.document import LintDocument, first_character
from pbk.lint.rule import Family, Rule
from pbk.store.yaml_place import BYTE_ORDER_MARK

FOLDER = "playbooks"
_MODELINE = re.compile(r"^\ufeff?#[ \t]*yaml-language-server:[ \t]*\$schema=\S", re.MULTILINE)


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the start of a file in `playbooks/` that names no schema."""
    *folders, _ = document.path.split("/")
    if document.yaml is None or FOLDER not in folders or _MODELINE.search(document.text):
        return
    depth = len(folders) - (len(folders) - 1 - folders[::-1].index(FOLDER))
    line = f"# yaml-language-server: $schema={'../' * depth}schema/playbook.schema.json"
    start = len(BYTE_ORDER_MARK) if document.text.startswith(BYTE_ORDER_MARK) else 0
    line_break = "\r\n" if re.match(r"[^\r\n]*\r\n", document.text) else "\n"
    fix = Fix("add the line that names the schema", (Edit(start, start, line + line_break),))
    yield Finding(first_character(), "no line tells an editor the schema of this file", f"begin it with `{line}`", fix)


RULE = Rule(
    id="PBK115",
    name="no-modeline",
    family=Family.FILE,
    severity=Severity.INFO,
    since="0.1.0",
    summary="No `# yaml-language-server: $schema=...` line.",
    why=(
        "With that line an editor completes keys, shows what they mean and underlines what is wrong while it is typed, "
        "without any setting of the person who edits."
    ),
    bad=(
        "name: example\ngoal: Publish a new version\nsteps:\n  - do: run the tests\n    check: {exit_code: 0}\n"
        "  - do: look at the result\n    check: null\n"
    ),
    good=(
        "# yaml-language-server: $schema=../schema/playbook.schema.json\nname: example\ngoal: Publish a new version\n"
        "steps:\n  - do: run the tests\n    check: {exit_code: 0}\n  - do: look at the result\n    check: null\n"
    ),
    check=check,
)
