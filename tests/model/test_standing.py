from __future__ import annotations

import pytest

from pbk.model.instant import DAY
from pbk.model.procedure import ProcStatus
from pbk.model.standing import VERIFY_EACH_STEP, Band, standing_of
from pbk.model.trust import History, TrustRule

RULE = TrustRule()


def history_of(told: str, *, rev: str = "aa", start: int = 0) -> History:
    """Return the history of `+` (success) and `-` (failure), one a day, all verified by one person."""
    history = History()
    for number, sign in enumerate(told):
        history.count(RULE, start + number * DAY, rev, success=sign == "+", actor="ann", above_claimed=True)
    return history


BANDS = [
    ("", Band.CAVEAT, ProcStatus.PROVISIONAL, "No outcome of this playbook is recorded yet."),
    ("+", Band.CAVEAT, ProcStatus.ACTIVE, "This worked 1 of 1 time."),
    ("++", Band.NORMAL, ProcStatus.ACTIVE, ""),
    ("++++++++-", Band.CAVEAT, ProcStatus.ACTIVE, "This worked 8 of 9 times. The last recorded use failed."),
    ("++++++++-+", Band.NORMAL, ProcStatus.ACTIVE, ""),
    ("-", Band.WAITING, ProcStatus.PROVISIONAL, "Trust is below 0.4: this is not offered by itself."),
    ("+-+-+-", Band.CAVEAT, ProcStatus.ACTIVE, "This worked 3 of 6 times."),
    ("-----", Band.RETIRED, ProcStatus.RETIRED, "This playbook is retired: worked 0 of 5 times"),
    ("----", Band.WAITING, ProcStatus.PROVISIONAL, "This worked 0 of 4 times."),
]


@pytest.mark.parametrize(("told", "band", "status", "caveat"), BANDS)
def test_bands(told: str, band: Band, status: ProcStatus, caveat: str) -> None:
    standing = standing_of(history_of(told), "aa", RULE, len(told) * DAY)
    assert (standing.band, standing.status, standing.waiting) == (band, status, band is Band.WAITING)
    assert caveat in standing.caveat
    assert bool(standing.caveat) is (band is not Band.NORMAL)
    assert standing.caveat.endswith(VERIFY_EACH_STEP) or band is Band.NORMAL


def test_a_playbook_without_history_is_on_the_way() -> None:
    standing = standing_of(None, "aa", RULE, 0, pending=0)
    assert (standing.trust, standing.uses, standing.last_used, standing.retirement) == (0.5, 0, None, None)


def test_probation_keeps_the_caveat_on() -> None:
    rule = TrustRule(probation_uses=5)
    assert standing_of(history_of("++++"), "aa", rule, 4 * DAY).band is Band.CAVEAT
    assert standing_of(history_of("+++++"), "aa", rule, 5 * DAY).band is Band.NORMAL


def test_age_takes_a_normal_offer_back_to_a_caveat_and_no_further() -> None:
    history = history_of("+++")
    assert standing_of(history, "aa", RULE, 2 * DAY).band is Band.NORMAL
    assert standing_of(history, "aa", RULE, 200 * DAY).band is Band.CAVEAT
    assert standing_of(history, "aa", RULE, 9000 * DAY).trust == pytest.approx(0.5)


def test_another_wording_carries_a_caveat_and_one_pseudo_use() -> None:
    standing = standing_of(history_of("++++"), "bb", RULE, 3 * DAY)
    assert (standing.band, standing.uses) == (Band.CAVEAT, 0)
    assert standing.trust == pytest.approx(2 / 3)
    assert "earlier one" in standing.caveat


def test_another_wording_of_a_retired_playbook_is_retired() -> None:
    assert standing_of(history_of("-----"), "bb", RULE, 5 * DAY).band is Band.RETIRED


def test_facts_for_a_reader_are_passed_on() -> None:
    history = history_of("+")
    history.claimed, history.misfires = 4, 2
    standing = standing_of(history, "aa", RULE, DAY, pending=3)
    assert (standing.claimed, standing.misfires, standing.pending, standing.last_used) == (4, 2, 3, 0)
