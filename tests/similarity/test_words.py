from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.similarity.words import content_words, is_generic, stem


@pytest.mark.parametrize(
    "forms",
    [
        ("release", "releases", "released", "releasing"),
        ("ship", "ships", "shipped", "shipping"),
        ("publish", "publishes", "published", "publishing"),
        ("copy", "copies", "copied", "copying"),
        ("dependency", "dependencies"),
        ("test", "tests", "tested", "testing"),
        ("fix", "fixes", "fixed", "fixing"),
        ("migrate", "migrates", "migrated", "migrating"),
    ],
)
def test_forms_of_a_word_share_a_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("ship", "shipment"), ("test", "testament"), ("status", "stat"), ("c", "c++"), ("PyPI", "PyPy")]
)
def test_other_words_do_not(one: str, other: str) -> None:
    assert content_words(one) != content_words(other)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Publish a new version to PyPI", ("new", "publish", "pypi", "version")),
        ("publish v1.4.0rc1, please", ("publish",)),
        ("I'd like to don't", ()),
        ("C++ and C#", ("c#", "c++")),
        ("run_tests", ("run", "test")),
        ("Straße", ("strass",)),
        ("", ()),
    ],
)
def test_content_words(text: str, words: tuple[str, ...]) -> None:
    assert content_words(text) == words


def test_generic_words_are_known_by_their_stems() -> None:
    assert all(is_generic(stem(word)) for word in ("adding", "files", "updated", "versions", "x"))
    assert not is_generic(stem("publish"))


@given(st.text(max_size=40))
def test_content_words_are_sorted_and_unique(text: str) -> None:
    words = content_words(text)
    assert list(words) == sorted(set(words))
    assert all(words)
