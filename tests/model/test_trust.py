from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.model.instant import DAY
from pbk.model.trust import Counted, Evidence, History, TrustRule

RULE = TrustRule()
REVS = ("aa", "bb", "cc")


def folded(outcomes: list[bool], *, days: float = 1, above_claimed: bool = True, actors: int = 1) -> History:
    history = History()
    for number, success in enumerate(outcomes):
        at = round(number * days * DAY)
        actor = f"a{number % actors}"
        history.count(RULE, at, "aa", success=success, actor=actor, above_claimed=above_claimed)
    return history


def specified(outcomes: list[bool]) -> bool:
    """Return whether the specification's rule retires: (s+1)/(u+2) < 0.4 at any outcome from the fifth on."""
    return any((sum(outcomes[:uses]) + 1) / (uses + 2) < 0.4 for uses in range(5, len(outcomes) + 1))


@pytest.mark.parametrize(("length", "agree"), [(5, 32), (6, 55), (7, 118), (8, 235)])
def test_retirement_agrees_with_the_specification(length: int, agree: int) -> None:
    sequences = [list(outcomes) for outcomes in itertools.product([False, True], repeat=length)]
    same = [(folded(outcomes).retirement is not None) == specified(outcomes) for outcomes in sequences]
    assert sum(same) == agree


def test_retirement_does_not_depend_on_how_often_it_is_used() -> None:
    for outcomes in itertools.product([False, True], repeat=6):
        retired = {folded(list(outcomes), days=days).retirement is not None for days in (0, 0.01, 1, 300)}
        assert len(retired) == 1


def test_a_playbook_that_stopped_working_is_retired_soon() -> None:
    history = folded([True] * 50 + [False] * 30)
    assert history.retirement is not None
    assert history.retirement.at // DAY - 49 <= 12


def test_silence_never_raises_trust_nor_heals_a_bad_one() -> None:
    bad = folded([False] * 3).revisions["aa"]
    assert bad.offered(RULE, 1000 * DAY) <= bad.offered(RULE, 2 * DAY) < 0.4


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 400 * DAY)), max_size=30),
    st.lists(st.integers(0, 4000 * DAY), min_size=2, max_size=6),
)
def test_silence_never_raises_offered_trust(outcomes: list[tuple[bool, int]], silences: list[int]) -> None:
    evidence, at = Evidence(), 0
    for success, gap in outcomes:
        at += gap
        evidence.add(RULE, at, success=success, actor="ann", above_claimed=True)
    trusts = [evidence.offered(RULE, at + silence) for silence in sorted(silences)]
    assert all(0 < trust < 1 for trust in trusts)
    assert all(later <= earlier for earlier, later in itertools.pairwise(trusts))


def test_a_clock_that_went_back_is_no_age() -> None:
    evidence = folded([True, True]).revisions["aa"]
    assert evidence.offered(RULE, -5 * DAY) == evidence.offered(RULE, DAY)


def test_offered_trust_of_few_outcomes_at_once_is_nearly_laplace() -> None:
    assert folded([]).inherited("aa").offered(RULE, 0) == 0.5
    assert folded([True], days=0).revisions["aa"].offered(RULE, 0) == pytest.approx(2 / 3)
    assert folded([True, False], days=0).revisions["aa"].offered(RULE, 0) == pytest.approx(1.9 / 3.9)


@pytest.mark.parametrize(
    ("above_claimed", "actors", "retires"), [(True, 1, True), (False, 1, False), (False, 2, True), (True, 2, True)]
)
def test_retirement_needs_corroboration(*, above_claimed: bool, actors: int, retires: bool) -> None:
    history = folded([False] * 12, above_claimed=above_claimed, actors=actors)
    assert (history.retirement is not None) is retires


