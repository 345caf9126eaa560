"""Adjudication: who judges the prose conditions of the playbooks that are left."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from pbk.errors import UsageError
from pbk.match.verdicts import Answer, AnswerSource, Effect, Verdicts
from pbk.model.visible import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pbk.llm import ChatClient
    from pbk.match.questions import Question

__all__ = [
    "Adjudicator",
    "Answer",
    "AnswerSource",
    "Effect",
    "ModelAdjudicator",
    "NoAdjudicator",
    "PersonAdjudicator",
    "Verdicts",
    "answers_from",
    "stale",
]


class Adjudicator(Protocol):
    """Whoever can judge whether prose conditions hold for a task."""

    def adjudicate(self, task: str, context: Mapping[str, object], questions: Sequence[Question]) -> Verdicts:
        """Return the verdicts on `questions`, which may be of several playbooks. None asked, none answered."""
        ...


class NoAdjudicator:
    """Nobody is there to ask: all stays open."""

    def adjudicate(self, task: str, context: Mapping[str, object], questions: Sequence[Question]) -> Verdicts:
        """Return no answer at all."""
        del task, context
        return Verdicts(note="nobody was there to judge them" if questions else "")


class PersonAdjudicator:
    """A person, asked one question after the other, and none whose answer is not needed.

    Playbooks come one after the other: a ruled-out one is asked about no further, and none after one that stands.
    """

    def __init__(self, ask: Callable[[Question], Answer]) -> None:
        self.ask = ask

    def adjudicate(self, task: str, context: Mapping[str, object], questions: Sequence[Question]) -> Verdicts:
        """Return what the person said; a text is asked about once, also when several playbooks have it."""
        del task, context
        answers: dict[str, Answer] = {}
        heard: dict[str, Answer] = {}
        verdicts = Verdicts(answers, AnswerSource.PERSON)
        for _, asked in groupby(questions, key=lambda question: question.playbook):
            for question in asked:
                if question.text not in heard:
                    heard[question.text] = self.ask(question)
                answers[question.id] = heard[question.text]
                if verdicts.effect(question) is Effect.BLOCKS:
                    break
            else:
                break
        return verdicts


class ModelAdjudicator:
    """A language model, asked about everything in one call, with one more turn to repair a reply that is unusable."""

    def __init__(self, client: ChatClient) -> None:
        self.client = client

    def adjudicate(self, task: str, context: Mapping[str, object], questions: Sequence[Question]) -> Verdicts:
        """Return the model's verdicts: whatever it did not cleanly answer is unknown, and the note says why.

        Raises `ModelError` when the model's set-up is wrong. A model that is merely unavailable knows nothing.
        """
        from pbk.match.model_judge import ask_model  # noqa: PLC0415 - a match without a model starts 20 ms sooner

        return ask_model(self.client, task, context, questions)


def stale(answers: Iterable[str], questions: Iterable[Question]) -> tuple[str, ...]:
    """Return the ids among `answers` that name none of `questions`, in order: given for a wording that is gone."""
    current = {question.id for question in questions}
    return tuple(name for name in answers if name not in current)


def answers_from(words: Mapping[str, str]) -> dict[str, Answer]:
    """Return answers that a caller gives, by question id, read from their words (yes, no, unknown).

    Raises `UsageError` for any other word.
    """
    answers: dict[str, Answer] = {}
    for name, given in words.items():
        try:
            answers[name] = Answer(given.strip().lower())
        except ValueError:
            raise UsageError(
                f"'{visible(given, limit=40)}' is no answer to the question {visible(name, limit=40)}",
                mend="say yes, no or unknown",
            ) from None
    return answers
