"""`pbk rules`: every rule of the linter."""

from __future__ import annotations

from pbk.cli.options import JsonOption
from pbk.cli.output import emit, emit_json, table, width

SCHEMA = "pbk.rules/1"
SUMMARY = 3  # the column that is cut to fit


def rules(*, json: JsonOption = False) -> None:
    """List the rules of `pbk lint`: id, name, severity, what each finds."""
    from pbk.lint.catalogue import all_rules  # noqa: PLC0415 - every verb loads this module, only this one the rules

    if json:
        rows = [
            {
                "id": rule.id,
                "name": rule.name,
                "family": rule.family.value,
                "severity": rule.severity.value,
                "since": rule.since,
                "summary": rule.summary,
            }
            for rule in all_rules()
        ]
        emit_json({"schema": SCHEMA, "rules": rows})
        return
    lines = [(rule.id, rule.severity.value, rule.name, rule.summary) for rule in all_rules()]
    for line in table(lines, columns=width(), stretch=SUMMARY):
        emit(line)
