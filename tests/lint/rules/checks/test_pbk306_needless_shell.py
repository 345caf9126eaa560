"""Commands that need no shell, and the list of arguments that a fix makes of them."""

from __future__ import annotations

import pytest

from pbk.lint.document import LintDocument
from pbk.lint.rules.checks.pbk306_needless_shell import RULE


def fixed(run: str) -> str | None:
    document = LintDocument("playbooks/x.yaml", f"steps:\n  - run: {run}\n    check: null\n".encode())
    assert RULE.check is not None
    found = list(RULE.check(document))
    if not found:
        return None
    (finding,) = found
    if finding.fix is None:
        return ""
    assert not finding.fix.safe
    (edit,) = finding.fix.edits
    return document.text[: edit.start].rpartition("run: ")[2] + edit.text


@pytest.mark.parametrize(
    ("run", "argv"),
    [
        ("pytest", "[pytest]"),
        ("python -m pytest -q", "[python, -m, pytest, -q]"),
        ("git commit -m 'two words'", "[git, commit, -m, two words]"),
        ('git commit -m "two words"', "[git, commit, -m, two words]"),
        ("git tag v{{ version }}", "[git, tag, 'v{{ version }}']"),
        ("'{{ tool }} run {{ tool }}-{{ x }}'", "['{{ tool }}', run, '{{ tool }}-{{ x }}']"),
        ("sleep 1", "[sleep, '1']"),
        ("pytest --maxfail=1", "[pytest, --maxfail=1]"),
        ("|\n      pytest -q", ""),
    ],
)
def test_a_list_would_do(run: str, argv: str) -> None:
    assert fixed(run) == argv


@pytest.mark.parametrize(
    "run",
    [
        "ls *.py",
        "a | b",
        "echo $HOME",
        "'echo \"$HOME\"'",
        "cd docs",
        "A=1 pytest",
        "make && make install",
        "ls ~",
        "echo a\\ b",
        "'a \"unfinished'",
        "a  b",
        "|\n      pytest\n      ruff check",
        "[pytest, -q]",
        "7",
    ],
)
def test_a_shell_is_needed_or_nothing_can_be_said(run: str) -> None:
    assert fixed(run) is None
