"""Questions: the prose conditions of a playbook that somebody has to judge, each with a stable id."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pbk.model.canonical import digest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pbk.model.condition import Condition, ConditionSide
    from pbk.model.procedure import Procedure

QUESTION_ID_LENGTH = 12


class Question(NamedTuple):
    """Does `text`, a condition of the playbook named `playbook`, hold for the task? `id` is what an answer names."""

    id: str
    playbook: str
    kind: ConditionSide
    text: str


def question_id(procedure_id: str, rev: str, kind: ConditionSide, text: str) -> str:
    """Return 12 hex digits that no other condition, and no other revision of the playbook, shares.

    They are of the SHA-256 of the canonical JSON list of the four arguments: an answer given to an older wording of a
    playbook is thereby no answer to the new one.
    """
    return digest([procedure_id, rev, kind, text], QUESTION_ID_LENGTH)


def questions_of(
    procedure: Procedure, *, prose_pre: Iterable[Condition | str], prose_anti: Iterable[Condition | str]
) -> tuple[Question, ...]:
    """Return the questions that `procedure` leaves open: preconditions first, in order, each text once a kind."""
    identity, rev = procedure.id, procedure.rev
    asked: dict[str, Question] = {}
    kinds: tuple[tuple[ConditionSide, Iterable[Condition | str]], ...] = (
        ("precondition", prose_pre),
        ("anti_precondition", prose_anti),
    )
    for kind, conditions in kinds:
        for condition in conditions:
            text = str(condition)
            name = question_id(identity, rev, kind, text)
            asked.setdefault(name, Question(name, procedure.name, kind, text))
    return tuple(asked.values())
