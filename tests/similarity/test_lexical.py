from __future__ import annotations

import marshal
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbk.similarity.lexical import GENERIC_FACTOR, RECOMMENDED_FLOOR, LexicalSimilarity, prepare

LEXICAL = LexicalSimilarity()
GOALS = (
    "Publish a new version to PyPI",
    "Find the commit that introduced a regression",
    "Upgrade a pinned dependency safely",
    "Add a database migration",
    "Fix a flaky test",
    "Rotate a leaked secret",
    "Back-port a fix to a release branch",
    "Set up a new development environment",
    "Resolve merge conflicts in a pull request",
    "Write release notes from merged pull requests",
    "Reproduce a bug report with a failing test",
    "Deploy the service to staging",
    "Build and push a Docker image",
    "Add a command to the command line interface",
    "Update copyright headers in source files",
)
# Made of the words that such a test most easily trips over, and of anything else.
TEXT = st.text(max_size=40) | st.lists(
    st.sampled_from(
        (
            "publish",
            "publsh",
            "publishing",
            "release",
            "relase",
            "pypi",
            "version",
            "update",
            "updates",
            "fix",
            "a",
            "the",
            "migration",
        )
    ),
    max_size=7,
).map(" ".join)


@pytest.mark.parametrize(
    ("task", "goal"),
    [
        ("publish version 1.4.0 to PyPI", "Publish a new version to PyPI"),
        ("please publish the package on pypi", "Publish a new version to PyPI"),
        ("which commit introduced this regression?", "Find the commit that introduced a regression"),
        ("upgrade the pinned dependencies", "Upgrade a pinned dependency safely"),
        ("upgrading a pinned dependancy", "Upgrade a pinned dependency safely"),
        ("we need a migration for the database", "Add a database migration"),
        ("test_upload is flaky, fix the flaky tests", "Fix a flaky test"),
        ("a secret was leaked: rotate it", "Rotate a leaked secret"),
        ("deploy to staging", "Deploy the service to staging"),
        ("DEPLOYING TO STAGING!!!", "Deploy the service to staging"),
    ],
)
def test_the_right_goal_is_first_and_over_the_floor(task: str, goal: str) -> None:
    scores = dict(zip(GOALS, LEXICAL.scores(task, [[text] for text in GOALS]), strict=True))
    assert max(scores, key=scores.__getitem__) == goal
    assert scores[goal] > RECOMMENDED_FLOOR


def test_the_leading_example_is_clearly_over_the_floor() -> None:
    assert LEXICAL.pair("publish version 1.4.0 to PyPI", "Publish a new version to PyPI") > 2 * RECOMMENDED_FLOOR


@pytest.mark.parametrize(
    "task",
    [
        "fix",
        "add",
        "new",
        "run",
        "the",
        "version 2",
        "1.4.0",
        "add a new one",
        "fix it please",
        "run the new version",
        "can you help me with this file",
        "what's the weather in Paris",
        "write a poem",
        "book a table",
        "explain monads",
        "center a div",
        "translate this into French",
        "",
        "?!",
        "\u200b\ud800",
    ],
)
def test_unrelated_and_generic_tasks_stay_under_the_floor(task: str) -> None:
    assert max(LEXICAL.scores(task, [[goal] for goal in GOALS])) < RECOMMENDED_FLOOR
    assert (
        LEXICAL.scores(task, [["Add a database migration", "add a column to the users table"]])[0] < RECOMMENDED_FLOOR
    )


def test_generic_words_alone_carry_nothing_over_the_floor() -> None:
    assert 0 < LEXICAL.pair("add a new file", "Add a new test") <= GENERIC_FACTOR < RECOMMENDED_FLOOR


def test_examples_lift_a_task_that_the_goal_does_not_name() -> None:
    goal, examples = "Publish a new version to PyPI", ["ship the next release", "cut a release and upload the wheels"]
    task = "upload the wheels of the release"
    assert LEXICAL.pair(task, goal) < RECOMMENDED_FLOOR < LEXICAL.scores(task, [[goal, *examples]])[0]


def test_a_slip_of_the_keys_is_forgiven_and_another_word_is_not() -> None:
    goal = "Resolve merge conflicts"
    right, slip, other = (LEXICAL.pair(f"merge {word}", goal) for word in ("conflicts", "conflcts", "contexts"))
    assert right > slip > other
    assert slip > RECOMMENDED_FLOOR


def test_a_group_without_texts_and_texts_without_words_score_nothing() -> None:
    assert LEXICAL.scores("publish it", [[], [""], ["the"], ["", "publish it"]]) == [0, 0, 0, 1]
    assert LEXICAL.scores("publish it", []) == []


@settings(deadline=None)
@given(TEXT, TEXT, TEXT)
def test_scores_are_bounded_symmetric_and_repeatable(a: str, b: str, c: str) -> None:
    score = LEXICAL.pair(a, b)
    assert 0.0 <= score <= 1.0
    assert LEXICAL.pair(b, a) == pytest.approx(score, abs=1e-12)
    groups = [[b], [c, b], [b, c], []]
    scores = LEXICAL.scores(a, groups)
    assert scores[0] == score
    assert scores[1] == pytest.approx(scores[2], abs=1e-12)
    assert all(0.0 <= value <= 1.0 for value in scores)
    assert scores == LexicalSimilarity().scores(a, groups)
    assert LEXICAL.pair(a, a) == (1.0 if prepare(a) else 0.0)


@settings(deadline=None)
@given(TEXT, st.lists(st.lists(TEXT, max_size=3), max_size=4))
def test_prepared_texts_score_the_same_and_can_be_stored(task: str, groups: list[list[str]]) -> None:
    stored = marshal.dumps([[prepare(text) for text in group] for group in groups])
    prepared = marshal.loads(stored)  # noqa: S302 - written on the line above
    scores = LEXICAL.scores_prepared(prepare(task), prepared)
    assert scores == LEXICAL.scores(task, groups)
    assert scores == [LEXICAL.scores(task, [group])[0] for group in groups]


def test_a_task_that_fits_nothing_does_not_load_rapidfuzz() -> None:
    code = (
        "import sys; from pbk.similarity.lexical import LexicalSimilarity as L;"
        "a = L().pair('what is the weather in Paris', 'Publish a new version to PyPI');"
        "b = 'rapidfuzz' in sys.modules; L().pair('publish to PyPI', 'Publish a new version to PyPI');"
        "print(a, b, 'rapidfuzz' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0.0", "False", "True", "False"]
