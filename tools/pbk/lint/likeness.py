"""Which texts of a library are near one another, without comparing each with each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from math import sqrt
from typing import Generic, TypeVar

from pbk.similarity.lexical import GENERIC_WEIGHT, SPELLING_SHARE, Prepared
from pbk.similarity.words import is_generic

Owner = TypeVar("Owner", bound=Hashable)

COMMON = 100  # texts


class NearTexts(Generic[Owner]):
    """An index of prepared texts by their words. Each text belongs to an owner, for instance a playbook.

    Words that stand in more than `COMMON` texts lead to none: two texts that share nothing rarer are not near, in a
    library of that size, and following such words would compare each text with each.
    """

    def __init__(self, texts: Iterable[tuple[Owner, Prepared]]) -> None:
        self._owners: dict[Prepared, dict[Owner, None]] = defaultdict(dict)
        for owner, words in texts:
            self._owners[words][owner] = None
        self._texts = list(self._owners)
        self._lengths = [_length(words) for words in self._texts]
        self._holding: dict[str, list[int]] = defaultdict(list)
        for number, words in enumerate(self._texts):
            for word in words:
                self._holding[word].append(number)

    def owners_near(self, words: Prepared, score: float, most: int) -> list[Owner]:
        """Return the owners of texts that could reach this score (0..1) with these words, the nearest first.

        At most so many, those of equal texts after one another. Words that are only spelled nearly alike are not looked
        for. A bound, not a score: a pair scores at most `0.8 * overlap + 0.2` (`pbk.similarity.lexical`), and overlap
        is what the index can tell.
        """
        least = max(0.0, (score - SPELLING_SHARE) / (1 - SPELLING_SHARE)) * _length(words)
        leading = [word for word in words if len(self._holding.get(word, ())) <= COMMON]
        common = [word for word in words if word not in leading]
        overlaps: list[tuple[float, int]] = []
        for number, weight in self._sharing(leading).items():
            shared = weight + _weight(word for word in common if word in self._texts[number]) if common else weight
            if shared >= least * self._lengths[number]:
                overlaps.append((-shared / self._lengths[number], number))
        near = chain.from_iterable(self._owners[self._texts[number]] for _, number in sorted(overlaps))
        return list(islice(dict.fromkeys(near), most))

    def _sharing(self, words: Iterable[str]) -> Mapping[int, float]:
        """Return the texts that have any of the words, and the weight of those that they have."""
        shared: dict[int, float] = defaultdict(float)
        for word in words:
            weight = GENERIC_WEIGHT if is_generic(word) else 1.0
            for number in self._holding.get(word, ()):
                shared[number] += weight
        return shared


class Clusters(Generic[Owner]):
    """Things that belong together because a chain of pairs leads from one to the other (union-find)."""

    def __init__(self) -> None:
        self._parents: dict[Owner, Owner] = {}

    def join(self, one: Owner, other: Owner) -> None:
        """Put the clusters of two things together."""
        self._parents[self._root(one)] = self._root(other)

    def joined(self, one: Owner, other: Owner) -> bool:
        """Return whether two things are in one cluster."""
        return self._root(one) == self._root(other)

    def groups(self, order: Sequence[Owner]) -> Iterator[list[Owner]]:
        """Yield the clusters of two and more, their members and themselves in the order that is given."""
        members: Mapping[Owner, list[Owner]] = defaultdict(list)
        for item in order:
            members[self._root(item)].append(item)
        yield from (group for group in members.values() if len(group) > 1)

    def _root(self, item: Owner) -> Owner:
        parent = self._parents.setdefault(item, item)
        while parent != item:
            self._parents[item] = self._parents[parent]
            item, parent = parent, self._parents[parent]
        return item


def _weight(words: Iterable[str]) -> float:
    return sum(GENERIC_WEIGHT if is_generic(word) else 1.0 for word in words)


def _length(words: Prepared) -> float:
    return sqrt(_weight(words))
