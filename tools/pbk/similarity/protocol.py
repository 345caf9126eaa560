"""What the matcher and the inducer ask of a measure of similarity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Similarity(Protocol):
    """A deterministic measure of how much two texts speak of the same work, from 0 to 1."""

    @property
    def name(self) -> str:
        """What the measure is called in traces."""
        ...

    def scores(self, task: str, texts: Sequence[Sequence[str]]) -> list[float]:
        """Return one score for each group of texts (of a playbook: its goal and its examples), in their order."""
        ...

    def pair(self, a: str, b: str) -> float:
        """Return the score of two texts alone."""
        ...


def from_function(function: Callable[[str, str], float]) -> Similarity:
    """Return the similarity that a plain function of (task, text) measures; a group scores as its best text."""
    return _FromFunction(function)


class _FromFunction:
    def __init__(self, function: Callable[[str, str], float]) -> None:
        self.function = function

    @property
    def name(self) -> str:
        return getattr(self.function, "__name__", "function")

    def scores(self, task: str, texts: Sequence[Sequence[str]]) -> list[float]:
        return [max((self.pair(task, text) for text in group), default=0.0) for group in texts]

    def pair(self, a: str, b: str) -> float:
        # Written so that a NaN, which compares as nothing, becomes 0: unknown is not similar.
        score = float(self.function(a, b))
        return min(score, 1.0) if score > 0.0 else 0.0
