from __future__ import annotations

from typing import Any

import pytest

from pbk.model.procedure import Input, Procedure, ProcStatus, Step, Wait, procedure_id

STEPS = [Step("test", {"exit_code": 0}), Step("publish", "the page shows it")]
PROCEDURE = Procedure("cut", "Publish", STEPS, ["somebody asked"], [{"file_exists": "packages"}])


def with_changes(**changes: Any) -> Procedure:
    given: dict[str, Any] = {
        "name": "cut",
        "goal": "Publish",
        "steps": STEPS,
        "preconditions": ["somebody asked"],
        "anti_preconditions": [{"file_exists": "packages"}],
    }
    return Procedure(**(given | changes))


def test_the_id_depends_on_scope_and_name_alone() -> None:
    assert PROCEDURE.id == procedure_id("default", "cut")
    assert PROCEDURE.id.startswith("proc_")
    assert len(PROCEDURE.id) == 21
    assert with_changes(goal="Release").id == PROCEDURE.id
    assert with_changes(name="ship").id != PROCEDURE.id
    assert procedure_id("a", "bc") != procedure_id("ab", "c")


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "ship"},
        {"scope": "team"},
        {"match_examples": ["ship it"], "no_match_examples": ["yank it"]},
        {"provenance": {"episodes": 5}, "induced_from": ["ep_1"]},
        {"uses": 5, "successes": 4, "last_used": 1.0, "created_at": 1.0, "status": ProcStatus.ACTIVE},
        {"steps": [Step("test", {"exit_code": 0}, gate=False, on_fail="stop and report"), STEPS[1]]},
    ],
)
def test_the_revision_ignores(changes: dict[str, Any]) -> None:
    assert with_changes(**changes).rev == PROCEDURE.rev


@pytest.mark.parametrize(
    "changes",
    [
        {"goal": "Release"},
        {"preconditions": []},
        {"anti_preconditions": []},
        {"preconditions": [{"file_exists": "packages"}], "anti_preconditions": ["somebody asked"]},
        {"inputs": [Input("version")]},
        {"inputs": [Input("version", default="1")]},
        {"steps": STEPS[::-1]},
        {"steps": [Step("test", {"exit_code": 1}), STEPS[1]]},
        {"steps": [Step("test"), STEPS[1]]},
        {"steps": [Step("test", {"exit_code": 0}, run="pytest"), STEPS[1]]},
        {"steps": [Step("test", {"exit_code": 0}, run=["pytest"]), STEPS[1]]},
        {"steps": [Step("test", {"exit_code": 0}, when={"os": "linux"}), STEPS[1]]},
        {"steps": [Step("test", {"exit_code": 0}, wait=Wait(1.0, 1.0)), STEPS[1]]},
        {"steps": [Step("test", {"exit_code": 0}, gate=True), STEPS[1]]},
        {"steps": [Step("test", {"exit_code": 0}, approve=True), STEPS[1]]},
        {"steps": [Step("test", {"exit_code": 0}, on_fail="go on"), STEPS[1]]},
    ],
)
def test_the_revision_changes_with(changes: dict[str, Any]) -> None:
    assert with_changes(**changes).rev != PROCEDURE.rev


def test_the_order_of_inputs_is_no_change_of_meaning() -> None:
    inputs = [Input("a"), Input("b")]
    assert with_changes(inputs=inputs).rev == with_changes(inputs=inputs[::-1]).rev


def test_a_step_without_a_check_needs_judgement() -> None:
    assert Step("test", {"exit_code": 0}).mechanical
    assert not Step("decide").mechanical
    assert PROCEDURE.fully_mechanical
    assert not with_changes(steps=[*STEPS, Step("decide")]).fully_mechanical


def test_procedures_are_values() -> None:
    assert with_changes() == PROCEDURE
    assert hash(with_changes()) == hash(PROCEDURE)
    assert len({PROCEDURE, with_changes(), with_changes(goal="Release")}) == 2


DAY = 86_400.0


def test_trust_is_half_without_evidence_and_rises_with_successes() -> None:
    assert PROCEDURE.trust() == 0.5
    assert with_changes(uses=8, successes=8, last_used=0.0, as_of=0.0).trust() == 0.9


def test_trust_falls_back_towards_half_with_age() -> None:
    used = with_changes(uses=8, successes=8, last_used=0.0)
    assert used.trust(now=90 * DAY) == pytest.approx(5 / 6)
    assert 0.5 < used.trust(now=900 * DAY) < 0.51
    assert used.trust(now=-DAY) == used.trust(now=0.0)


def test_trust_with_a_date_needs_a_clock() -> None:
    with pytest.raises(ValueError, match="now"):
        with_changes(uses=1, successes=1, last_used=0.0).trust()