def test_one_verified_failure_among_claims_of_the_same_actor_does_not_retire() -> None:
    history = History()
    for number in range(12):
        history.count(RULE, number * DAY, "aa", success=False, actor="ann", above_claimed=number == 3)
    assert history.retirement is None
    history.count(RULE, 12 * DAY, "aa", success=False, actor="ann", above_claimed=True)
    assert history.retirement is not None


def test_corroboration_starts_anew_with_the_streak() -> None:
    history = History()
    told = [(False, "bob")] * 2 + [(True, "ann")] * 4 + [(False, "ann")] * 12
    for number, (success, actor) in enumerate(told):
        history.count(RULE, number * DAY, "aa", success=success, actor=actor, above_claimed=False)
    assert history.retirement is None


def test_other_revisions_leave_one_pseudo_use() -> None:
    history = folded([True] * 3 + [False])
    fresh = history.inherited("bb")
    assert (fresh.count_decayed, fresh.success_decayed, fresh.uses, fresh.last_success) == (1.0, 0.75, 0, None)
    history.count(RULE, 4 * DAY, "bb", success=False, actor="ann", above_claimed=True)
    assert history.revisions["bb"].uses == 1
    assert history.revisions["bb"].count_decayed < 2


def test_retirement_binds_revisions_and_the_first_one_stands() -> None:
    history = folded([False] * 5)
    history.retire(9 * DAY, "ann", "no longer needed")
    assert history.retirement is not None
    assert history.retirement.by == "rule"
    assert "0 of 5" in history.retirement.why
    history.count(RULE, 10 * DAY, "bb", success=True, actor="ann", above_claimed=True)
    assert history.retirement is not None


def test_a_revive_starts_an_epoch_with_no_evidence_and_keeps_the_facts() -> None:
    history = folded([False] * 5)
    history.claimed, history.misfires = 3, 2
    history.revive()
    assert (history.retirement, history.revisions, history.epoch) == (None, {}, 1)
    assert (history.claimed, history.misfires, history.last_used) == (3, 2, None)
    assert history.inherited("aa").offered(RULE, 0) == 0.5
    for number in range(4):
        history.count(RULE, number * DAY, "aa", success=False, actor="ann", above_claimed=True)
    assert history.retirement is None


OUTCOMES = st.lists(
    st.tuples(
        st.integers(0, 200 * DAY),
        st.sampled_from(REVS),
        st.booleans(),
        st.booleans(),
        st.sampled_from(["ann", "bob"]),
    ),
    max_size=40,
)


@given(OUTCOMES, st.lists(st.integers(0, 40), max_size=3))
def test_counting_many_is_counting_each(outcomes: list[tuple[int, str, bool, bool, str]], cuts: list[int]) -> None:
    each, many = History(), History()
    at = 0
    batch: list[tuple[int, Counted, int]] = []
    actors: list[str] = []
    for gap, rev, success, above_claimed, actor in outcomes:
        at += gap
        each.count(RULE, at, rev, success=success, actor=actor, above_claimed=above_claimed)
        batch.append((at, Counted(rev, success, above_claimed), len(actors)))
        actors.append(actor)
    done = 0
    for cut in [*sorted(cuts), len(batch)]:
        many.count_many(RULE, batch[done:cut], actors.__getitem__)
        done = max(done, cut)
    assert many.state() == each.state()


@given(OUTCOMES, st.integers(0, 40))
def test_a_state_read_back_folds_on_as_before(outcomes: list[tuple[int, str, bool, bool, str]], cut: int) -> None:
    history, restored = History(), History()
    at = 0
    for number, (gap, rev, success, above_claimed, actor) in enumerate(outcomes):
        if number == cut:
            restored = History.from_state(json.loads(json.dumps(history.state())))
        at += gap
        for each in (history, restored):
            each.count(RULE, at, rev, success=success, actor=actor, above_claimed=above_claimed)
    if cut < len(outcomes):
        assert restored.state() == history.state()


def test_nothing_counted_changes_nothing() -> None:
    history = folded([True])
    before = history.state()
    history.count_many(RULE, [], str)
    assert history.state() == before
