from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbk.model.event import Event
from pbk.model.instant import DAY, SECOND
from pbk.model.standing import Band, Standing, standing_of
from pbk.store.ledger.places import LedgerPaths
from pbk.store.ledger.read import LedgerError
from pbk.store.ledger.replay import LedgerView, load_ledger
from support.ledger_events import (
    REVS,
    RULE,
    START,
    UNKNOWN,
    event,
    events_strategy,
    outcome,
    replay_plainly,
    summary,
    write_lines,
)

KEY = ("default", "cut-a-release")
LATER = START + 400 * DAY
HOUR = 3600 * SECOND


def load(root: Path, now: int = LATER) -> LedgerView:
    return load_ledger(root, rule=RULE, now=now, checkpoint=False)


def standing(root: Path, now: int = LATER, rev: str = REVS[0]) -> Standing:
    view = load(root, now)
    return standing_of(view.histories.get(KEY), rev, RULE, now, pending=view.pending.get(KEY, 0))


def ledger(root: Path, events: Sequence[Event]) -> Path:
    write_lines(root / "trust-ledger.jsonl", events)
    return root


def failures(count: int, **more: object) -> list[Event]:
    return [outcome("failure", at=START + n * HOUR, number=n, **more) for n in range(count)]  # type: ignore[arg-type]


@given(
    events=events_strategy(most=30),
    where=st.lists(st.sets(st.sampled_from(["main", "2026-11/a", "2026-12/b", "outbox"]), min_size=1), min_size=30),
    randomness=st.randoms(use_true_random=False),
    now=st.integers(0, 62).map(lambda step: START + step * 3 * HOUR),
)
@settings(max_examples=40, deadline=None)
def test_any_interleaving_duplication_and_reordering_replays_to_the_same_state(
    tmp_path_factory: pytest.TempPathFactory, events: list[Event], where: list[set[str]], randomness: object, now: int
) -> None:
    root = tmp_path_factory.mktemp("ledger")
    paths = LedgerPaths(root)
    files = {
        "main": paths.main,
        "2026-11/a": paths.shards / "2026-11/a.jsonl",
        "2026-12/b": paths.shards / "2026-12/b.jsonl",
        "outbox": paths.outbox / "x.jsonl",
    }
    lines: dict[str, list[Event]] = {name: [] for name in files}
    for stored, places in zip(events, where, strict=False):
        for place in sorted(places):
            lines[place] += [stored] * (1 + stored.nonce.endswith("3"))
    for name, group in lines.items():
        randomness.shuffle(group)  # type: ignore[attr-defined]
        write_lines(files[name], group)
    committed = [stored for name, group in lines.items() if name != "outbox" for stored in group]
    assert replay_plainly(committed, lines["outbox"], now).matches(load(root, now))


def test_a_missing_ledger_is_an_empty_one(tmp_path: Path) -> None:
    assert summary(load(tmp_path)) == {
        "histories": {},
        "pending": {},
        "newest": None,
        "future": 0,
        "warnings": (),
        "events": 0,
    }


def test_five_verified_failures_retire(tmp_path: Path) -> None:
    ledger(tmp_path, failures(5))
    told = standing(tmp_path)
    assert told.band is Band.RETIRED
    assert told.retirement is not None
    assert told.retirement.by == "rule"
    assert (told.uses, told.successes) == (5, 0)


def test_four_failures_do_not(tmp_path: Path) -> None:
    assert standing(ledger(tmp_path, failures(4))).band is Band.WAITING


def test_a_retire_and_a_revive_in_the_same_second_end_revived(tmp_path: Path) -> None:
    for number in range(20):  # ids in both orders
        root = tmp_path / str(number)
        pair = [event("revived", number=number), event("retired", number=number, note="broke")]
        assert standing(ledger(root, pair)).band is Band.CAVEAT
        assert load(root).histories[KEY].epoch == 1


def test_an_outcome_at_the_instant_of_a_revive_belongs_to_the_epoch_before(tmp_path: Path) -> None:
    assert standing(ledger(tmp_path, [*failures(5), event("revived", at=START + 4 * HOUR)])).uses == 0


def test_a_stamp_a_year_ahead_changes_nothing_today(tmp_path: Path) -> None:
    now = START + DAY
    ledger(tmp_path, [outcome(number=1), outcome("failure", at=now + 365 * DAY, number=2)])
    ahead = event("void", at=now + 365 * DAY, target=outcome(number=1).id)
    before = standing(tmp_path, now)
    write_lines(tmp_path / "trust-ledger.jsonl", [ahead, event("retired", at=now + 365 * DAY)])
    assert standing(tmp_path, now) == before
    assert load(tmp_path, now).future == 3
    assert load(tmp_path, now).newest == START
    assert before.uses == 1


