"""A candidacy: one playbook on its way through the stages, until it is eliminated or offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from pbk.match.adjudicate import Answer, AnswerSource, Effect, Verdicts
from pbk.match.questions import Question
from pbk.match.structured import obstacle
from pbk.match.trace import TRACE_LIMIT, Candidate, Judged, Match, Stage
from pbk.model.procedure import Procedure
from pbk.model.standing import Band, Standing
from pbk.store.shelf import Shelved

BY_CODE = ("code", "check")
HOLDS = {Answer.YES: True, Answer.NO: False, Answer.UNKNOWN: None}


class Candidacy:
    """One candidate while it is being judged. Mutable: each stage adds what it found."""

    def __init__(self, shelved: Shelved, score: float, standing: Standing) -> None:
        """Start with a playbook, its similarity to the task (0..1) and its standing."""
        self.shelved = shelved
        self.score = score
        self.standing = standing
        self.questions: Sequence[Question] = ()
        self.stage = Stage.FLOOR
        self.eliminated_by: str | None = None
        self.judged: list[Judged] = []
        self.unknowns: list[str] = []

    @property
    def name(self) -> str:
        """The playbook's name."""
        return self.shelved.entry.name

    @cached_property
    def procedure(self) -> Procedure:
        """The playbook, decoded when it is first needed."""
        return self.shelved.library.procedure(self.shelved.entry)

    def out(self, stage: Stage, reason: str) -> None:
        """Eliminate it at `stage`, for `reason`."""
        self.stage, self.eliminated_by = stage, reason

    def hear(self, heard: Mapping[str, Verdicts]) -> bool:
        """Apply the verdicts (by question id) to its questions. Whether nothing stands in the way any more."""
        for question in self.questions:
            verdicts = heard.get(question.id, Verdicts())
            effect = verdicts.effect(question)
            found = Judged(question.kind, question.text, HOLDS[verdicts.answer(question)], "", verdicts.said_by.value)
            self.judged.append(found)
            if effect is Effect.CAVEAT:
                self.unknowns.append(question.text)
            elif effect is Effect.BLOCKS and self.eliminated_by is None:
                nobody = verdicts.said_by is AnswerSource.NONE
                asked = "nobody was asked" if nobody else f"said the {verdicts.said_by.value}"
                self.out(Stage.PROSE, f"{obstacle(found)}, {asked}")
        return self.eliminated_by is None

    def open_questions(self) -> list[Question]:
        """Return its questions that nobody answered, as long as an answer could still bring it through."""
        unknown = {(item.side, item.text) for item in self.judged if item.holds is None}
        if any(obstacle(item) and item.holds is not None for item in self.judged):
            return []
        return [question for question in self.questions if (question.kind, question.text) in unknown]

    def reasons(self) -> str:
        """Say in one line why it is offered."""
        by_code = sum(item.by in BY_CODE for item in self.judged)
        parts = [f"similarity {self.score:.2f}"]
        if by_code:
            parts.append(f"{by_code} condition{'s' * (by_code != 1)} decided by code")
        answered = Counter(item.by for item in self.judged if item.by not in BY_CODE)
        parts += [f"{count} judged by {who}" for who, count in answered.items()]
        if not self.judged:
            parts.append("it has no conditions")
        return ", ".join(parts)

    def offer(self, *, qualified: bool) -> Match:
        """Return the offer of it, with what nobody could judge added to its caveat.

        `qualified`: there are several libraries, so its name alone may mean another one's.
        """
        caveat = self.standing.caveat
        if self.unknowns:
            caveat += f" Nobody could say whether this holds, and then it is wrong: {'; '.join(self.unknowns)}."
        return Match(
            procedure=self.procedure,
            trust=self.standing.trust,
            caveat=caveat.strip(),
            why=self.reasons(),
            band=Band.NORMAL if self.standing.band is Band.NORMAL and not self.unknowns else Band.CAVEAT,
            library=self.shelved.library.name,
            handle=self.shelved.qualified if qualified else self.name,
            unknowns=tuple(self.unknowns),
        )

    def trace(self) -> Candidate:
        """Return how far it came, as a value."""
        return Candidate(
            name=self.name,
            library=self.shelved.library.name,
            score=self.score,
            stage=self.stage,
            eliminated_by=self.eliminated_by,
            conditions=tuple(self.judged),
        )


def traced(candidacies: Sequence[Candidacy], offered: Candidacy | None) -> list[Candidate]:
    """Return the candidates to show: the five best, the offered one always among them."""
    shown = list(candidacies[:TRACE_LIMIT])
    if offered is not None and offered not in shown:
        shown[-1:] = [offered]
    return [candidacy.trace() for candidacy in shown]
