from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbk import Library, Matcher, Shelf, record, retire
from pbk.errors import ModelError, UsageError
from pbk.llm import ModelUnavailable
from pbk.match.adjudicate import Answer, PersonAdjudicator
from pbk.match.questions import Question
from pbk.match.trace import Stage
from pbk.model.standing import Band
from support.fake_chat import FakeChat
from support.libraries import write_playbook

TASK = "release the package"


def by_goal(task: str, text: str) -> float:
    """A similarity that the goal itself names: "0.8 anything"."""
    first = text.split(maxsplit=1)[0]
    return float(first) if task and first.replace(".", "", 1).isdigit() else 0.0


def library(root: Path, *playbooks: tuple[str, str, dict[str, object]]) -> Library:
    for name, goal, fields in playbooks:
        write_playbook(root, name, goal, **fields)
    return Library.open(root)


def stages(matcher: Matcher, task: str = TASK) -> list[tuple[str, Stage]]:
    return [(item.name, item.stage) for item in matcher.consider(task).candidates]


def test_nothing_is_similar_enough(tmp_path: Path) -> None:
    decision = Matcher(library(tmp_path, ("a", "0.3 a", {})), similarity=by_goal).consider(TASK)
    assert decision.match is None
    assert "the nearest is a at 0.30" in decision.why
    assert decision.candidates[0].score == 0.3


def test_an_empty_library_and_no_library(tmp_path: Path) -> None:
    assert "there are no playbooks" in Matcher(library(tmp_path)).consider(TASK).why
    assert "no library" in Matcher(Shelf(())).consider(TASK).why


def test_the_best_that_holds_is_offered_and_the_rest_is_outranked(tmp_path: Path) -> None:
    matcher = Matcher(
        library(
            tmp_path,
            ("best", "0.9 x", {"preconditions": [{"file_exists": "nowhere.txt"}]}),
            ("second", "0.8 x", {}),
            ("third", "0.7 x", {}),
            ("fourth", "0.6 x", {}),
        ),
        similarity=by_goal,
    )
    decision = matcher.consider(TASK)
    assert decision.match is not None
    assert decision.match.procedure.name == "second"
    assert stages(matcher) == [
        ("best", Stage.STRUCTURED),
        ("second", Stage.OFFERED),
        ("third", Stage.PROSE),
        ("fourth", Stage.PROSE),
    ]
    assert [item.eliminated_by for item in decision.candidates][2:] == [
        "second is nearer and fits",
        "2 playbooks that fit are nearer",
    ]


def test_only_the_shortlist_has_its_conditions_checked(tmp_path: Path) -> None:
    many = [(f"p{n}", f"0.{9 - n} x", {"preconditions": [{"file_exists": "nowhere.txt"}]}) for n in range(4)]
    (tmp_path / "pbk.toml").write_text("[match]\nshortlist = 2\n", encoding="utf-8")
    matcher = Matcher(library(tmp_path, *many), similarity=by_goal)
    assert [stage for _, stage in stages(matcher)] == [Stage.STRUCTURED] * 2 + [Stage.FLOOR] * 2


def test_retired_and_waiting_playbooks_do_not_use_up_the_shortlist(tmp_path: Path) -> None:
    (tmp_path / "pbk.toml").write_text("[match]\nshortlist = 1\n", encoding="utf-8")
    owner = library(tmp_path, ("gone", "0.9 x", {}), ("limbo", "0.8 x", {}), ("live", "0.7 x", {}))
    retire(owner, "gone", why="the index moved")
    record(owner, "limbo", succeeded=False)
    matcher = Matcher(owner, similarity=by_goal)
    assert stages(matcher) == [("gone", Stage.TRUST), ("limbo", Stage.TRUST), ("live", Stage.OFFERED)]
    below = Matcher(owner, similarity=by_goal, below_floor=True).consider(TASK)
    assert below.match is not None
    assert (below.match.procedure.name, below.match.band) == ("limbo", Band.CAVEAT)
    assert "not offered by itself" in below.match.caveat


