"""What the evaluation of one condition says: yes, no, or unknown, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_DETAIL = 300  # characters; a detail is one line of a trace, not a report


class Evaluation(NamedTuple):
    """Whether a condition holds (None: unknown, which is never yes) and one line that says why."""

    holds: bool | None
    detail: str


class Undecidable(Exception):  # noqa: N818 - no error: one of the three answers that a condition may have
    """Raised inside an evaluation when it cannot be told; its text becomes the detail of an unknown."""


def yes(detail: str) -> Evaluation:
    """Return that the condition holds, because of `detail`."""
    return Evaluation(holds=True, detail=one_line(detail))


def no(detail: str) -> Evaluation:
    """Return that the condition does not hold, because of `detail`."""
    return Evaluation(holds=False, detail=one_line(detail))


def unknown(detail: str) -> Evaluation:
    """Return that nobody can tell whether the condition holds, because of `detail`."""
    return Evaluation(holds=None, detail=one_line(detail))


def every(evaluations: Iterable[Evaluation]) -> Evaluation:
    """Return the conjunction: a no decides, else an unknown does, else it is a yes with all the details."""
    seen = list(evaluations)
    for verdict in (False, None):
        for evaluation in seen:
            if evaluation.holds is verdict:
                return evaluation
    return yes(", ".join(evaluation.detail for evaluation in seen))


def one_line(text: str) -> str:
    """Return `text` as one printable line of bounded length.

    Names of files, branches and remotes come from strangers: control characters could redraw a terminal, and a lone
    surrogate (an undecodable file name) could not be printed at all. Both are shown as escapes.
    """
    shown = text if text.isprintable() else "".join(_shown(character) for character in text[: LONGEST_DETAIL + 1])
    return shown if len(shown) <= LONGEST_DETAIL else shown[: LONGEST_DETAIL - 1] + "…"


def _shown(character: str) -> str:
    if character.isprintable():
        return character
    return " " if character.isspace() else ascii(character)[1:-1]
