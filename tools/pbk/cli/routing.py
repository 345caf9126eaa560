"""Routing tests: where the examples of playbooks would be sent if everything but their words were as it should be."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pbk.conditions.evaluation import Evaluation, no, yes
from pbk.conditions.registry import evaluate
from pbk.conditions.situation import Situation
from pbk.match.matcher import Matcher
from pbk.match.questions import Question
from pbk.match.structured import PRECONDITION
from pbk.match.trace import Decision
from pbk.match.verdicts import Answer, AnswerSource, Verdicts
from pbk.model.condition import Condition, ConditionSide
from pbk.model.standing import Band
from pbk.store.shelf import Shelf, Shelved

ExampleKind: TypeAlias = Literal["match", "no_match"]

OF_THE_TASK = frozenset({"task_mentions"})
"""Conditions that a task alone decides: they are judged, all others are taken as they should be."""


@dataclass(frozen=True, slots=True)
class Routed:
    """Where one example went: `got` is the playbook that was offered, None for none.

    `score` (0..1) is how similar the example is to the playbook that it belongs to.
    """

    playbook: str
    kind: ExampleKind
    text: str
    passed: bool
    got: str | None
    score: float
    why: str


@dataclass(frozen=True, slots=True)
class Routing:
    """All examples, failures first; the names of playbooks that were left out as retired, and of those without any."""

    examples: Sequence[Routed]
    retired: Sequence[str]
    without: Sequence[str]

    @property
    def failed(self) -> int:
        """How many examples failed."""
        return sum(not example.passed for example in self.examples)


def route(shelf: Shelf, names: Collection[str] = ()) -> Routing:
    """Send every example of the playbooks (of those called `names`, if any are given) through the matcher.

    Conditions of the task are judged; those of the environment, and prose, are taken to hold (anti-preconditions: not
    to). All playbooks of an example's scope compete, the retired excepted; trust plays no part. Raises `UsageError` for
    a name that nothing has.
    """
    chosen = [shelf.find(name) for name in dict.fromkeys(names)] or shelf.playbooks()
    matcher = Matcher(shelf, adjudicator=_AsItShouldBe(), below_floor=True, evaluate=as_it_should_be)
    examples: list[Routed] = []
    retired: list[str] = []
    without: list[str] = []
    for item in chosen:
        entry = item.entry
        if item.library.standing(entry).band is Band.RETIRED:
            retired.append(entry.name)
        elif not entry.match_examples and not entry.no_match_examples:
            without.append(entry.name)
        elif not item.shadowed_by:
            examples += [_routed(matcher, item, "match", text) for text in entry.match_examples]
            examples += [_routed(matcher, item, "no_match", text) for text in entry.no_match_examples]
    return Routing(sorted(examples, key=lambda example: example.passed), retired, without)


def as_it_should_be(side: ConditionSide, condition: Condition, situation: Situation) -> Evaluation:
    """Return what the task says of a condition of the task; of any other one, what lets the playbook be offered."""
    if condition.kind in OF_THE_TASK:
        return evaluate(condition, situation)
    return yes("taken as held") if side == PRECONDITION else no("taken as not holding")


class _AsItShouldBe:
    """Answers every question so that it lets its playbook be offered."""

    def adjudicate(self, task: str, context: Mapping[str, object], questions: Sequence[Question]) -> Verdicts:
        """Return yes for every precondition and no for every anti-precondition."""
        del task, context
        answers = {question.id: Answer.YES if question.kind == PRECONDITION else Answer.NO for question in questions}
        return Verdicts(answers, AnswerSource.CALLER)


def _routed(matcher: Matcher, item: Shelved, kind: ExampleKind, text: str) -> Routed:
    entry = item.entry
    decision = matcher.consider(text, scope=entry.scope)
    got = decision.match.procedure.name if decision.match else None
    passed = (got == entry.name) is (kind == "match")
    candidate = next((one for one in decision.candidates if one.name == entry.name), None)
    if candidate is None:
        score = matcher.similarity.scores(text, [(entry.goal, *entry.match_examples)])[0]
    else:
        score = candidate.score
    reason = candidate.eliminated_by if candidate else f"{len(decision.candidates)} playbooks are nearer"
    return Routed(entry.name, kind, text, passed, got, score, reason or _of_the_words(decision))


def _of_the_words(decision: Decision) -> str:
    """Return why a playbook was offered as far as words decide: what was taken as held says nothing."""
    offered = next(one for one in decision.candidates if one.eliminated_by is None)
    mentions = sum(judged.text.startswith(tuple(OF_THE_TASK)) and judged.by == "code" for judged in offered.conditions)
    told = f"similarity {offered.score:.2f}"
    return f"{told}, {mentions} condition{'s' * (mentions != 1)} of the task" if mentions else told
