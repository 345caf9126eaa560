"""What a match says: the offer, or why there is none, with the whole funnel."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from pbk.match.questions import Question
from pbk.model.condition import ConditionSide
from pbk.model.procedure import Procedure
from pbk.model.standing import Band
from pbk.store.library import Skipped

TRACE_LIMIT = 5


class Stage(StrEnum):
    """How far a candidate came."""

    FLOOR = "floor"
    TRUST = "trust"
    NO_MATCH = "no_match"
    STRUCTURED = "structured"
    PROSE = "prose"
    OFFERED = "offered"


class Judged(NamedTuple):
    """One condition with what was found: `holds` None is unknown; `by` says who decided."""

    side: ConditionSide
    text: str
    holds: bool | None
    detail: str
    by: str


class Candidate(NamedTuple):
    """One playbook on its way through the stages. `score` is in 0..1."""

    name: str
    library: str
    score: float
    stage: Stage
    eliminated_by: str | None = None
    conditions: Sequence[Judged] = ()


class Match(NamedTuple):
    """An offer: the procedure, its offered trust (0..1) and band, the caveat, and why it was chosen.

    `unknowns` are the anti-preconditions that whoever answered could not judge.
    """

    procedure: Procedure
    trust: float
    caveat: str = ""
    why: str = ""
    band: Band = Band.NORMAL
    library: str = ""
    handle: str = ""  # how to name the playbook to `pbk record`: qualified where there are several libraries
    unknowns: Sequence[str] = ()


class Decision(NamedTuple):
    """The answer to one task. Without a match, `why` says what stood in the way and `questions` what is open."""

    task: str
    match: Match | None
    why: str
    floor: float
    candidates: Sequence[Candidate] = ()
    questions: Sequence[Question] = ()
    skipped: Sequence[Skipped] = ()
    notes: Sequence[str] = ()
