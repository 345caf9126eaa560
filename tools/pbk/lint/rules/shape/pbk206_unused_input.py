"""PBK206: an input that is declared and not used."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placeholders import declared_inputs, placeholders
from pbk.lint.rule import Family, Rule
from pbk.model.visible import visible

_SHOWN = 40  # characters of a name


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the inputs that no text of the playbook uses."""
    inputs = declared_inputs(document)
    if not inputs:
        return
    used = {found["name"] for _, text in document.texts() for found in placeholders(text)}
    for name in inputs:
        if name not in used:
            message = f"the input `{visible(name, limit=_SHOWN)}` is not used"
            hint = f"write `{{{{ {visible(name, limit=_SHOWN)} }}}}` where its value goes, or remove it"
            yield Finding(document.key_span(("inputs", name)), message, hint)


_INPUTS = "inputs:\n  version: {description: the version to publish}\n"
_STEPS = (
    "steps:\n  - do: set the version TO in pyproject.toml\n    check: {git_clean: false}\n"
    "  - do: commit it\n    check: {git_clean: true}\n"
)

RULE = Rule(
    id="PBK206",
    name="unused-input",
    family=Family.SHAPE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="An input that no step uses.",
    why=(
        "Whoever follows the playbook is asked for a value that goes nowhere. Mostly a step still has the value of the "
        "run that it was learnt from, or names the input without its braces."
    ),
    bad=_INPUTS + _STEPS.replace("TO", "that was agreed on"),
    good=_INPUTS + _STEPS.replace("TO", "to {{ version }}"),
    check=check,
)
