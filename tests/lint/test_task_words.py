"""Words of the task: what prose comes to, and that lists of words are decided as matching decides them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.conditions.registry import evaluate
from pbk.conditions.situation import Situation
from pbk.lint.task_words import mentions, task_mention
from pbk.model.condition import Condition

WORDS = ["release", "releases", "releasing", "ship", "shipped", "take", "took", "down", "c++", "re-run", "発行", "!"]
PHRASES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)


@given(PHRASES, st.lists(PHRASES, max_size=3))
def test_it_decides_as_matching_does(task: str, argument: list[str]) -> None:
    condition = Condition("task_mentions", list(argument))
    assert mentions(task, list(argument)) is evaluate(condition, Situation(task, Path())).holds


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the user asked to publish a release", ["publish", "release"]),
        ("The user wants a release.", ["release"]),
        ("the task is about migrations", ["migrations"]),
        ("the request says yank", ["yank"]),
    ],
)
def test_prose_about_the_task(text: str, words: list[str]) -> None:
    assert task_mention(text) == Condition("task_mentions", [*words])


@pytest.mark.parametrize(
    "text",
    [
        "the maintainer has asked for a release",
        "the user asked for a release and not for a draft",
        "the task is about it",
        "the task is about one, two, three, four, five and six different things",
        "the user asked to tag {{ version }}",
        "the working tree is clean",
    ],
)
def test_prose_about_more(text: str) -> None:
    assert task_mention(text) is None