def test_claimed_successes_change_nothing_but_their_count(tmp_path: Path) -> None:
    ledger(tmp_path / "a", failures(3))
    ledger(tmp_path / "b", failures(3))
    claims = [outcome(at=START + (9 + n) * HOUR, number=90 + n, level="claimed", actor=f"a{n}") for n in range(30)]
    ledger(tmp_path / "b", claims)
    without, with_claims = standing(tmp_path / "a"), standing(tmp_path / "b")
    assert with_claims.claimed == 30
    assert (with_claims.trust, with_claims.uses, with_claims.last_used, with_claims.status) == (
        without.trust,
        without.uses,
        without.last_used,
        without.status,
    )


def test_ten_claimed_failures_of_one_actor_in_a_day_count_once(tmp_path: Path) -> None:
    told = standing(ledger(tmp_path, failures(10, level="claimed")))
    assert told.band is not Band.RETIRED
    assert told.uses == 1


def test_ten_claimed_failures_of_one_actor_over_ten_days_do_not_retire(tmp_path: Path) -> None:
    claims = [outcome("failure", at=START + n * DAY, number=n, level="claimed") for n in range(10)]
    told = standing(ledger(tmp_path, claims))
    assert told.uses == 10
    assert told.band is Band.WAITING


def test_claimed_failures_of_two_actors_over_days_do(tmp_path: Path) -> None:
    claims = [
        outcome("failure", at=START + n * DAY, number=n, level="claimed", actor="ann" if n % 2 else "bob")
        for n in range(6)
    ]
    assert standing(ledger(tmp_path, claims)).band is Band.RETIRED


def test_an_edited_file_does_not_un_retire(tmp_path: Path) -> None:
    assert standing(ledger(tmp_path, failures(5)), rev=REVS[1]).band is Band.RETIRED


def test_editing_gives_one_pseudo_use(tmp_path: Path) -> None:
    ledger(tmp_path, [*failures(2), outcome(at=START + 2 * HOUR, number=7), outcome(at=START + 3 * HOUR, number=8)])
    told = standing(tmp_path, START + 3 * HOUR, rev=REVS[1])
    assert told.uses == 0
    assert told.trust == pytest.approx((0.5 + 1) / 3)


def test_a_revived_playbook_starts_with_nothing(tmp_path: Path) -> None:
    told = standing(ledger(tmp_path, [*failures(5), event("revived", at=START + DAY)]))
    assert (told.band, told.trust, told.uses) == (Band.CAVEAT, 0.5, 0)


def test_evidence_ages(tmp_path: Path) -> None:
    ledger(tmp_path, [outcome(at=START + n * HOUR, number=n) for n in range(4)])
    trusts = [standing(tmp_path, START + days * DAY).trust for days in (1, 90, 400)]
    assert trusts == sorted(trusts, reverse=True)
    assert trusts[2] < 0.6


RUN_TABLE = [
    (["claimed success", "verified failure"], (1, 0, 0)),
    (["verified success", "claimed failure"], (1, 1, 0)),
    (["verified success", "verified failure"], (1, 0, 0)),
    (["observed failure", "verified success"], (1, 1, 0)),
    (["verified inconclusive", "observed failure"], (0, 0, 0)),
    (["observed inconclusive", "observed success"], (1, 1, 0)),
    (["claimed success", "claimed success"], (0, 0, 1)),
    (["claimed failure", "claimed success"], (1, 0, 0)),
]


@pytest.mark.parametrize(("told", "expected"), RUN_TABLE)
def test_a_run_counts_once(tmp_path: Path, told: list[str], expected: tuple[int, int, int]) -> None:
    events = [
        outcome(words.split()[1], at=START + n * HOUR, number=n, level=words.split()[0], run="ci-1")
        for n, words in enumerate(told)
    ]
    for root, order in (("a", events), ("b", events[::-1])):
        found = standing(ledger(tmp_path / root, order))
        assert (found.uses, found.successes, found.claimed) == expected


def test_one_run_counts_for_each_playbook_and_scope(tmp_path: Path) -> None:
    ledger(tmp_path, [outcome(run="r"), outcome(run="r", scope="team"), outcome(run="r", playbook="other")])
    assert sorted(load(tmp_path).histories) == [("default", "cut-a-release"), ("default", "other"), ("team", KEY[1])]


