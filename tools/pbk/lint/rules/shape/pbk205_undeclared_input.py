"""PBK205: an input that is used and not declared."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.passages import Passage, place
from pbk.lint.placeholders import declared_inputs, filled_texts, placeholders
from pbk.lint.rule import Family, Rule
from pbk.model.visible import visible
from pbk.store.playbook_schema import nearest

_SHOWN = 40  # characters of a name


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield each `{{ name }}` of a step for which there is no input."""
    inputs = declared_inputs(document)
    for pointer, text in filled_texts(document):
        for found in placeholders(text):
            if found["name"] not in inputs:
                span = place(document, Passage(text, pointer), found.start(), found.end())
                name = visible(found["name"], limit=_SHOWN)
                yield Finding(span, f"no input `{name}` is declared", _hint(found["name"], list(inputs)))


def _hint(name: str, inputs: list[str]) -> str:
    near = nearest(name, inputs) if inputs else ""
    if near:
        return f"did you mean `{{{{ {near} }}}}`?"
    return "declare it under `inputs`, with a description and a pattern"


_STEPS = (
    "steps:\n  - do: set the version to {{ NAME }} in pyproject.toml\n    check: {git_clean: false}\n"
    "  - do: commit it\n    check: {git_clean: true}\n"
)

RULE = Rule(
    id="PBK205",
    name="undeclared-input",
    family=Family.SHAPE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A `{{ name }}` for which no input is declared.",
    why=(
        "Nobody is asked for a value that is not declared, so the braces stay in the command as they are: a tag named "
        "`v{{ version }}` would be pushed."
    ),
    bad=f"inputs:\n  version: {{description: the version to publish}}\n{_STEPS.replace('NAME', 'verison')}",
    good=f"inputs:\n  version: {{description: the version to publish}}\n{_STEPS.replace('NAME', 'version')}",
    check=check,
)
