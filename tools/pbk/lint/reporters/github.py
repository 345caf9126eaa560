"""Annotations of GitHub Actions: workflow commands that put a diagnostic beside the line it speaks of.

The commands and their escapes: GitHub's documentation of workflow commands. Of each level ten annotations a step are
shown and the rest is dropped in silence, so the worst come first and the rest is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from pbk.lint.catalogue import rule_called
from pbk.lint.diagnostic import SEVERITY_RANK, Diagnostic, Severity
from pbk.lint.result import PLAIN, Appearance, LintResult

SHOWN = 10  # annotations of each level
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_ESCAPES = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTIES = {**_ESCAPES, ":": "%3A", ",": "%2C"}


def report(result: LintResult, appearance: Appearance = PLAIN, *, changed: Collection[str] = ()) -> str:
    """Return an annotation a line, the worst first, of one severity those in `changed` paths first.

    At most ten of each level; one notice counts the others.
    """
    del appearance  # annotations have no colours
    ordered = sorted(result.diagnostics, key=lambda one: (SEVERITY_RANK[one.severity], one.path not in changed))
    by_severity = {severity: [one for one in ordered if one.severity is severity] for severity in Severity}
    # A fault of the linter and the notice that counts take one of the ten places of their level.
    faults = [command("error", {"title": "pbk lint failed"}, crash) for crash in result.crashes[:SHOWN]]
    room = dict.fromkeys(Severity, SHOWN)
    room[Severity.ERROR] -= len(faults)
    if any(len(found) > room[severity] for severity, found in by_severity.items()):
        room[Severity.INFO] -= 1
    shown = [one for severity, found in by_severity.items() for one in found[: room[severity]]]
    rest = Counter({severity: len(found) - room[severity] for severity, found in by_severity.items()})
    lines = [*faults, *map(_annotation, shown), *_notice(+rest)]
    return "".join(f"{line}\n" for line in lines)


def command(name: str, properties: dict[str, str | int], message: str) -> str:
    """Return one workflow command, escaped."""
    listed = ",".join(f"{key}={_escaped(str(value), _IN_PROPERTIES)}" for key, value in properties.items())
    return f"::{name} {listed}::{_escaped(message, _ESCAPES)}"


def _annotation(one: Diagnostic) -> str:
    span = one.span
    properties: dict[str, str | int] = {"file": one.path, "line": span.line, "endLine": span.end_line}
    if span.line == span.end_line:  # with several lines, columns are refused
        properties |= {"col": span.column, "endColumn": span.end_column}
    rule = rule_called(one.rule)
    properties["title"] = f"{one.rule} {rule.name}" if rule else one.rule
    message = f"{one.message} ({one.hint})" if one.hint else one.message
    return command(_LEVELS[one.severity], properties, message)


def _notice(rest: Counter[Severity]) -> Sequence[str]:
    if not rest:
        return ()
    counted = ", ".join(
        f"{rest[severity]} {severity.value}{'s' if rest[severity] > 1 else ''}"
        for severity in Severity
        if rest[severity]
    )
    said = f"{counted} more than can be shown here: run `pbk lint`, or see the job's log and summary"
    return (command("notice", {"title": "pbk lint"}, said),)


def _escaped(text: str, escapes: dict[str, str]) -> str:
    return "".join(escapes.get(letter, letter) for letter in text)
