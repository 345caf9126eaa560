"""`pbk explain`: what one rule of the linter is about."""

from __future__ import annotations

from typing import Annotated

import typer

from pbk.cli.options import JsonOption
from pbk.cli.output import emit, emit_json
from pbk.errors import UsageError

SCHEMA = "pbk.explain/1"


def explain(
    rule: Annotated[str, typer.Argument(help="A rule, by id or name: PBK201, schema-violation.")],
    *,
    json: JsonOption = False,
) -> None:
    """Tell about a rule of `pbk lint`: what it finds, why that matters, a bad and a good example."""
    from pbk.lint.catalogue import RETIRED_IDS, rule_called  # noqa: PLC0415 - only this verb loads the rules
    from pbk.lint.pages import page  # noqa: PLC0415
    from pbk.lint.selection import nearest_rule  # noqa: PLC0415

    found = rule_called(rule)
    if found is None:
        retired = RETIRED_IDS.get(rule.upper())
        if retired is not None:
            emit(f"{rule.upper()} is no rule any more: {retired}")
            return
        near = nearest_rule(rule)
        mend = f"did you mean `{near}`?" if near else "`pbk rules` lists them"
        raise UsageError(f"there is no rule {rule[:40]!r}", where="RULE", mend=mend)
    if json:
        told = {key: getattr(found, key) for key in ("id", "name", "since", "summary", "why", "bad", "good")}
        emit_json({"schema": SCHEMA, **told, "family": found.family.value, "severity": found.severity.value})
        return
    emit(page(found).rstrip("\n"))
