"""PBK209: a `when` in prose, in a playbook that could otherwise be replayed without anybody."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield each `when` in prose where every step has a command and a check that code decides."""
    steps = list(document.steps())
    if not all("run" in step and isinstance(step.get("check"), dict) for _, step in steps):
        return  # somebody has to judge something anyhow
    for index, step in steps:
        if isinstance(step.get("when"), str):
            span = document.value_span(("steps", index, "when"))
            message = "this `when` is prose, the only thing here that code cannot decide"
            hint = (
                "say it as a structured condition, such as `when: {file_exists: ...}`; strict replay ends at this step"
            )
            yield Finding(span, message, hint)


_EXAMPLE = (
    "steps:\n  - do: run the tests\n    run: [pytest, -q]\n    check: {exit_code: 0}\n"
    "  - do: build the documentation\n    run: [make, html]\n    when: WHEN\n    check: {exit_code: 0}\n"
)

RULE = Rule(
    id="PBK209",
    name="prose-when",
    family=Family.SHAPE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A `when` in prose is all that keeps a playbook from being replayed by code.",
    why=(
        "Strict replay carries a step out only where its `when` is known to hold, skips it where it is known not to, "
        "and ends where that cannot be told. Where every step has its command and its check, one sentence of prose "
        "takes that away."
    ),
    bad=_EXAMPLE.replace("WHEN", "the project has documentation"),
    good=_EXAMPLE.replace("WHEN", "{file_exists: docs}"),
    check=check,
)
