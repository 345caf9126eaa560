"""PBK401: prose that a structured condition says as well, and that code can then decide."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Fix, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import PlacedCondition, all_conditions
from pbk.lint.rule import Family, Rule
from pbk.lint.splice import condition_instead
from pbk.lint.structured_forms import Proposal, proposal
from pbk.model.condition import CHECK_ONLY_KINDS
from pbk.model.visible import visible


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the prose of conditions and checks for which there is a structured form."""
    for placed in all_conditions(document):
        better = proposal(str(placed.condition.argument)) if placed.condition.is_prose else None
        if better is not None and _may_stand(document, placed, better):
            edits = condition_instead(document, placed.pointer, better.condition)
            fix = Fix(f"write it as `{better.condition.kind}`", edits, safe=better.exact) if edits else None
            message = f"code can decide this: it says what `{better.condition.kind}` says"
            hint = f"write `{visible(str(better.condition), limit=80)}`, and nobody has to be asked"
            yield Finding(document.value_span(placed.pointer), message, hint, fix)


def _may_stand(document: LintDocument, placed: PlacedCondition, better: Proposal) -> bool:
    """Return whether the form may stand there: what asks for a command's end only as the check of a command."""
    if better.condition.kind not in CHECK_ONLY_KINDS:
        return True
    steps = dict(document.steps())
    return placed.role == "check" and steps[int(placed.pointer[1])].get("run") is not None


RULE = Rule(
    id="PBK401",
    name="structured-would-do",
    family=Family.CONDITIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="Prose says what a structured condition says, so that a person or a model is asked for nothing.",
    why=(
        "Each prose condition is a question that somebody must answer before the playbook is offered, and an "
        "answer that is missing counts as no. Code answers a structured condition in milliseconds, the same way "
        "every time."
    ),
    bad="preconditions:\n  - the working tree is clean\n  - task_mentions: [release, publish]\n",
    good="preconditions:\n  - git_clean: true\n  - task_mentions: [release, publish]\n",
    check=check,
)
