from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.match.questions import Question, question_id, questions_of
from pbk.model.condition import prose
from pbk.model.procedure import Procedure, Step

STEPS = (Step("build", "dist/ exists"), Step("upload", "it resolves"))


def procedure(goal: str = "publish", scope: str = "default") -> Procedure:
    return Procedure("release", goal, STEPS, scope=scope)


def test_the_id_is_of_the_canonical_json_of_what_it_depends_on() -> None:
    expected = hashlib.sha256('["proc_1","rev2","precondition","é holds"]'.encode()).hexdigest()[:12]
    assert question_id("proc_1", "rev2", "precondition", "é holds") == expected


@pytest.mark.parametrize(
    "other",
    [
        ("proc_2", "rev", "precondition", "text"),
        ("proc", "rev2", "precondition", "text"),
        ("proc", "rev", "anti_precondition", "text"),
        ("proc", "rev", "precondition", "text "),
        ("proc_", "rev", "precondition", "text"),
    ],
)
def test_another_question_has_another_id(other: tuple[str, str, str, str]) -> None:
    assert question_id("proc", "rev", "precondition", "text") != question_id(*other)  # type: ignore[arg-type] # a table


@given(st.tuples(st.text(), st.text()), st.tuples(st.text(), st.text()))
def test_where_one_part_ends_matters(one: tuple[str, str], other: tuple[str, str]) -> None:
    try:
        ids = {question_id("proc", rev, "precondition", text) for rev, text in (one, other)}
    except UnicodeEncodeError:
        return  # a lone surrogate has no bytes to hash
    assert len(ids) == len({one, other})


def test_questions_keep_their_order_and_each_text_is_asked_once_a_kind() -> None:
    found = questions_of(procedure(), prose_pre=["b", prose("a"), "b"], prose_anti=["a"])
    assert [(item.kind, item.text, item.playbook) for item in found] == [
        ("precondition", "b", "release"),
        ("precondition", "a", "release"),
        ("anti_precondition", "a", "release"),
    ]
    assert all(isinstance(item, Question) and len(item.id) == 12 for item in found)
    assert len({item.id for item in found}) == 3


def test_a_changed_playbook_asks_anew() -> None:
    def ids(asker: Procedure) -> set[str]:
        return {item.id for item in questions_of(asker, prose_pre=["a"], prose_anti=["b"])}

    assert ids(procedure()) == ids(procedure())
    assert not ids(procedure()) & ids(procedure(goal="publish it"))
    assert not ids(procedure()) & ids(procedure(scope="other"))


def test_no_prose_no_questions() -> None:
    assert questions_of(procedure(), prose_pre=(), prose_anti=()) == ()
