"""A standing: what the ledger says today of one playbook as its file reads now, and whether it may be offered."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from pbk.model.procedure import ProcStatus
from pbk.model.trust import Evidence, Former, History, Retirement, TrustRule

VERIFY_EACH_STEP = "Verify each step rather than assuming it applies."


class Band(StrEnum):
    """How a playbook may be offered."""

    NORMAL = "normal"
    CAVEAT = "caveat"
    WAITING = "waiting"  # below the floor: not offered, waits for a person
    RETIRED = "retired"


class Standing(NamedTuple):
    """Trust (0..1), band and counters of one playbook at one instant.

    `uses` and `successes` are the counted outcomes of the file's revision in this epoch; `claimed` (successes that only
    an agent reported), `misfires` and `pending` (counted locally, not yet published) are for a reader. `last_used` is
    in microseconds.
    """

    trust: float = 0.5
    band: Band = Band.CAVEAT
    status: ProcStatus = ProcStatus.PROVISIONAL
    uses: int = 0
    successes: int = 0
    claimed: int = 0
    misfires: int = 0
    pending: int = 0
    last_used: int | None = None
    retirement: Retirement | None = None
    former: Former | None = None
    caveat: str = ""

    @property
    def waiting(self) -> bool:
        """Whether it is neither offered nor retired, and so waits for a person to fix, revive or retire it."""
        return self.band is Band.WAITING


def standing_of(history: History | None, rev: str, rule: TrustRule, now: int, *, pending: int = 0) -> Standing:
    """Return the standing of a file at revision `rev`, given its history, at `now` (microseconds)."""
    if history is None:
        history = History()
    evidence = history.revisions.get(rev) or history.inherited(rev)
    trust = evidence.offered(rule, now)
    band = _band(evidence, history, rule, trust)
    if band is Band.RETIRED:
        status = ProcStatus.RETIRED
    else:
        status = ProcStatus.ACTIVE if history.succeeded else ProcStatus.PROVISIONAL
    return Standing(
        trust=trust,
        band=band,
        status=status,
        uses=evidence.uses,
        successes=evidence.successes,
        claimed=history.claimed,
        misfires=history.misfires,
        pending=pending,
        last_used=history.last_used,
        retirement=history.retirement,
        former=history.former,
        caveat="" if band is Band.NORMAL else _caveat(evidence, band, history, rule),
    )


def _band(evidence: Evidence, history: History, rule: TrustRule, trust: float) -> Band:
    if history.retirement is not None:
        return Band.RETIRED
    if trust < rule.trust_floor:
        return Band.WAITING
    settled = evidence.last_success is True and evidence.uses >= rule.probation_uses
    return Band.NORMAL if settled and trust >= rule.caveat_below else Band.CAVEAT


def _caveat(evidence: Evidence, band: Band, history: History, rule: TrustRule) -> str:
    """Return the honest label that goes with anything but a normal offer, with raw counts."""
    if not evidence.uses:
        others = sum(other.uses for other in history.revisions.values())
        told = (
            "No outcome is recorded for this wording of the playbook yet, only for an earlier one."
            if others
            else f"No outcome of this playbook is recorded {'since it was revived' if history.former else 'yet'}."
        )
    else:
        told = f"This worked {evidence.successes} of {evidence.uses} {'time' if evidence.uses == 1 else 'times'}."
        if evidence.last_success is False:
            told += " The last recorded use failed."
    if history.former and (history.former.uses or history.former.why):
        former = history.former
        told += f" Before it was revived it worked {former.successes} of {former.uses} times"
        counted = former.why.startswith("worked ")  # the rule's own words only repeat the counts
        told += f" and was retired{'' if counted else f': {former.why}'}." if former.why else "."
    if band is Band.WAITING:
        told = f"Trust is below {rule.trust_floor:g}: this is not offered by itself. {told}"
    if band is Band.RETIRED and history.retirement:
        told = f"This playbook is retired: {history.retirement.why}. {told}"
    return f"{told} {VERIFY_EACH_STEP}"
