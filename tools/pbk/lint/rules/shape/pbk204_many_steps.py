"""PBK204: a playbook of more than twenty steps."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule

MOST = 20


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the first step that is too much."""
    steps = document.data.get("steps")
    if isinstance(steps, list) and len(steps) > MOST:
        message = f"a playbook of {len(steps)} steps, more than the {MOST} that a reader can hold"
        hint = "split it where somebody could stop and come back, and let each part check what it needs"
        yield Finding(document.value_span(("steps", MOST)), message, hint)


def _steps(count: int) -> str:
    return "steps:\n" + "".join(
        f"  - do: move service {number} to the new host\n    check: {{file_exists: moved/{number}}}\n"
        for number in range(1, count + 1)
    )


RULE = Rule(
    id="PBK204",
    name="many-steps",
    family=Family.SHAPE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary=f"More than {MOST} steps.",
    why=(
        "An agent that follows a long list loses its place, and the advisory that carries the steps is cut at 9,000 "
        "characters. A run that fails at step 23 also says little about the other 22: two playbooks earn their trust "
        "apart."
    ),
    bad=_steps(MOST + 1),
    good=_steps(MOST),
    check=check,
)