def test_without_a_run_each_outcome_counts(tmp_path: Path) -> None:
    assert standing(ledger(tmp_path, failures(3))).uses == 3


def test_a_void_takes_back_whatever_the_order(tmp_path: Path) -> None:
    wrong = outcome("failure", number=3)
    back = event("void", at=START - DAY, target=wrong.id)
    for root, order in (("a", [wrong, back]), ("b", [back, wrong])):
        ledger(tmp_path / root, order)
        assert load(tmp_path / root).histories == {}
        assert load(tmp_path / root).warnings == ()


def test_a_void_cannot_be_voided(tmp_path: Path) -> None:
    wrong = outcome("failure")
    back = event("void", target=wrong.id)
    again = event("void", target=back.id, number=2)
    ledger(tmp_path, [wrong, back, again])
    assert load(tmp_path).histories == {}
    (warning,) = load(tmp_path).warnings
    assert again.id in warning
    assert "stays" in warning


def test_a_void_of_nothing_warns(tmp_path: Path) -> None:
    (warning,) = load(ledger(tmp_path, [event("void", target=UNKNOWN)])).warnings
    assert UNKNOWN in warning


def test_a_voided_winner_leaves_the_run_to_the_next(tmp_path: Path) -> None:
    wrong = outcome("failure", run="r", number=1)
    ledger(tmp_path, [wrong, outcome(run="r", level="observed", number=2), event("void", target=wrong.id)])
    assert standing(tmp_path).successes == 1


def test_pending_are_those_that_lie_only_in_the_outbox(tmp_path: Path) -> None:
    paths = LedgerPaths(tmp_path)
    shared, alone = outcome(number=1), outcome(number=2)
    write_lines(paths.main, [shared])
    write_lines(paths.outbox / "hook.jsonl", [shared, alone, outcome(number=3, level="claimed"), event("note")])
    assert load(tmp_path).pending == {KEY: 2}
    assert load(tmp_path).events == 4


def test_equal_ids_with_other_bytes_are_an_error_that_names_both(tmp_path: Path) -> None:
    stored = outcome(number=1)
    forged = stored.line().replace(b'"outcome":"success"', b'"outcome":"failure"')
    ledger(tmp_path, [outcome(number=2), stored])
    shard = LedgerPaths(tmp_path).shards / "2026-11" / "x.jsonl"
    write_lines(shard, [outcome(number=4)])
    with shard.open("ab") as stream:
        stream.write(forged)
    with pytest.raises(LedgerError) as caught:
        load(tmp_path)
    assert caught.value.where == "trust-ledger.d/2026-11/x.jsonl:2:1"
    assert "trust-ledger.jsonl:2" in caught.value.what


def test_ids_that_share_their_first_half_are_two_events(tmp_path: Path) -> None:
    stored = outcome(number=1)
    sibling = stored.line().replace(stored.id[16:].encode(), b"0" * 16)
    ledger(tmp_path, [stored])
    with (tmp_path / "trust-ledger.jsonl").open("ab") as stream:
        stream.write(sibling)
    assert standing(tmp_path).uses == 2


def test_hidden_files_and_foreign_ones_are_not_read(tmp_path: Path) -> None:
    folder = LedgerPaths(tmp_path).shards / "2026-11"
    folder.mkdir(parents=True)
    for name in (".x.jsonl.tmp", ".y.jsonl", "README.md"):
        (folder / name).write_text("not an event\n")
    assert load(tmp_path).events == 0


def test_a_link_in_place_of_the_ledger_is_refused(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    write_lines(elsewhere, [outcome()])
    root = tmp_path / "library"
    root.mkdir()
    (root / "trust-ledger.jsonl").symlink_to(elsewhere)
    with pytest.raises(LedgerError, match="no regular file"):
        load(root)


@given(events=events_strategy(least=1, most=12))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_silence_never_raises_offered_trust(tmp_path: Path, events: list[Event]) -> None:
    main = LedgerPaths(tmp_path).main
    main.unlink(missing_ok=True)
    write_lines(main, events)
    end = START + 10 * DAY
    view = load(tmp_path, end)
    for history in view.histories.values():
        for rev in REVS:
            trusts = [standing_of(history, rev, RULE, end + days * DAY).trust for days in range(0, 1000, 37)]
            assert trusts == sorted(trusts, reverse=True)
