"""PBK203: a playbook of fewer than four steps."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule

FEWEST = 4
LEAST_VALID = 2  # fewer are the schema's to refuse


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the key `steps` where it has few of them."""
    steps = document.data.get("steps")
    if isinstance(steps, list) and LEAST_VALID <= len(steps) < FEWEST:
        message = f"a playbook of {len(steps)} steps: a script, or a note in the documentation, may do"
        hint = f"most that earn their keep have {FEWEST} to 20 steps; did somebody leave out what went without saying?"
        yield Finding(document.key_span(("steps",)), message, hint)


_TWO = "steps:\n  - do: run the tests\n    check: {exit_code: 0}\n  - do: look at the result\n    check: null\n"

RULE = Rule(
    id="PBK203",
    name="few-steps",
    family=Family.SHAPE,
    severity=Severity.INFO,
    since="0.1.0",
    summary=f"Fewer than {FEWEST} steps.",
    why=(
        "A playbook costs its readers attention each time it is offered. What takes two or three steps is mostly known "
        "to whoever asks, or belongs in a script; or the steps that matter, the look before and the proof after, are "
        "missing."
    ),
    bad=_TWO,
    good=(
        f"{_TWO}  - do: build the distributions\n    check: {{file_exists: 'dist/*.whl'}}\n"
        "  - do: upload them\n    check: the index lists the new version\n"
    ),
    check=check,
)
