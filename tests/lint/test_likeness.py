"""Nearness without comparing each with each: no candidate is lost that a full comparison would find."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbk.lint import likeness
from pbk.lint.likeness import Clusters, NearTexts
from pbk.similarity.lexical import LexicalSimilarity, prepare

WORDS = ["publish", "wheel", "database", "column", "release", "branch", "update", "file", "python", "yank"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join), min_size=2, max_size=12)


@given(TEXTS, st.sampled_from([0.3, 0.5, 0.8]))
def test_whoever_scores_is_found(texts: list[str], score: float) -> None:
    prepared = [prepare(text) for text in texts]
    near = NearTexts(enumerate(prepared))
    for words in prepared:
        found = near.owners_near(words, score, len(texts))
        scores = LexicalSimilarity().scores_prepared(words, [[other] for other in prepared])
        assert {number for number, value in enumerate(scores) if value >= score} <= set(found)
        assert len(set(found)) == len(found)


def test_the_nearest_come_first_and_no_more_than_asked_for() -> None:
    texts = ["publish the wheel today", "publish the wheel", "publish a database"]
    near = NearTexts((number, prepare(text)) for number, text in enumerate(texts))
    assert near.owners_near(prepare("publish the wheel"), 0.3, 2) == [1, 0]


def test_words_of_everywhere_lead_nowhere() -> None:
    texts = [f"release {chr(97 + number // 26)}{chr(97 + number % 26)}x" for number in range(likeness.COMMON + 1)]
    near = NearTexts((number, prepare(text)) for number, text in enumerate(texts))
    assert near.owners_near(prepare("release aax"), 0.1, 500) == [0]


def test_clusters_follow_chains() -> None:
    clusters: Clusters[int] = Clusters()
    clusters.join(3, 1)
    clusters.join(3, 5)
    assert clusters.joined(1, 5)
    assert not clusters.joined(1, 2)
    assert list(clusters.groups(range(6))) == [[1, 3, 5]]
