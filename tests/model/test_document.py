from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.model.condition import Condition
from pbk.model.document import document_from_procedure, duration_seconds, moment_seconds, procedure_from_document
from pbk.model.procedure import Input, Procedure, Step, Wait

DOCUMENT: dict[str, Any] = {
    "name": "cut-a-release",
    "goal": "Publish a new version",
    "scope": "team",
    "inputs": {"version": {"description": "which", "pattern": "\\d+"}, "branch": {"default": "main"}, "other": None},
    "preconditions": [{"git_clean": True}, "somebody asked"],
    "anti_preconditions": [{"file_exists": "packages"}],
    "steps": [
        {
            "do": "test",
            "run": ["pytest", "-q"],
            "check": {"exit_code": 0},
            "on_fail": "stop",
            "gate": True,
            "when": {"file_absent": "dist"},
            "wait": {"timeout": "10m", "every": "1500ms"},
            "approve": True,
        },
        {"do": "publish", "run": "make publish", "check": None},
    ],
    "examples": {"match": ["ship it"], "no_match": ["yank it"]},
    "induced_from": ["ep_1"],
    "provenance": {"episodes": 5},
    "created_at": "2026-12-01",
}


def test_a_document_becomes_the_procedure_that_it_words() -> None:
    procedure = procedure_from_document(DOCUMENT)
    assert procedure == Procedure(
        "cut-a-release",
        "Publish a new version",
        [
            Step(
                "test",
                {"exit_code": 0},
                "stop",
                ["pytest", "-q"],
                {"file_absent": "dist"},
                Wait(600.0, 1.5),
                gate=True,
                approve=True,
            ),
            Step("publish", None, run="make publish"),
        ],
        [Condition("git_clean", True), "somebody asked"],
        [{"file_exists": "packages"}],
        "team",
        inputs=[Input("version", "which", "\\d+"), Input("branch", default="main"), Input("other")],
        match_examples=["ship it"],
        no_match_examples=["yank it"],
        induced_from=["ep_1"],
        provenance={"episodes": 5},
        created_at=1796083200.0,
    )


def test_the_least_document_gets_the_defaults() -> None:
    steps = [
        {"do": "a", "check": None, "wait": {"timeout": "2s"}},
        {"do": "b", "check": "c", "wait": {"timeout": "1h"}},
    ]
    procedure = procedure_from_document({"name": "a", "goal": "b", "steps": steps})  # type: ignore[dict-item]  # invariant
    assert procedure.scope == "default"
    assert procedure.steps[0].on_fail == "stop and report"
    assert procedure.steps[0].wait == Wait(2.0, 2.0)
    assert procedure.steps[1].wait == Wait(3600.0, 5.0)
    assert procedure.created_at is None


def test_a_procedure_becomes_its_document_again() -> None:
    assert document_from_procedure(procedure_from_document(DOCUMENT)) == DOCUMENT
    assert list(document_from_procedure(procedure_from_document(DOCUMENT))) == list(DOCUMENT)


def test_defaults_and_counters_are_not_written() -> None:
    procedure = Procedure("a", "b", [Step("c"), Step("d")], uses=3, successes=2)
    expected = {"name": "a", "goal": "b", "steps": [{"do": "c", "check": None}, {"do": "d", "check": None}]}
    assert document_from_procedure(procedure) == expected


@pytest.mark.parametrize(("text", "seconds"), [("500ms", 0.5), ("15s", 15.0), ("10m", 600.0), ("1h", 3600.0)])
def test_durations(text: str, seconds: float) -> None:
    assert duration_seconds(text) == seconds


@pytest.mark.parametrize(
    "text", ["", "0s", "10", "s", "1.5s", "-1s", "1 s", "1s\n", "1d", "1h30m", "1234567s", "\u0661s"]
)
def test_no_durations(text: str) -> None:
    with pytest.raises(ValueError, match="whole number"):
        duration_seconds(text)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1970-01-02", 86400.0),
        ("1970-01-01T00:00:01Z", 1.0),
        ("1970-01-01T01:00:01+01:00", 1.0),
        ("1970-01-01T00:00:01.5Z", 1.5),
    ],
)
def test_moments(text: str, seconds: float) -> None:
    assert moment_seconds(text) == seconds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "today",
        "20261201",
        "2026-W49-2",
        "2026-12-01\n",
        "2026-13-01",
        "2026-02-30",
        "0000-01-01",
        "2026-12-01T10:00",
        "2026-12-01 10:00:00Z",
        "2026-12-01T25:00:00Z",
        "2026-12-01T10:00:00+99:99",
    ],
)
def test_no_moments(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the text of datetime's own errors is not ours
        moment_seconds(text)


@given(st.integers(0, 4102444800), st.integers(1, 999_999))
def test_moments_and_durations_survive_a_round_trip(created_at: int, seconds: int) -> None:
    step = Step("a", "b", wait=Wait(float(seconds), float(seconds)))
    procedure = Procedure("a", "b", [step, step], created_at=float(created_at))
    assert procedure_from_document(document_from_procedure(procedure)) == procedure
