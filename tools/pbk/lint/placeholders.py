"""Inputs of a playbook, and the `{{ name }}` that stand for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pbk.lint.document import LintDocument
from pbk.model.canonical import Json
from pbk.store.yaml_place import Pointer

PLACEHOLDER = re.compile(r"(?<![${])\{\{[ \t]*(?P<name>[A-Za-z_][A-Za-z0-9_-]*)[ \t]*\}\}(?!\})")
FILLED_KEYS = ("do", "run", "check", "on_fail", "when")  # of a step: where inputs are filled in
# Words of Go's templates that look like an input; they mean one only where nothing else of such a template is there.
_GO_WORDS = frozenset({"end", "else", "break", "continue"})
_GO_ACTION = re.compile(r"\{\{-?\s*(?:[.$(]|(?:range|if|with|define|block|template|json|len|index|printf|join)\b)")


def declared_inputs(document: LintDocument) -> Mapping[str, Json]:
    """Return the inputs that a playbook declares, by name."""
    inputs = document.data.get("inputs")
    return inputs if isinstance(inputs, dict) else {}


def filled_texts(document: LintDocument) -> Iterator[tuple[Pointer, str]]:
    """Yield each text in which inputs are filled in when the playbook is followed."""
    for index, step in document.steps():
        for key in FILLED_KEYS:
            if key in step:
                yield from texts_below(("steps", index, key), step[key])


def texts_below(pointer: Pointer, value: Json) -> Iterator[tuple[Pointer, str]]:
    """Yield the texts of a value, in order."""
    if isinstance(value, str):
        yield pointer, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts_below((*pointer, key), item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from texts_below((*pointer, index), item)


def placeholders(text: str) -> Iterator[re.Match[str]]:
    """Yield each `{{ name }}` of a text that means an input; the group `name` is what it names."""
    if "{{" not in text:
        return
    go = _GO_ACTION.search(text) is not None
    for found in PLACEHOLDER.finditer(text):
        if not (go and found["name"] in _GO_WORDS):
            yield found
