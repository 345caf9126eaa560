from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.induce.reply import RefusedInduction, read_induction

STEP = {"do": "build it", "check": "dist/ exists"}


def reply(**changes: Any) -> str:
    proposal = {"name": "release", "goal": "Release it", "steps": [STEP, STEP | {"do": "upload it"}], **changes}
    return json.dumps({key: value for key, value in proposal.items() if value is not ...})


REFUSED: list[tuple[str, str]] = [
    ("NO_COMMON_PROCEDURE", "no shared procedure across runs"),
    ("```\nNO_COMMON_PROCEDURE.\n```", "no shared procedure across runs"),
    (reply(name="NO_COMMON_PROCEDURE"), "no shared procedure across runs"),
    ("", "unparseable induction: no JSON object"),
    ("{'name': 'x'}", "unparseable induction: broken JSON"),
    (reply() + reply(), "unparseable induction: several JSON objects"),
    (f"[{reply()}]", "unparseable induction: a list, not a JSON object"),
    ('{"name": "a", "name": "b"}', "unparseable induction: a key that occurs twice"),
    (reply(steps=...), "fewer than 2 steps - not a procedure"),
    (reply(steps=[]), "fewer than 2 steps - not a procedure"),
    (reply(steps=[STEP]), "fewer than 2 steps - not a procedure"),
    (reply(steps=[STEP, {"do": ""}, {}, {"do": None, "check": "none"}]), "fewer than 2 steps - not a procedure"),
    (reply(steps={"do": "x"}), "steps is not a list"),
    (reply(steps="1. build"), "steps is not a list"),
    (reply(steps=[STEP] * 41), "41 steps, at most 40 make a procedure"),
    (reply(steps=[STEP, "upload it"]), "step 2 is not an object"),
    (reply(steps=[STEP, None]), "step 2 is not an object"),
    (reply(steps=[STEP, STEP | {"do": 7}]), "what to do in step 2 is not a text"),
    (reply(steps=[STEP, STEP | {"do": ["a", "b"]}]), "what to do in step 2 is not a text"),
    (reply(steps=[STEP, STEP | {"do": " "}]), "step 2 has a check but does not say what to do"),
    (reply(steps=[STEP, STEP | {"do": "x" * 501}]), "what to do in step 2 has 501 characters, at most 500 are allowed"),
    (reply(steps=[STEP, STEP | {"do": "a\x1b[2Jb"}]), "what to do in step 2 holds control characters"),
    (reply(steps=[STEP, STEP | {"do": "a\u202eb"}]), "what to do in step 2 holds control characters"),
    (reply(steps=[STEP, STEP | {"check": True}]), "the check of step 2 is neither a text nor null"),
    (reply(steps=[STEP, STEP | {"check": {"exit_code": 0}}]), "the check of step 2 is neither a text nor null"),
    (
        reply(steps=[STEP, STEP | {"check": "x" * 501}]),
        "the check of step 2 has 501 characters, at most 500 are allowed",
    ),
    (reply(steps=[STEP, STEP | {"on_fail": []}]), "the on_fail of step 2 is not a text"),
    (reply(name=...), "the name is missing"),
    (reply(name=""), "the name is missing"),
    (reply(name=3), "the name is not a text"),
    (reply(name="x" * 65), "the name has 65 characters, at most 64 are allowed"),
    *(
        (reply(name=name), "the name is not kebab-case")
        for name in ("a_b", "-a", "a-", "a--b", "a/b", "é", "../x", "a.b")
    ),
    (reply(goal=...), "the goal is missing"),
    (reply(goal=None), "the goal is missing"),
    (reply(goal=" \n"), "the goal is missing"),
    (reply(goal={}), "the goal is not a text"),
    (reply(goal="x" * 201), "the goal has 201 characters, at most 200 are allowed"),
    (reply(preconditions="clean"), "preconditions is not a list"),
    (reply(preconditions=[{"git_clean": True}]), "one of the preconditions is not a text"),
    (reply(anti_preconditions=[""]), "one of the anti_preconditions is missing"),
    (reply(anti_preconditions=["x"] * 21), "21 anti_preconditions, at most 20 can be judged"),
]


@pytest.mark.parametrize(("content", "reason"), REFUSED)
def test_whatever_is_wrong_refuses_the_whole(content: str, reason: str) -> None:
    with pytest.raises(RefusedInduction) as caught:
        read_induction(content)
    assert str(caught.value) == reason


@pytest.mark.parametrize("name", ["Cut a Release", " cut  a\trelease ", "CUT-A-RELEASE"])
def test_case_and_spaces_of_a_name_are_put_right(name: str) -> None:
    assert read_induction(reply(name=name)).name == "cut-a-release"


@pytest.mark.parametrize("word", [None, "", " ", "null", "None", "N/A", "-"])
def test_a_check_that_is_none_by_another_name_needs_judgement(word: str | None) -> None:
    induction = read_induction(reply(steps=[STEP, STEP | {"check": word}]))
    assert [step.mechanical for step in induction.steps] == [True, False]


def test_texts_come_on_one_line_and_conditions_once() -> None:
    induction = read_induction(reply(goal="Release\n  it", preconditions=["a  b", "a b"], anti_preconditions=None))
    assert (induction.goal, induction.preconditions, induction.anti_preconditions) == ("Release it", ("a b",), ())


def test_the_sizes_that_are_allowed_are_allowed() -> None:
    steps = [{"do": "x" * 500, "check": "y" * 500, "on_fail": "z" * 500}] * 40
    induction = read_induction(reply(name="n" * 64, goal="g" * 200, steps=steps, preconditions=["p" * 500]))
    assert len(induction.steps) == 40


def test_an_unknown_key_is_let_be() -> None:
    assert read_induction(reply(confidence=0.9)).name == "release"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def read_or_refused(content: str) -> list[str]:
    """Return what the steps do, or the one line of the refusal."""
    try:
        return [step.do for step in read_induction(content).steps]
    except RefusedInduction as refusal:
        return str(refusal).splitlines()


@given(st.sampled_from(["name", "goal", "steps", "preconditions", "anti_preconditions"]), JSON)
def test_any_value_anywhere_is_read_or_refused(key: str, value: object) -> None:
    told = read_or_refused(reply(**{key: value}))
    assert told == ["build it", "upload it"] or len(told) == 1


@given(st.sampled_from(["do", "check", "on_fail"]), JSON)
def test_any_value_in_a_step_is_read_or_refused(key: str, value: object) -> None:
    told = read_or_refused(reply(steps=[STEP, STEP, STEP | {key: value}]))
    assert told[:2] == ["build it", "build it"] or len(told) == 1


@given(st.text())
def test_any_text_is_read_or_refused(content: str) -> None:
    with pytest.raises(RefusedInduction):
        read_induction(content)
