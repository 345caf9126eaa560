"""YAML that a fix writes into a file: always on one line, and read back as what was meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbk.lint.diagnostic import Edit
from pbk.lint.document import LintDocument
from pbk.model.canonical import Json
from pbk.model.condition import Condition
from pbk.store.yaml_place import Pointer, YamlProblem
from pbk.store.yaml_source import read_yaml

_PLAIN = re.compile(r"(?:--?)?[A-Za-z_./][A-Za-z0-9_./@+=-]*(?: [A-Za-z0-9_./@+=-]+)*")
_BLOCK_SCALAR = ("|", ">")


def scalar(text: str) -> str:
    """Return the YAML spelling of a text on one line: plain where every context reads it as that text, else quoted."""
    if _PLAIN.fullmatch(text) and _read(f"[{text}]") == [text]:
        return text
    return "'" + text.replace("'", "''") + "'"


def flow_list(texts: Sequence[str]) -> str:
    """Return a list of texts as `[a, b]`."""
    return "[" + ", ".join(map(scalar, texts)) + "]"


def flow(value: Json) -> str:
    """Return a value as YAML on one line: texts, truth values, whole numbers, lists and mappings of them."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return scalar(value) if isinstance(value, str) else str(value)


def condition_instead(document: LintDocument, pointer: Pointer, condition: Condition) -> tuple[Edit, ...]:
    """Return the edit that puts a structured condition in place of a value, as `replacement` does."""
    bare = isinstance(pointer[-1], int) and not in_flow(document, pointer)
    spelled = f"{condition.kind}: {flow(condition.argument)}" if bare else flow({condition.kind: condition.argument})
    return replacement(document, pointer, spelled, {condition.kind: condition.argument})


def replacement(document: LintDocument, pointer: Pointer, spelled: str, means: Json) -> tuple[Edit, ...]:
    """Return the edit that puts `spelled` in place of a value; nothing where that cannot be done by a plain splice.

    A block scalar ends at a line break that the splice would have to guess about, and text that does not read back as
    `means` would change the playbook: neither is touched.
    """
    span = document.value_span(pointer)
    old = document.text[span.start : span.end]
    place = "[{}]" if in_flow(document, pointer) else "- {}"
    if not old or old.startswith(_BLOCK_SCALAR) or "\n" in spelled or _read(place.format(spelled)) != [means]:
        return ()
    return (Edit(span.start, span.end, spelled),)


def in_flow(document: LintDocument, pointer: Pointer) -> bool:
    """Return whether a value stands inside `[...]` or `{...}`."""
    starts = (document.value_span(pointer[:length]).start for length in range(1, len(pointer)))
    return any(document.text.startswith(("[", "{"), start) for start in starts)


def _read(text: str) -> Json:
    """Return what a value reads as where a key stands before it; None where it does not read at all."""
    try:
        return read_yaml(f"a:\n  {text}\n".encode()).data["a"]
    except (YamlProblem, UnicodeEncodeError):
        return None
