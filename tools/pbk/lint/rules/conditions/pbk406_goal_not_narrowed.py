"""PBK406: preconditions that would hold for any task in any repository."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import listed_conditions, texts_of
from pbk.lint.rule import Family, Rule
from pbk.model.condition import Condition

HINT = "add what such a task must mention, or a file that only such a repository has"
_EVERYWHERE_TOOLS = frozenset(("git", "sh", "bash", "python", "python3", "make", "cat", "ls"))
_EVERYWHERE_FILES = frozenset(
    (".git", ".git/HEAD", ".git/config", ".gitignore", "README.md", "README*", "README", "*", "**")
)


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the place where a narrowing precondition would stand, if there is none."""
    said = [placed.condition for placed in listed_conditions(document) if placed.role == "precondition"]
    if not isinstance(document.data.get("goal"), str) or any(map(_narrows, said)):
        return
    if said:
        message = "every precondition holds for any task in nearly any repository"
        yield Finding(document.key_span(("preconditions",)), message, HINT)
    else:
        message = "nothing narrows this goal: without preconditions only likeness of words decides"
        yield Finding(document.value_span(("goal",)), message, HINT)


def _narrows(condition: Condition) -> bool:
    kind, named = condition.kind, texts_of(condition.argument)
    if kind in {"git_clean", "os"} or (kind == "git_remote" and condition.argument is True):
        return False
    if kind == "tool_available":
        name = condition.argument.get("name") if isinstance(condition.argument, dict) else condition.argument
        return name not in _EVERYWHERE_TOOLS
    return not (kind == "file_exists" and named and _EVERYWHERE_FILES.issuperset(named))


RULE = Rule(
    id="PBK406",
    name="goal-not-narrowed",
    family=Family.CONDITIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="No precondition says for which tasks or repositories the playbook is.",
    why=(
        "Similarity shortlists, it never decides alone: two tasks can share every word and need different routines. A "
        "clean tree, an operating system or git on PATH is true of nearly everything. At least one condition should "
        "tell this task, or this kind of repository, from the next."
    ),
    bad="preconditions:\n  - git_clean: true\n  - tool_available: git\n",
    good=(
        "preconditions:\n  - git_clean: true\n  - task_mentions: [publish, release]\n  - file_exists: pyproject.toml\n"
    ),
    check=check,
)