def test_the_offered_one_is_always_in_the_trace(tmp_path: Path) -> None:
    owner = library(tmp_path, *((f"p{n}", f"0.{9 - n} x", {}) for n in range(6)))
    for n in range(5):
        retire(owner, f"p{n}", why="old")
    decision = Matcher(owner, similarity=by_goal).consider(TASK)
    assert len(decision.candidates) == 5
    assert decision.candidates[-1].stage is Stage.OFFERED


def test_the_best_two_are_adjudicated_in_one_call(tmp_path: Path) -> None:
    chat = FakeChat([json.dumps({"it was asked for": True, "it is a monorepo": True, "the tests are green": True})])
    matcher = Matcher(
        library(
            tmp_path,
            ("a", "0.9 x", {"preconditions": ["it was asked for"], "anti_preconditions": ["it is a monorepo"]}),
            ("b", "0.8 x", {"preconditions": ["it was asked for", "the tests are green"]}),
            ("c", "0.7 x", {"preconditions": ["never asked"]}),
        ),
        chat,
        similarity=by_goal,
    )
    decision = matcher.consider(TASK)
    assert decision.match is not None
    assert decision.match.procedure.name == "b"
    assert len(chat.calls) == 1
    assert "never asked" not in chat.calls[0].text
    assert "2 judged by model" in decision.match.why
    assert decision.candidates[0].eliminated_by == "anti-precondition `it is a monorepo` holds, said the model"


def test_a_person_is_not_asked_about_what_is_not_needed(tmp_path: Path) -> None:
    asked: list[str] = []

    def ask(question: Question) -> Answer:
        asked.append(question.text)
        return Answer.YES

    matcher = Matcher(
        library(tmp_path, ("a", "0.9 x", {"preconditions": ["one"]}), ("b", "0.8 x", {"preconditions": ["two"]})),
        similarity=by_goal,
        adjudicator=PersonAdjudicator(ask),
    )
    assert matcher.match(TASK) is not None
    assert asked == ["one"]


@pytest.mark.parametrize("answer", [Answer.YES, Answer.UNKNOWN, Answer.NO])
def test_what_a_person_says_of_an_anti_precondition(tmp_path: Path, answer: Answer) -> None:
    matcher = Matcher(
        library(tmp_path, ("a", "0.9 x", {"anti_preconditions": ["it is a monorepo"]})),
        similarity=by_goal,
        adjudicator=PersonAdjudicator(lambda _question: answer),
    )
    match = matcher.match(TASK)
    assert (match is None) == (answer is Answer.YES)
    if match is not None:
        assert ("it is a monorepo" in match.caveat) == (answer is Answer.UNKNOWN)


def test_a_model_that_is_away_refuses_with_the_reason(tmp_path: Path) -> None:
    owner = library(tmp_path, ("a", "0.9 x", {"preconditions": ["one"]}))
    decision = Matcher(owner, FakeChat([ModelUnavailable("no answer in 2 s")]), similarity=by_goal).consider(TASK)
    assert decision.match is None
    assert "no answer in 2 s" in decision.notes[0]
    assert [question.text for question in decision.questions] == ["one"]
    with pytest.raises(ModelError, match="OPENAI_API_KEY"):
        Matcher(owner, FakeChat([ModelError("set OPENAI_API_KEY")]), similarity=by_goal).consider(TASK)


def test_without_anybody_to_ask_the_questions_stay_open(tmp_path: Path) -> None:
    owner = library(
        tmp_path, ("a", "0.9 x", {"preconditions": ["one"], "anti_preconditions": ["two"]}), ("b", "0.8 x", {})
    )
    decision = Matcher(owner, similarity=by_goal).consider(TASK)
    assert decision.match is not None
    assert decision.match.procedure.name == "b"  # the second survivor has nothing to ask
    assert decision.questions == []
    alone = Matcher(library(tmp_path / "other", ("a", "0.9 x", {"preconditions": ["one"]})), similarity=by_goal)
    answered = alone.consider(TASK)
    assert answered.match is None
    (question,) = answered.questions
    assert alone.consider(TASK, given={question.id: Answer.YES}).match is not None
    with pytest.raises(UsageError, match="0123456789ab"):
        alone.consider(TASK, given={"0123456789ab": Answer.YES})


