from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbk.model.event import Event
from pbk.model.instant import DAY, SECOND
from pbk.model.trust import TrustRule
from pbk.store.ledger import identity, replay
from pbk.store.ledger.append import append_event
from pbk.store.ledger.places import LedgerPaths, Place
from pbk.store.ledger.read import LedgerError
from pbk.store.ledger.replay import CheckpointSizes, load_ledger
from support.ledger_events import RULE, START, event, events_strategy, outcome, summary, write_lines

TINY = CheckpointSizes(window=3, rewrite_after=1, rewrite_share=1000)
HOUR = 3600 * SECOND
LATER = START + 400 * DAY
Said = dict[str, Any] | str


def said(root: Path, now: int, *, checkpoint: bool, sizes: CheckpointSizes = TINY, rule: TrustRule = RULE) -> Said:
    """Return what loading says: the view as plain values, or the error."""
    try:
        return summary(load_ledger(root, rule=rule, now=now, checkpoint=checkpoint, sizes=sizes))
    except LedgerError as error:
        return str(error)


def same(root: Path, now: int = LATER, sizes: CheckpointSizes = TINY) -> Said:
    """Load with the checkpoint and without, hold the two together, and return what both say."""
    with_it = said(root, now, checkpoint=True, sizes=sizes)
    assert with_it == said(root, now, checkpoint=False, sizes=sizes)
    return with_it


def hourly(count: int, start: int = 0) -> list[Event]:
    """Return `count` outcomes, one an hour, each of its own run."""
    numbers = range(start, start + count)
    return [outcome(at=START + n * HOUR, number=n, run=f"r{n}", actor=f"a{n % 3}") for n in numbers]


@pytest.fixture(autouse=True)
def no_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the flush of each checkpoint to the disk, which would be most of the time of these tests."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def full_replays(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list that grows at each replay: whether it began from nothing."""
    replays: list[bool] = []
    original = replay._replayed

    def counted(*arguments: Any) -> Any:
        replays.append(not arguments[5].marks)
        return original(*arguments)

    monkeypatch.setattr(replay, "_replayed", counted)
    return replays


# One change of the files each. What they change is picked by a number, so that any list of them is possible.
def _rewrite(path: Path, change: Callable[[list[bytes]], Sequence[bytes]], *, in_place: bool) -> None:
    if not path.exists():
        return
    data = b"".join(change(path.read_bytes().splitlines(keepends=True)))
    if in_place:
        path.write_bytes(data)
    else:
        other = path.with_suffix(".new")
        other.write_bytes(data)
        other.replace(path)


def _edit(lines: list[bytes], number: int) -> list[bytes]:
    """Change one line, keeping its length: what only its bytes can tell."""
    if lines:
        at = number % len(lines)
        swapped = {b'"success"': b'"failure"', b'"failure"': b'"success"', b'"verified"': b'"observed"'}
        for old, new in swapped.items():
            if old in lines[at]:
                lines[at] = lines[at].replace(old, new)
                break
    return lines


def _without(lines: list[bytes], number: int) -> list[bytes]:
    return [line for index, line in enumerate(lines) if index != number % max(1, len(lines))]


class Files:
    """The files of a ledger, and ways to change them."""

    def __init__(self, root: Path, number: int, events: list[Event]) -> None:
        paths = LedgerPaths(root)
        self.shards = paths.shards
        self.main = paths.main
        self.spool = paths.outbox / "hook.jsonl"
        self.shard = paths.shards / "2026-11" / f"w-{number}.jsonl"
        self.number = number
        self.events = events

    def append(self) -> None:
        write_lines(self.main, self.events)

    def add_shard(self) -> None:
        write_lines(self.shard, self.events)

    def record_locally(self) -> None:
        write_lines(self.spool, self.events)

    def put_into_the_middle(self) -> None:
        new = [event.line() for event in self.events]
        _rewrite(self.main, lambda lines: [*lines[:1], *new, *lines[1:]], in_place=False)

    def edit_in_place(self) -> None:
        _rewrite(self.main, lambda lines: _edit(lines, self.number), in_place=True)

    def edit_by_rename(self) -> None:
        _rewrite(self.main, lambda lines: _edit(lines, self.number), in_place=False)

    def remove_a_line(self) -> None:
        _rewrite(self.main, lambda lines: _without(lines, self.number), in_place=self.number % 2 == 0)

    def replace_with_equal_bytes(self) -> None:
        _rewrite(self.main, lambda lines: lines, in_place=False)

    def compact(self) -> None:
        for path in sorted(self.shards.glob("*/*.jsonl")):
            with self.main.open("ab") as stream:
                stream.write(path.read_bytes())
            if self.number % 2:
                path.unlink()

    def publish(self) -> None:
        if self.spool.exists():
            self.shard.parent.mkdir(parents=True, exist_ok=True)
            self.spool.replace(self.shard)

    def tear_the_outbox(self) -> None:
        self.spool.parent.mkdir(parents=True, exist_ok=True)
        with self.spool.open("ab") as stream:
            stream.write(b'{"actor":"a')

    def damage(self) -> None:
        with self.main.open("ab") as stream:
            stream.write(b"<<<<<<< HEAD\n")


