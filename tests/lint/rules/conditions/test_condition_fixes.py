"""Fixes of conditions: what they write, which of them are safe, and what they leave alone."""

from __future__ import annotations

import pytest

from pbk.lint.document import LintDocument
from pbk.lint.rule import Rule
from pbk.lint.rules.conditions.pbk401_structured_would_do import RULE as STRUCTURED
from pbk.lint.rules.conditions.pbk402_task_in_prose import RULE as TASK
from pbk.lint.rules.conditions.pbk404_duplicate_condition import RULE as DUPLICATE

PROSE = "preconditions:\n  - {}  # kept\n  - git_remote: true\n"


def fixed(rule: Rule, text: str) -> tuple[str, bool] | None:
    document = LintDocument("playbooks/x.yaml", text.encode())
    assert rule.check is not None
    (finding,) = rule.check(document)
    if finding.fix is None:
        return None
    (edit,) = finding.fix.edits
    return document.text[: edit.start] + edit.text + document.text[edit.end :], finding.fix.safe


@pytest.mark.parametrize(
    ("said", "written", "safe"),
    [
        ("the working tree is clean", "git_clean: true", True),
        ("docker is installed", "tool_available: docker", True),
        ("Docker is installed", "tool_available: docker", False),
        ("python 3.11 or newer is installed", "tool_available: {name: python, version: '>=3.11'}", False),
        ("'`src/*.py` exists'", "file_exists: 'src/*.py'", True),
        ("on branch main", "git_branch: main", True),
    ],
)
def test_prose_becomes_structured(said: str, written: str, *, safe: bool) -> None:
    assert fixed(STRUCTURED, PROSE.format(said)) == (PROSE.format(written), safe)


def test_in_a_flow_list_it_gets_braces() -> None:
    assert fixed(STRUCTURED, "preconditions: [on Linux, x]\n") == ("preconditions: [{os: linux}, x]\n", True)


def test_prose_over_several_lines_is_found_and_left_alone() -> None:
    assert fixed(STRUCTURED, "preconditions:\n  - >-\n    the working tree\n    is clean\n") is None


def test_an_exit_code_is_only_proposed_for_a_command() -> None:
    text = "steps:\n  - check: the exit code is 0\n{}"
    assert STRUCTURED.check is not None
    assert not list(STRUCTURED.check(LintDocument("playbooks/x.yaml", text.format("").encode())))
    written = text.format("    run: [x]\n").replace("the exit code is 0", "{exit_code: 0}")
    assert fixed(STRUCTURED, text.format("    run: [x]\n")) == (written, True)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("the user asked to publish a release", "[publish, release]"),
        ("The task is about database migrations.", "[database, migrations]"),
        ("the request mentions yanking", "[yanking]"),
    ],
)
def test_words_of_the_task_are_an_unsafe_fix(said: str, words: str) -> None:
    assert fixed(TASK, PROSE.format(said)) == (PROSE.format(f"task_mentions: {words}"), False)


def test_a_repetition_is_removed_with_its_line() -> None:
    text = "preconditions:\n  - git_clean: true\n  - {git_clean: true}\n  - x\n"
    assert fixed(DUPLICATE, text) == ("preconditions:\n  - git_clean: true\n  - x\n", True)


@pytest.mark.parametrize(
    "text",
    [
        "preconditions: [{os: linux}, {os: linux}]\n",
        "preconditions:\n  - os: linux\n  - os: linux  # why\n",
        "preconditions:\n  - os: linux\n  # why\n  - os: linux\n",
        "preconditions:\n  - os: linux\n  - os: linux",
    ],
)
def test_a_repetition_with_something_beside_it_stays(text: str) -> None:
    assert fixed(DUPLICATE, text) is None