def test_an_answer_to_a_playbook_that_is_out_already_is_not_stale(tmp_path: Path) -> None:
    fields: dict[str, object] = {"preconditions": ["one", {"context": {"key": "ready"}}]}
    matcher = Matcher(library(tmp_path, ("a", "0.9 x", fields)), similarity=by_goal)
    (question,) = matcher.consider(TASK, {"ready": True}).questions
    assert matcher.consider(TASK, {}, given={question.id: Answer.YES}).match is None


def test_scopes_do_not_mix(tmp_path: Path) -> None:
    matcher = Matcher(library(tmp_path, ("a", "0.9 x", {"scope": "payments"})), similarity=by_goal)
    assert matcher.match(TASK) is None
    assert matcher.match(TASK, scope="payments") is not None


def test_a_shadowed_playbook_is_never_offered(tmp_path: Path) -> None:
    near = library(tmp_path / "near", ("a", "0.2 x", {}))
    far = library(tmp_path / "far", ("a", "0.9 x", {}), ("b", "0.5 x", {}))
    decision = Matcher(Shelf((near, far)), similarity=by_goal).consider(TASK)
    assert decision.match is not None
    assert (decision.match.procedure.name, decision.match.library) == ("b", "far")


def test_no_match_eliminates_by_name_and_only_its_own_playbook(tmp_path: Path) -> None:
    owner = library(
        tmp_path,
        ("a", "0.6 x", {"examples": {"match": [], "no_match": ["0.7 yank it"]}}),
        ("b", "0.5 x", {"examples": {"match": [], "no_match": ["0.4 other"]}}),
    )
    decision = Matcher(owner, similarity=by_goal).consider(TASK)
    assert decision.match is not None
    assert decision.match.procedure.name == "b"
    assert decision.candidates[0].stage is Stage.NO_MATCH
    assert "0.7 yank it" in (decision.candidates[0].eliminated_by or "")


def test_checks_by_text_decide_prose(tmp_path: Path) -> None:
    owner = library(tmp_path, ("a", "0.9 x", {"preconditions": ["clean"], "anti_preconditions": ["mono"]}))
    answers: Sequence[tuple[bool | None, bool | None, bool]] = [
        (True, False, True),
        (True, None, False),
        (True, True, False),
        (None, False, False),
        (False, False, False),
    ]
    for clean, mono, offered in answers:
        matcher = Matcher(owner, similarity=by_goal)
        matcher.checks = {"clean": lambda _, clean=clean: clean, "mono": lambda _, mono=mono: mono}
        assert (matcher.match(TASK) is not None) == offered


def test_a_check_that_does_not_answer_yes_or_no_is_unknown(tmp_path: Path) -> None:
    matcher = Matcher(library(tmp_path, ("a", "0.9 x", {"preconditions": ["clean"]})), similarity=by_goal)
    matcher.checks = {"clean": lambda _: "yes"}  # type: ignore[dict-item,return-value]  # what a caller may do wrongly
    assert matcher.match(TASK) is None


def test_conditions_are_evaluated_where_the_task_is(tmp_path: Path) -> None:
    (tmp_path / "target").mkdir()
    owner = library(tmp_path / "lib", ("a", "0.9 x", {"preconditions": [{"file_exists": "here.txt"}]}))
    matcher = Matcher(owner, similarity=by_goal)
    assert matcher.match(TASK, directory=tmp_path / "target") is None
    (tmp_path / "target" / "here.txt").touch()
    assert matcher.match(TASK, directory=tmp_path / "target") is not None


def test_named_playbooks_skip_similarity_and_nothing_else(tmp_path: Path) -> None:
    owner = library(tmp_path, ("a", "0.1 x", {"preconditions": [{"context": {"key": "ready"}}]}))
    shelf = Shelf((owner,))
    matcher = Matcher(shelf, similarity=by_goal)
    assert matcher.consider_named(shelf.find("a"), context={"ready": True}).match is not None
    assert matcher.consider_named(shelf.find("a")).match is None
