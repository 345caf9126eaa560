"""PBK404: the same condition twice."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.agreement import implies
from pbk.lint.diagnostic import Edit, Finding, Fix, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import PlacedCondition, listed_conditions
from pbk.lint.rule import Family, Rule
from pbk.store.yaml_place import Pointer


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield each condition that an earlier one of its list says already."""
    before: list[PlacedCondition] = []
    for placed in listed_conditions(document):
        same = next((one for one in before if one.role == placed.role and _equal(one, placed)), None)
        if same is not None:
            edits = _removal(document, placed.pointer)
            fix = Fix("remove the repetition", edits) if edits else None
            line = document.value_span(same.pointer).line
            span = document.value_span(placed.pointer)
            yield Finding(span, f"line {line} says this already", "remove one of the two", fix)
        before.append(placed)


def _equal(one: PlacedCondition, other: PlacedCondition) -> bool:
    return implies(one.condition, other.condition) and implies(other.condition, one.condition)


def _removal(document: LintDocument, pointer: Pointer) -> tuple[Edit, ...]:
    """Return the edit that removes the lines of an item; nothing where something else stands on or just above them.

    A comment above an item would seem to belong to the next one once the item is gone.
    """
    text, span = document.text, document.value_span(pointer)
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    above = text[text.rfind("\n", 0, max(0, start - 1)) + 1 : start]
    if text[start : span.start].strip() != "-" or end < 0 or text[span.end : end].strip() or "#" in above:
        return ()
    return (Edit(start, end + 1, ""),)


RULE = Rule(
    id="PBK404",
    name="duplicate-condition",
    family=Family.CONDITIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A condition stands twice in the same list.",
    why=(
        "The second one changes nothing today. It is the one that is forgotten when the first is edited, and where "
        "it is prose somebody is asked the same question twice."
    ),
    bad="preconditions:\n  - git_clean: true\n  - task_mentions: [release, publish]\n  - git_clean: true\n",
    good="preconditions:\n  - git_clean: true\n  - task_mentions: [release, publish]\n",
    check=check,
)
