"""Where and for what conditions are judged: the task, the working directory, the environment and the time allowed."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from pbk.conditions.evaluation import Undecidable

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

Fact = TypeVar("Fact")
Work = Literal["git", "patterns", "files", "programs"]

DEFAULT_TIMEOUT = 5.0  # seconds
NOTHING: Mapping[str, object] = {}


class Allowance:
    """The seconds that one sort of work may take in all; whoever works spends them inside a `with`."""

    __slots__ = ("_left", "_started")

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._started = 0.0

    def __enter__(self) -> float:
        """Start the clock and return the seconds left, or raise `Undecidable` when there are none."""
        if self._left <= 0:
            raise Undecidable("no time is left for it")
        self._started = time.monotonic()
        return self._left

    def __exit__(self, *_: object) -> None:
        self._left -= time.monotonic() - self._started


class Situation:
    """One task in one place at one moment, asked by all conditions of one match.

    `timeout` is how many seconds git may take in all, and as many again each for patterns, for walking through files
    and for asking programs for their version. Facts that cost something are found out once and remembered, so a
    situation is stale as soon as something was changed: build a new one, or take `renewed()`, after each command.
    """

    __slots__ = ("_allowances", "_facts", "context", "directory", "environment", "task", "timeout")

    def __init__(
        self,
        task: str,
        directory: Path,
        *,
        context: Mapping[str, object] = NOTHING,
        environment: Mapping[str, str] | None = None,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        self.task = task
        self.directory = directory
        self.context = context
        self.environment = os.environ if environment is None else environment
        self.timeout = timeout
        self._facts: dict[Hashable, object] = {}
        self._allowances: dict[Work, Allowance] = {}

    def remember(self, key: Hashable, compute: Callable[[], Fact]) -> Fact:
        """Return what `compute` returned when `key` was first asked for; that it was undecidable is remembered too."""
        if key not in self._facts:
            try:
                self._facts[key] = compute()
            except Undecidable as reason:
                self._facts[key] = reason
        fact = self._facts[key]
        if isinstance(fact, Undecidable):
            raise Undecidable(str(fact))
        return fact  # type: ignore[return-value]  # the same key always comes with the same function

    def allowance(self, work: Work) -> Allowance:
        """Return the one allowance for this sort of work."""
        return self._allowances.setdefault(work, Allowance(self.timeout))

    @property
    def root(self) -> Path:
        """The working directory with all links followed: the jail of everything that reads files."""
        return self.remember("root", lambda: Path(os.path.realpath(self.directory)))

    def renewed(self) -> Situation:
        """Return the same situation with nothing remembered and all time allowed again."""
        return Situation(
            self.task, self.directory, context=self.context, environment=self.environment, timeout=self.timeout
        )
