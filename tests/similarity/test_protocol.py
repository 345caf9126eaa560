from __future__ import annotations

import pytest

from pbk.similarity.lexical import LexicalSimilarity
from pbk.similarity.protocol import Similarity, from_function


def same_length(a: str, b: str) -> float:
    return float(len(a) == len(b))


def test_a_plain_function_becomes_a_similarity() -> None:
    similarity = from_function(same_length)
    assert similarity.name == "same_length"
    assert similarity.scores("ab", [["x", "cd"], ["x"], []]) == [1.0, 0.0, 0.0]
    assert similarity.pair("a", "b") == 1.0


@pytest.mark.parametrize(
    ("returned", "score"), [(-1, 0.0), (2, 1.0), (float("nan"), 0.0), (float("inf"), 1.0), (True, 1.0), (0.25, 0.25)]
)
def test_what_a_function_returns_is_kept_in_bounds(returned: float, score: float) -> None:
    assert from_function(lambda _a, _b: returned).pair("a", "b") == score


def test_the_function_is_given_the_task_first() -> None:
    seen: list[tuple[str, str]] = []

    def record(a: str, b: str) -> float:
        seen.append((a, b))
        return 0.0

    from_function(record).scores("task", [["goal", "example"]])
    assert seen == [("task", "goal"), ("task", "example")]


def test_lexical_is_one() -> None:
    similarity: Similarity = LexicalSimilarity()
    assert similarity.name == "lexical"
