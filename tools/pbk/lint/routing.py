"""Where the texts of a library would send a task: the words of every goal and example, prepared once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbk.lint.library import Facts, LintLibrary
from pbk.similarity.lexical import Prepared, prepare


@dataclass(frozen=True, slots=True)
class Routed:
    """One playbook with its prepared texts: what leads to it, and what leads away from it."""

    facts: Facts
    goal: Prepared
    match: tuple[Prepared, ...]
    no_match: tuple[Prepared, ...]

    def group(self, without: int | None = None) -> Sequence[Prepared]:
        """Return what a task is compared with: the goal and the examples, but for one of them."""
        return [self.goal, *(words for index, words in enumerate(self.match) if index != without)]


@lru_cache(maxsize=1)
def routed_by_scope(library: LintLibrary) -> tuple[tuple[Routed, ...], ...]:
    """Return the playbooks of each scope, in the order of their paths. A task only meets those of one scope."""
    scopes: dict[str, list[Routed]] = defaultdict(list)
    for facts in sorted(library.facts, key=lambda one: one.path):
        match, no_match = map(_prepared, (facts.match_examples, facts.no_match_examples))
        scopes[facts.scope].append(Routed(facts, prepare(facts.goal), match, no_match))
    return tuple(tuple(routed) for _, routed in sorted(scopes.items()))


def examples_of(routed: Routed) -> Iterator[tuple[int, Prepared]]:
    """Yield the `match` examples that have any word to go by, with their index."""
    return ((index, words) for index, words in enumerate(routed.match) if words)


def names(playbooks: Sequence[Facts], most: int = 5) -> str:
    """Return the names of playbooks for a message, at most so many of them."""
    told = [f"`{one.name}`" for one in playbooks[:most]]
    return ", ".join(told) + (f" and {len(playbooks) - most} more" if len(playbooks) > most else "")


def _prepared(texts: Sequence[str]) -> tuple[Prepared, ...]:
    return tuple(map(prepare, texts))
