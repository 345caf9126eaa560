"""PBK409: a `match` example that the playbook's own conditions on the task's words keep from it."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import listed_conditions
from pbk.lint.rule import Family, Rule
from pbk.lint.task_words import mentions

HINT = "add the words of the example to the condition, or mend the example"
HINT_ANTI = "take the word out of the anti-precondition, or mend the example"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the `match` examples that mention too little, or too much, to be offered."""
    about = [placed for placed in listed_conditions(document) if placed.condition.kind == "task_mentions"]
    for index, example in _match_examples(document):
        for placed in about:
            required = placed.role == "precondition"
            if mentions(example, placed.condition.argument) is (not required):
                line = document.value_span(placed.pointer).line
                told = f"it has no word of line {line}" if required else f"line {line} rules it out"
                span = document.value_span(("examples", "match", index))
                yield Finding(span, f"this example can never be offered: {told}", HINT if required else HINT_ANTI)
                break


def _match_examples(document: LintDocument) -> Iterator[tuple[int, str]]:
    examples = document.data.get("examples")
    texts = examples.get("match") if isinstance(examples, dict) else None
    for index, text in enumerate(texts if isinstance(texts, list) else ()):
        if isinstance(text, str):
            yield index, text


RULE = Rule(
    id="PBK409",
    name="unreachable-example",
    family=Family.CONDITIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A `match` example is ruled out by the playbook's own `task_mentions`.",
    why=(
        "`task_mentions` must hold before anything else is asked. An example that does not mention any of its "
        "words shows that the list is too short: people who word the task like the example are never offered the "
        "playbook."
    ),
    bad=(
        "preconditions:\n  - task_mentions: [publish, release]\n"
        "examples:\n  match: [ship version 1.4, publish the next version]\n  no_match: [yank the broken release]\n"
    ),
    good=(
        "preconditions:\n  - task_mentions: [publish, release, ship]\n"
        "examples:\n  match: [ship version 1.4, publish the next version]\n  no_match: [yank the broken release]\n"
    ),
    check=check,
)
