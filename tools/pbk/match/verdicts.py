"""Verdicts: what was answered about prose conditions, by whom, and what that means for an offer."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pbk.match.questions import Question


class Answer(StrEnum):
    """Whether a condition holds. Unknown is not yes, and of an anti-precondition it is not no."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class AnswerSource(StrEnum):
    """Who answered. Only a person or a caller may let an anti-precondition pass as unknown."""

    MODEL = "model"
    PERSON = "person"
    CALLER = "caller"
    NONE = "none"


class Effect(StrEnum):
    """What the answer to one question does to the offer of its playbook."""

    PASSES = "passes"
    CAVEAT = "caveat"
    BLOCKS = "blocks"


class Verdicts(NamedTuple):
    """Answers by question id, who gave them, and a note for the reader (empty: nothing to add).

    A question that nobody answered is absent from `answers`, which differs from one that somebody answered "unknown".
    """

    answers: Mapping[str, Answer] = MappingProxyType({})
    said_by: AnswerSource = AnswerSource.NONE
    note: str = ""

    def answer(self, question: Question) -> Answer:
        """Return the answer to `question`: unknown where there is none."""
        return self.answers.get(question.id, Answer.UNKNOWN)

    def effect(self, question: Question) -> Effect:
        """Return what the answer means: a precondition needs a yes, an anti-precondition a no.

        An anti-precondition that a person or a caller expressly called unknown passes with a caveat.
        """
        answer = self.answer(question)
        if question.kind == "precondition":
            return Effect.PASSES if answer is Answer.YES else Effect.BLOCKS
        if answer is Answer.NO:
            return Effect.PASSES
        owned = question.id in self.answers and self.said_by in {AnswerSource.PERSON, AnswerSource.CALLER}
        return Effect.CAVEAT if answer is Answer.UNKNOWN and owned else Effect.BLOCKS