CHANGES = [
    *[Files.append] * 6,
    *[Files.add_shard, Files.record_locally] * 2,
    Files.put_into_the_middle,
    Files.edit_in_place,
    Files.edit_by_rename,
    Files.remove_a_line,
    Files.replace_with_equal_bytes,
    Files.compact,
    Files.publish,
    Files.tear_the_outbox,
    Files.damage,
]


@given(
    start=events_strategy(least=6, most=25),
    changes=st.lists(
        st.tuples(
            st.sampled_from(CHANGES),
            st.integers(0, 9),
            st.lists(st.integers(0, 24), max_size=4),
            st.integers(0, 62).map(lambda step: START + step * 3 * HOUR),
        ),
        min_size=1,
        max_size=7,
    ),
    more=events_strategy(least=25, most=25),
    first=st.integers(30, 62).map(lambda step: START + step * 3 * HOUR),
    known=st.integers(1, 25),
)
@settings(max_examples=60, deadline=None)
def test_loading_with_a_checkpoint_is_loading_without(  # noqa: PLR0913, PLR0917 - what the property is over
    tmp_path_factory: pytest.TempPathFactory,
    start: list[Event],
    changes: list[tuple[Callable[[Files], None], int, list[int], int]],
    more: list[Event],
    first: int,
    known: int,
) -> None:
    root = tmp_path_factory.mktemp("ledger")
    # `more` begins like `start` where they agree, so that copies, voids and runs reach over what was folded.
    pool = [*start, *more[len(start) :]]
    write_lines(LedgerPaths(root).main, start[:known])
    same(root, first)
    for change, number, picks, now in changes:
        change(Files(root, number, [pool[pick] for pick in picks if pick < len(pool)]))
        same(root, now)
        same(root, max(now, first))
    shutil.rmtree(root)


@given(
    events=events_strategy(least=10, most=30),
    cuts=st.lists(st.integers(1, 30), min_size=1, max_size=5),
    now=st.integers(20, 62).map(lambda step: START + step * 3 * HOUR),
    window=st.integers(1, 6),
)
@settings(max_examples=40, deadline=None)
def test_a_ledger_that_grows_in_order_is_folded_step_by_step(
    tmp_path_factory: pytest.TempPathFactory, events: list[Event], cuts: list[int], now: int, window: int
) -> None:
    root = tmp_path_factory.mktemp("ledger")
    sizes = CheckpointSizes(window=window, rewrite_after=1, rewrite_share=1000)
    ordered = sorted(events, key=lambda stored: stored.ts)
    done = 0
    for cut in [*sorted(set(cuts)), len(ordered)]:
        write_lines(LedgerPaths(root).main, ordered[done:cut])
        done = max(done, cut)
        same(root, now, sizes)
        same(root, LATER, sizes)
    shutil.rmtree(root)


def test_new_lines_in_the_window_need_no_full_replay(tmp_path: Path, full_replays: list[bool]) -> None:
    main = LedgerPaths(tmp_path).main
    write_lines(main, hourly(20))
    said(tmp_path, LATER, checkpoint=True)
    late = outcome("failure", at=START + 18 * HOUR + 1, number=99, run="late")
    write_lines(main, [late, *hourly(2, start=20)])
    full_replays.clear()
    with_it = said(tmp_path, LATER, checkpoint=True)
    assert full_replays == [False]
    assert with_it == said(tmp_path, LATER, checkpoint=False)


TOUCHES = [
    ("a line from before the horizon", outcome("failure", at=START + HOUR + 1, number=99)),
    ("a void of what was folded", event("void", at=START + 30 * HOUR, target=hourly(20)[2].id)),
    ("an outcome of a run that was folded", outcome("failure", at=START + 30 * HOUR, number=99, run="r2")),
    ("a copy of what was folded", hourly(20)[2]),
    ("a copy of what was not", hourly(20)[19]),
]


