"""PBK402: prose about what the task says, which `task_mentions` can decide first."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Fix, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import listed_conditions
from pbk.lint.rule import Family, Rule
from pbk.lint.splice import condition_instead
from pbk.lint.task_words import task_mention

MESSAGE = "this is about the words of the task, which `task_mentions` looks at without asking anybody"
HINT = "list the words that such a task cannot do without; keep prose for what words do not settle"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the prose conditions that are about the wording of the task."""
    for placed in listed_conditions(document):
        better = task_mention(str(placed.condition.argument)) if placed.condition.is_prose else None
        if better is not None:
            edits = condition_instead(document, placed.pointer, better)
            fix = Fix("ask for these words in the task", edits, safe=False) if edits else None
            yield Finding(document.value_span(placed.pointer), MESSAGE, HINT, fix)


RULE = Rule(
    id="PBK402",
    name="task-in-prose",
    family=Family.CONDITIONS,
    severity=Severity.INFO,
    since="0.1.0",
    summary="Prose asks what the task is about, where `task_mentions` could rule most tasks out.",
    why=(
        "`task_mentions` compares whole words and their inflected forms at once and for nothing. It is necessary, "
        "never sufficient: a task may say `release` and mean the release notes. So the fix, which takes the words "
        "of the sentence, is not safe, and somebody who knows the synonyms should complete it."
    ),
    bad="preconditions:\n  - the user asked to publish a release\n  - file_exists: pyproject.toml\n",
    good="preconditions:\n  - task_mentions: [publish, release, ship]\n  - file_exists: pyproject.toml\n",
    check=check,
)
