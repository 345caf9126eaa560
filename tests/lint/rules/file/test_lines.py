"""The modeline, the final newline and the name: what they find, and what their fixes leave alone."""

from __future__ import annotations

import pytest

from pbk.lint.diagnostic import Finding
from pbk.lint.document import LintDocument
from pbk.lint.rule import Rule
from pbk.lint.rules.file import pbk114_name_is_the_files, pbk115_modeline, pbk116_final_newline
from pbk.lint.rules.shape import pbk201_schema

MODELINE = "# yaml-language-server: $schema=../schema/playbook.schema.json"


def findings(rule: Rule, content: str, path: str = "playbooks/example.yaml") -> list[Finding]:
    assert rule.check is not None
    return list(rule.check(LintDocument(path, content.encode())))


def mended(content: str, finding: Finding) -> str:
    assert finding.fix is not None
    assert finding.fix.safe
    (edit,) = finding.fix.edits
    return content[: edit.start] + edit.text + content[edit.end :]


@pytest.mark.parametrize(
    ("path", "content", "expected"),
    [
        ("playbooks/example.yaml", "name: example\n", f"{MODELINE}\nname: example\n"),
        ("playbooks/example.yaml", "name: example\r\ngoal: x\r\n", f"{MODELINE}\r\nname: example\r\ngoal: x\r\n"),
        ("playbooks/example.yaml", "\ufeffname: example\n", f"\ufeff{MODELINE}\nname: example\n"),
        ("playbooks/example.yaml", "---\nname: example\n", f"{MODELINE}\n---\nname: example\n"),
        (
            "team/playbooks/example.yaml",
            "name: example\n",
            "# yaml-language-server: $schema=../schema/playbook.schema.json\nname: example\n",
        ),
        (
            "playbooks/more/example.yaml",
            "name: example\n",
            "# yaml-language-server: $schema=../../schema/playbook.schema.json\nname: example\n",
        ),
    ],
)
def test_modeline_is_put_first(path: str, content: str, expected: str) -> None:
    (found,) = findings(pbk115_modeline.RULE, content, path)
    after = mended(content, found)
    assert after == expected
    assert findings(pbk115_modeline.RULE, after, path) == []


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("playbooks/example.yaml", f"{MODELINE}\nname: example\n"),
        ("playbooks/example.yaml", "# a note\n#yaml-language-server: $schema=https://example.org/x\nname: example\n"),
        ("elsewhere/example.yaml", "name: example\n"),
        ("example.yaml", "name: example\n"),
        ("playbooks/example.yaml", "name: [\n"),
    ],
)
def test_modeline_is_not_asked_for(path: str, content: str) -> None:
    assert findings(pbk115_modeline.RULE, content, path) == []


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("name: example", "name: example\n"),
        ("name: a\r\ngoal: b", "name: a\r\ngoal: b\r\n"),
        ("\ufeffa: 1", "\ufeffa: 1\n"),
    ],
)
def test_final_newline_is_added(content: str, expected: str) -> None:
    (found,) = findings(pbk116_final_newline.RULE, content)
    assert mended(content, found) == expected
    assert findings(pbk116_final_newline.RULE, expected) == []


def test_a_name_that_is_not_the_files_is_told_once() -> None:
    content = "name: other\ngoal: x\nsteps: [{do: a, check: null}, {do: b, check: null}]\n"
    (found,) = findings(pbk114_name_is_the_files.RULE, content)
    assert (found.span.line, found.span.column) == (1, 7)
    assert findings(pbk201_schema.RULE, content) == []
    assert findings(pbk114_name_is_the_files.RULE, content, "playbooks/other.yaml") == []


def test_a_name_that_is_no_text_is_the_schemas() -> None:
    content = "name: 1\ngoal: x\nsteps: [{do: a, check: null}, {do: b, check: null}]\n"
    assert findings(pbk114_name_is_the_files.RULE, content) == []
    assert len(findings(pbk201_schema.RULE, content)) == 1
