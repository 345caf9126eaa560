"""Similarity by the words that two texts share: no model, no data, the same on every machine."""

from __future__ import annotations

from itertools import chain
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

from pbk.similarity.words import content_words, is_generic

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

Prepared: TypeAlias = "tuple[str, ...]"

# Measured on 30 goals of developers' playbooks, 92 phrasings of them that nobody had listed, 950 everyday requests and
# 1,000 shell tasks that fit none. With three examples each, the right playbook is on top and over this floor for 82 %
# of the phrasings (goal alone: 45 %); 0.2 % of the everyday requests and 5.1 % of the shell tasks come over it (0.1 and
# 1.8 %). rapidfuzz's token_set_ratio at 0.4 is right for 88 % (72 %) and lets in 98.8 and 97.5 % (96 and 93 %).
RECOMMENDED_FLOOR = 0.35
GENERIC_WEIGHT = 0.5  # of a word that stands in requests of every kind, against 1 of any other
GENERIC_FACTOR = 0.3  # on texts that share only such words: below every sensible floor
LONE_WORD_FACTOR = 0.5  # on texts that share a single word: who wants to book a table wants no migration of one
NEAR_VALUE = 0.8  # what a near spelling is worth against the same word
NEAR_LENGTHS = ((9, 2), (6, 1))  # from so many letters on, so many edits are a slip of the keys, not another word
SPELLING_SHARE = 0.2  # of the score of a pair: how alike the words are as one text
SPELLING_FROM = 0.25  # overlap from which spelling is looked at; below, no share of it could lift a pair over the floor
GROUP_SHARE = 0.3  # of the score of a group: how much of the task its texts speak of together


def prepare(text: str) -> Prepared:
    """Return the content words of a text: plain data that an index can store instead of reading the text again."""
    return content_words(text)


class LexicalSimilarity:
    """Weighted overlap of content words, which forgives a slip of the keys.

    A pair scores `0.8 * overlap + 0.2 * ratio`. Overlap is the geometric mean of the two shares of weight that each
    text has in common with the other (the cosine of weighted word sets when all words are spelled alike); ratio is
    rapidfuzz's of the sorted words. A group of several texts scores `0.7 * its best pair + 0.3 * the share of the
    task's weight that its texts hold together`. Texts that share a single word score half of that, those that share
    only generic words less than a third; texts of the same content words score 1. A pair is symmetric, and a group is
    independent of the other groups. Scripts that write no blanks between words are compared by whole runs only.
    """

    name = "lexical"

    def scores(self, task: str, texts: Sequence[Sequence[str]]) -> list[float]:
        """Return one score in 0..1 for each group of texts."""
        return self.scores_prepared(prepare(task), [[prepare(text) for text in group] for group in texts])

    def pair(self, a: str, b: str) -> float:
        """Return the score of two texts, in 0..1; the order does not matter."""
        return self.scores(a, [[b]])[0]

    def scores_prepared(self, task: Prepared, groups: Sequence[Sequence[Prepared]]) -> list[float]:
        """Return the same as `scores` for texts that were prepared before."""
        slips = _near_spellings(task, set(chain.from_iterable(chain.from_iterable(groups))))
        reachable = frozenset(chain(task, slips))
        return [_group_score(task, group, reachable, slips) for group in groups]


def _group_score(
    task: Prepared, group: Sequence[Prepared], reachable: frozenset[str], slips: Mapping[str, Collection[str]]
) -> float:
    best = 0.0
    reached: dict[str, float] = {}  # words of the task that some text holds
    held: set[str] = set()  # the same seen from the texts
    for words in group:
        if reachable.isdisjoint(words):
            continue
        there, back = _shared(task, words, slips)
        best = max(best, _pair_score(task, words, there, back))
        held.update(back)
        for word, value in there.items():
            reached[word] = max(value, reached.get(word, 0.0))
    if not best:
        return 0.0
    if task in group:
        return 1.0
    if len(group) > 1:
        best = (1 - GROUP_SHARE) * best + GROUP_SHARE * _weight_of(reached) / _weight(task)
    if all(map(is_generic, reached)):
        return GENERIC_FACTOR * best
    return LONE_WORD_FACTOR * best if min(len(reached), len(held)) == 1 else min(best, 1.0)


def _pair_score(task: Prepared, words: Prepared, there: Mapping[str, float], back: Mapping[str, float]) -> float:
    overlap = sqrt((_weight_of(there) / _weight(task)) * (_weight_of(back) / _weight(words)))
    if overlap < SPELLING_FROM:
        return (1 - SPELLING_SHARE) * overlap
    from rapidfuzz.fuzz import ratio  # noqa: PLC0415 - 30 ms that a task that fits nothing need not pay

    return (1 - SPELLING_SHARE) * overlap + SPELLING_SHARE * ratio(" ".join(task), " ".join(words)) / 100


def _shared(
    task: Prepared, words: Prepared, slips: Mapping[str, Collection[str]]
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the words of the task that a text holds, and those of the text that the task holds, with their values."""
    mine, theirs = set(task), set(words)
    nearly = {near for word in words for near in slips.get(word, ())}
    there = {word: 1.0 if word in theirs else NEAR_VALUE for word in task if word in theirs or word in nearly}
    back = {word: 1.0 if word in mine else NEAR_VALUE for word in words if word in mine or word in slips}
    return there, back


def _near_spellings(task: Prepared, vocabulary: set[str]) -> dict[str, list[str]]:
    """Return for each word of the vocabulary the words of the task that it is a near spelling of."""
    slips: dict[str, list[str]] = {}
    for mine in task:
        if is_generic(mine):
            continue
        for word in vocabulary:
            if word[0] == mine[0] and word != mine and _is_slip(mine, word) and not is_generic(word):
                slips.setdefault(word, []).append(mine)
    return slips


def _is_slip(one: str, other: str) -> bool:
    longer = max(len(one), len(other))
    edits = next((edits for length, edits in NEAR_LENGTHS if longer >= length), 0)
    if abs(len(one) - len(other)) > edits or not edits:
        return False
    if len(set(one) ^ set(other)) > 2 * edits:  # an edit changes at most two letters of the set: no need to count
        return False
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - only when two words are nearly alike

    return OSA.distance(one, other, score_cutoff=edits) <= edits


def _weight(words: Iterable[str]) -> float:
    return sum(GENERIC_WEIGHT if is_generic(word) else 1.0 for word in words)


def _weight_of(values: Mapping[str, float]) -> float:
    return sum(value * (GENERIC_WEIGHT if is_generic(word) else 1.0) for word, value in values.items())
