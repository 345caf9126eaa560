"""An episode: one run of an agent at one task, with how it ended and how that is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """How an episode ended. A success that only the agent reported is `CLAIMED_SUCCESS`, never `SUCCESS`."""

    SUCCESS = "success"
    FAILURE = "failure"
    CLAIMED_SUCCESS = "claimed_success"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class EpisodeStep:
    """One action of a run: what was done, the exit status if it is known, and a short excerpt of what it said."""

    action: str
    exit_status: int | None = None
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class Episode:
    """One run: its id, the task as it was asked, what was done in order, and the outcome with its evidence."""

    id: str
    task: str
    steps: Sequence[EpisodeStep] = ()
    outcome: Outcome = Outcome.UNKNOWN
    evidence: str = ""

    def render(self) -> str:
        """Return the run as plain text, one numbered action a line, for a reader or a model."""
        lines = [f"task: {self.task}", f"outcome: {self.outcome.value}"]
        for number, step in enumerate(self.steps, 1):
            status = "unknown" if step.exit_status is None else str(step.exit_status)
            lines.append(f"{number}. {step.action} [exit status {status}]")
            if step.excerpt:
                lines.append(f"   {step.excerpt}")
        return "\n".join(lines)
