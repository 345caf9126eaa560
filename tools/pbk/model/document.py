"""Between the document of a playbook file (plain data, valid against the schema) and the procedure that it words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

from pbk.model.canonical import Json
from pbk.model.condition import Condition
from pbk.model.instant import DAY, format_instant, from_seconds
from pbk.model.procedure import DEFAULT_ON_FAIL, DEFAULT_SCOPE, Input, Procedure, Step, Wait

DEFAULT_EVERY = 5.0  # seconds between two looks, where a file says only how long to wait

_UNITS = {"h": 3_600_000, "m": 60_000, "s": 1_000, "ms": 1}  # milliseconds, largest first
_DURATION = re.compile(r"([1-9][0-9]{0,5})(ms|s|m|h)", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))?", re.ASCII)


def procedure_from_document(data: Mapping[str, Json]) -> Procedure:
    """Return the procedure that a document words, without the ledger's counters.

    `data` is valid against `playbook.schema.json`. Raises `ValueError` for a date or duration that does not exist.
    """
    document = cast(Mapping[str, Any], data)  # the schema says what stands where
    examples = document.get("examples", {})
    created_at = document.get("created_at")
    return Procedure(
        name=document["name"],
        goal=document["goal"],
        steps=[_step(step) for step in document["steps"]],
        preconditions=document.get("preconditions", ()),
        anti_preconditions=document.get("anti_preconditions", ()),
        scope=document.get("scope", DEFAULT_SCOPE),
        inputs=[_input(name, item or {}) for name, item in document.get("inputs", {}).items()],
        match_examples=examples.get("match", ()),
        no_match_examples=examples.get("no_match", ()),
        induced_from=document.get("induced_from", ()),
        provenance=document.get("provenance"),
        created_at=None if created_at is None else moment_seconds(created_at),
    )


def document_from_procedure(procedure: Procedure) -> dict[str, Json]:
    """Return the document that words a procedure: keys in the order of the file format, defaults left out."""
    examples = {"match": list(procedure.match_examples), "no_match": list(procedure.no_match_examples)}
    created_at = None if procedure.created_at is None else _moment_text(procedure.created_at)
    document: dict[str, Any] = {
        "name": procedure.name,
        "goal": procedure.goal,
        "scope": None if procedure.scope == DEFAULT_SCOPE else procedure.scope,
        "inputs": {item.name: _input_document(item) for item in procedure.inputs},
        "preconditions": [item.document for item in procedure.preconditions],
        "anti_preconditions": [item.document for item in procedure.anti_preconditions],
        "steps": [_step_document(step) for step in procedure.steps],
        "examples": {side: texts for side, texts in examples.items() if texts},
        "induced_from": list(procedure.induced_from),
        "provenance": None if procedure.provenance is None else dict(procedure.provenance),
        "created_at": created_at,
    }
    return {key: value for key, value in document.items() if value or key == "steps"}


def duration_seconds(text: str) -> float:
    """Return the seconds that a duration such as `500ms`, `15s`, `10m` or `1h` means.

    Raises `ValueError` for anything else, nothing included.
    """
    found = _DURATION.fullmatch(text)
    if found is None:
        raise ValueError("not a whole number with one of the units ms, s, m, h")
    return int(found[1]) * _UNITS[found[2]] / 1000


def moment_seconds(text: str) -> float:
    """Return the Unix time in seconds of a day (its start in UTC) or of an RFC 3339 time.

    Raises `ValueError` for anything else, and for a day or time that does not exist.
    """
    if _MOMENT.fullmatch(text) is None:
        raise ValueError("not a date (YYYY-MM-DD) or an RFC 3339 time")
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _moment_text(seconds: float) -> str:
    instant = from_seconds(seconds)
    text = format_instant(instant)
    return text[:10] if instant % DAY == 0 else text


def _duration_text(seconds: float) -> str:
    milliseconds = round(seconds * 1000)
    unit = next(unit for unit, size in _UNITS.items() if milliseconds % size == 0)
    return f"{milliseconds // _UNITS[unit]}{unit}"


def _step(step: Mapping[str, Any]) -> Step:
    wait = step.get("wait")
    return Step(
        do=step["do"],
        check=step["check"],
        on_fail=step.get("on_fail", DEFAULT_ON_FAIL),
        run=step.get("run"),
        when=step.get("when"),
        wait=None if wait is None else _wait(wait),
        gate=step.get("gate", False),
        approve=step.get("approve", False),
    )


def _wait(wait: Mapping[str, str]) -> Wait:
    timeout = duration_seconds(wait["timeout"])
    every = duration_seconds(wait["every"]) if "every" in wait else min(DEFAULT_EVERY, timeout)
    return Wait(timeout=timeout, every=every)


def _step_document(step: Step) -> dict[str, Json]:
    wait = None
    if step.wait is not None:
        wait = {"timeout": _duration_text(step.wait.timeout), "every": _duration_text(step.wait.every)}
    optional: dict[str, Any] = {
        "on_fail": None if step.on_fail == DEFAULT_ON_FAIL else step.on_fail,
        "gate": step.gate or None,
        "when": _condition_document(step.when),
        "wait": wait,
        "approve": step.approve or None,
    }
    run: dict[str, Json] = {}
    if step.run is not None:
        run["run"] = step.run if isinstance(step.run, str) else list(step.run)
    told: dict[str, Json] = {"do": step.do, **run, "check": _condition_document(step.check)}
    return told | {key: value for key, value in optional.items() if value is not None}


def _condition_document(condition: Condition | None) -> Json:
    return None if condition is None else condition.document


def _input(name: str, item: Mapping[str, Any]) -> Input:
    return Input(name, item.get("description", ""), item.get("pattern"), item.get("default"))


def _input_document(item: Input) -> Json:
    told = {"description": item.description or None, "pattern": item.pattern, "default": item.default}
    return {key: value for key, value in told.items() if value is not None} or None
