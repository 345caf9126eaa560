from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.model.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("zwölf 世界", "zwölf 世界"),
        ("two\nlines\tand\u2028more", "two lines and more"),
        ("\x1b[31mred\x07", "\\u001b[31mred\\u0007"),
        ("\u202eevil\u200b\ufeff", "\\u202eevil\\u200b\\ufeff"),
        ("a\U000e0041b\U000e0100", "a\\U000e0041b\\U000e0100"),
        ("\ud800", "\\ud800"),
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_limit() -> None:
    assert visible("abcdef", limit=4) == "abc…"
    assert visible("abcd", limit=4) == "abcd"


@given(st.text())
def test_nothing_hides(text: str) -> None:
    shown = visible(text)
    assert not {unicodedata.category(letter) for letter in shown} & {"Cc", "Cs", "Co", "Cn"}
    assert visible(shown) == shown
    assert len(visible(text, limit=10)) <= 10
