from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.similarity.intent import turning_word

RELEASE = ("Publish a new version of the package to PyPI", "ship 1.4", "cut a release")


@pytest.mark.parametrize(
    ("task", "word"),
    [
        ("do not publish version 1.4.0 to PyPI", "do not"),
        ("please don't publish it yet", "dont"),
        ("we should not release today", "we should not"),
        ("never publish to PyPI", "never"),
        ("undo the release of version 1.4.0 on PyPI", "undo"),
        ("postpone the release of 1.4", "postpone"),
        ("the release of 1.4 was cancelled", "cancelled"),
        ("explain how to publish a version to PyPI", "explain"),
        ("could you please review the PR that publishes a version", "review"),
        ("write a blog post about how we publish", "write"),
        ("fix the workflow that publishes to PyPI", "fix"),
        ("publish version 1.4.0 to PyPI", None),
        ("please ship 1.4", None),
        ("the build is not signed, release it all the same", None),
        ("can you cut a release that fixes the login", None),
        ("", None),
        ("\u4e0d\u8981", None),
    ],
)
def test_turning_word(task: str, word: str | None) -> None:
    assert turning_word(task, RELEASE) == word


def test_a_word_that_the_playbook_itself_says_turns_nothing() -> None:
    assert turning_word("undo the bad merge", ("Undo a bad merge",)) is None
    assert turning_word("fix the flaky test", ("Fix a flaky test",)) is None
    assert turning_word("reverted by mistake", ("Revert a commit",)) is None


@given(st.text(), st.lists(st.text()))
def test_whatever_is_asked(task: str, texts: list[str]) -> None:
    assert turning_word(task, [*texts, task]) is None or turning_word(task, texts) is not None