@pytest.mark.parametrize("touch", [touch for _, touch in TOUCHES], ids=[name for name, _ in TOUCHES])
def test_what_touches_the_folded_part_replays_everything(
    tmp_path: Path, full_replays: list[bool], touch: Event
) -> None:
    main = LedgerPaths(tmp_path).main
    write_lines(main, hourly(20))
    said(tmp_path, LATER, checkpoint=True)
    write_lines(main, [touch])
    full_replays.clear()
    with_it = said(tmp_path, LATER, checkpoint=True)
    assert full_replays == [False, True]
    assert with_it == said(tmp_path, LATER, checkpoint=False)


def test_an_id_that_was_folded_and_stands_for_another_event_is_an_error(tmp_path: Path) -> None:
    main = LedgerPaths(tmp_path).main
    write_lines(main, hourly(20))
    said(tmp_path, LATER, checkpoint=True)
    folded = hourly(20)[2]
    later = outcome("failure", at=START + 30 * HOUR, number=99, run="new")
    with main.open("ab") as stream:
        stream.write(later.line().replace(later.id.encode(), folded.id.encode()))
    told = said(tmp_path, LATER, checkpoint=True)
    assert isinstance(told, str)
    assert "stands for another event" in told


EARLY, RECENT = START + 3 * HOUR + 1, START + 19 * HOUR + 1
STRADDLING = {
    "the better one is folded": (outcome(at=EARLY, run="x"), outcome(at=RECENT, run="x", level="claimed", number=1)),
    "the better one is not": (
        outcome(at=EARLY, run="x", level="observed"),
        outcome("failure", at=RECENT, run="x", number=1),
    ),
    "claims of one day": (
        outcome("failure", at=START + 17 * HOUR, level="claimed"),
        outcome("failure", at=RECENT, level="claimed", number=1),
    ),
    "a void of what is not folded": (
        event("void", at=EARLY, target=outcome("failure", at=RECENT, number=1).id),
        outcome("failure", at=RECENT, number=1),
    ),
    "a recent void of what is folded": (
        outcome("failure", at=EARLY),
        event("void", at=RECENT, target=outcome("failure", at=EARLY).id),
    ),
    "a void of a folded void": (
        event("void", at=EARLY, target=hourly(20)[1].id),
        event("void", at=RECENT, target=event("void", at=EARLY, target=hourly(20)[1].id).id),
    ),
}


@pytest.mark.parametrize("name", STRADDLING)
def test_what_lies_on_both_sides_of_the_horizon(tmp_path: Path, name: str) -> None:
    main = LedgerPaths(tmp_path).main
    first, second = STRADDLING[name]
    write_lines(main, [*hourly(20), first, second])
    same(tmp_path)
    same(tmp_path)
    same(tmp_path, START + 18 * HOUR + 30)
    same(tmp_path)
    write_lines(main, hourly(1, start=20))
    same(tmp_path)
    write_lines(main, [event("void", at=START + 30 * HOUR, target=second.id)])
    same(tmp_path)
    write_lines(main, hourly(6, start=40))
    same(tmp_path)


def test_an_earlier_now_replays_everything(tmp_path: Path, full_replays: list[bool]) -> None:
    write_lines(LedgerPaths(tmp_path).main, hourly(20))
    said(tmp_path, LATER, checkpoint=True)
    full_replays.clear()
    early = said(tmp_path, START + 5 * HOUR, checkpoint=True)
    assert full_replays == [True]
    assert isinstance(early, dict)
    assert early["events"] == 6


def test_future_events_are_never_folded(tmp_path: Path, full_replays: list[bool]) -> None:
    write_lines(LedgerPaths(tmp_path).main, hourly(20))
    now = START + 9 * HOUR
    said(tmp_path, now, checkpoint=True)
    full_replays.clear()
    later = said(tmp_path, LATER, checkpoint=True)
    assert full_replays[0] is False
    assert later == said(tmp_path, LATER, checkpoint=False)


def test_another_rule_does_not_read_the_checkpoint(tmp_path: Path) -> None:
    write_lines(LedgerPaths(tmp_path).main, hourly(20))
    said(tmp_path, LATER, checkpoint=True)
    harsh = TrustRule(trust_floor=0.9, retire_after=1)
    assert said(tmp_path, LATER, checkpoint=True, rule=harsh) == said(tmp_path, LATER, checkpoint=False, rule=harsh)


