"""PBK208: an input's default that its own pattern refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pbk.conditions.evaluation import Undecidable
from pbk.conditions.patterns import LONGEST_PATTERN, first_match
from pbk.conditions.situation import Situation
from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placeholders import declared_inputs
from pbk.lint.rule import Family, Rule
from pbk.model.visible import visible

_SECONDS = 1.0  # for all the patterns of a file
_FLAGS = re.compile(r"(?:\(\?[aiLmsux]+\))?")
_FEW_STEPS = 100_000
_SHOWN = 40  # characters of a name


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the defaults that are not wholly matched by the pattern of their input."""
    situation = Situation("", Path(), environment={}, timeout=_SECONDS)
    for name, declared in declared_inputs(document).items():
        if not isinstance(declared, dict):
            continue
        pattern, default = declared.get("pattern"), declared.get("default")
        if isinstance(pattern, str) and isinstance(default, str) and not _fits(pattern, default, situation):
            message = f"the default of `{visible(name, limit=_SHOWN)}` does not match the input's own pattern"
            hint = "the whole value must match; mend the one that is wrong"
            yield Finding(document.value_span(("inputs", name, "default")), message, hint)


def _fits(pattern: str, value: str, situation: Situation) -> bool:
    """Return whether a value is wholly matched; also where that cannot be told, since this rule is about the sure."""
    if _is_quick(pattern, value):
        return re.fullmatch(pattern, value, re.MULTILINE) is not None
    flags = _FLAGS.match(pattern)
    start = flags.end() if flags else 0
    try:
        return first_match(rf"{pattern[:start]}\A(?:{pattern[start:]})\Z", [value], situation) is not None
    except Undecidable:
        return True


def _is_quick(pattern: str, value: str) -> bool:
    """Return whether a match takes few steps, however it goes, so that no process of its own is needed for it."""
    repeats = sum(map(pattern.count, "*+?"))
    if "{" in pattern or len(pattern) > LONGEST_PATTERN or len(value) ** (repeats + 1) > _FEW_STEPS:
        return False
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return False
    return True


RULE = Rule(
    id="PBK208",
    name="default-mismatch",
    family=Family.SHAPE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="An input's default is refused by the input's own pattern.",
    why="Whoever leaves the default as it is gets an error: one of the two is wrong, and a reader cannot tell which.",
    bad=(
        "inputs:\n  branch: {description: where to, pattern: '[a-z]+', default: release-1}\n"
        "steps:\n  - do: switch to {{ branch }}\n    check: {git_branch: '{{ branch }}'}\n"
        "  - do: look around\n    check: null\n"
    ),
    good=(
        "inputs:\n  branch: {description: where to, pattern: '[a-z0-9-]+', default: release-1}\n"
        "steps:\n  - do: switch to {{ branch }}\n    check: {git_branch: '{{ branch }}'}\n"
        "  - do: look around\n    check: null\n"
    ),
    check=check,
)