def _edited(main: Path, number: int, *, keep_time: bool) -> None:
    stat = main.stat()
    _rewrite(main, lambda lines: _edit(lines, number), in_place=True)
    if keep_time:
        os.utime(main, ns=(stat.st_atime_ns, stat.st_mtime_ns))


@pytest.mark.parametrize("keep_time", [False, True])
def test_an_edit_in_place_of_a_short_file_is_noticed_even_when_its_time_is_put_back(
    tmp_path: Path, *, keep_time: bool
) -> None:
    main = LedgerPaths(tmp_path).main
    write_lines(main, hourly(20))
    before = said(tmp_path, LATER, checkpoint=True)
    _edited(main, 3, keep_time=keep_time)
    assert same(tmp_path) != before


def test_edits_of_a_long_file_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "SHORT", 5000)
    main = LedgerPaths(tmp_path).main
    write_lines(main, hourly(60))
    before = same(tmp_path)
    stat = main.stat()
    _edited(main, 3, keep_time=False)
    os.utime(main, ns=(stat.st_atime_ns, stat.st_mtime_ns + 5_000_000))
    edited = same(tmp_path)
    assert edited != before
    _rewrite(main, lambda lines: _without(lines, 30), in_place=True)
    write_lines(main, hourly(3, start=60))
    assert same(tmp_path) != edited


def test_an_edit_after_an_append_of_ours_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "SHORT", 5000)
    monkeypatch.setattr(identity, "_SAMPLES", 2)
    main = LedgerPaths(tmp_path).main
    write_lines(main, hourly(60))
    same(tmp_path)
    append_event(tmp_path, hourly(1)[0], place=Place.SINGLE, now=START + 90 * DAY)
    stat = main.stat()
    before = same(tmp_path)
    _edited(main, 30, keep_time=False)
    os.utime(main, ns=(stat.st_atime_ns, stat.st_mtime_ns + 5_000_000))
    assert same(tmp_path) != before


def test_a_file_that_git_replaced_with_equal_bytes_needs_no_replay(tmp_path: Path, full_replays: list[bool]) -> None:
    main = LedgerPaths(tmp_path).main
    write_lines(main, hourly(20))
    said(tmp_path, LATER, checkpoint=True)
    shutil.copy(main, tmp_path / "new")
    (tmp_path / "new").replace(main)
    full_replays.clear()
    said(tmp_path, LATER, checkpoint=True)
    assert full_replays == [False]


def test_a_copied_checkpoint_is_not_read(tmp_path: Path, full_replays: list[bool]) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    write_lines(LedgerPaths(here).main, hourly(20))
    said(here, LATER, checkpoint=True)
    shutil.copytree(here, there)
    stat = LedgerPaths(here).checkpoint.stat()
    os.utime(LedgerPaths(there).checkpoint, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    full_replays.clear()
    said(there, LATER, checkpoint=True)
    assert full_replays == [True]


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_a_damaged_checkpoint_is_not_read(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    root = tmp_path_factory.mktemp("ledger")
    paths = LedgerPaths(root)
    write_lines(paths.main, hourly(12))
    expected = said(root, LATER, checkpoint=True)
    stored = bytearray(paths.checkpoint.read_bytes())
    stat = paths.checkpoint.stat()
    if data.draw(st.booleans()):
        hashes = (12 - 3) * 2 * 8  # the hashes alone are not summed: they can only make a replay start over
        stored[data.draw(st.integers(0, len(stored) - 1 - hashes))] ^= data.draw(st.integers(1, 255))
    else:
        del stored[data.draw(st.integers(0, len(stored) - 1)) :]
    paths.checkpoint.write_bytes(stored)
    os.utime(paths.checkpoint, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert said(root, LATER, checkpoint=True) == expected
    shutil.rmtree(root)


def test_nothing_is_written_where_nothing_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_lines(LedgerPaths(tmp_path).main, hourly(20))

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    same(tmp_path)
    assert not LedgerPaths(tmp_path).local.exists()


def test_a_short_ledger_gets_no_checkpoint(tmp_path: Path) -> None:
    write_lines(LedgerPaths(tmp_path).main, hourly(20))
    load_ledger(tmp_path, rule=RULE, now=LATER)
    assert not LedgerPaths(tmp_path).local.exists()


def test_without_a_checkpoint_nothing_is_written(tmp_path: Path) -> None:
    write_lines(LedgerPaths(tmp_path).main, hourly(20))
    said(tmp_path, LATER, checkpoint=False)
    assert not LedgerPaths(tmp_path).local.exists()
