from __future__ import annotations

import errno
import json
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn
from zlib import crc32

import pytest

from pbk.errors import PbkError, UsageError
from pbk.model.event import Event, parse_event
from pbk.model.instant import MINUTE, SECOND
from pbk.store.ledger.append import append_event, heal, writer_slug
from pbk.store.ledger.places import LedgerPaths, Place, ensure_local, ledger_files
from pbk.store.ledger.read import LedgerError, read_events
from pbk.store.ledger.replay import load_ledger
from support.ledger_events import RULE, START, draft, event, outcome, write_lines

PROCESSES = 8
APPENDS = 500
KILLS = 200


def append(root: Path, *, now: int = START, place: Place = Place.SINGLE, **more: object) -> Event:
    return append_event(root, draft(**more), place=place, now=now)  # type: ignore[arg-type]


def stored(root: Path) -> list[Event]:
    return [found.event for found in read_events(root)]


@pytest.mark.parametrize("place", list(Place))
def test_what_is_returned_is_what_is_read(tmp_path: Path, place: Place) -> None:
    written = append(tmp_path, place=place, note='say "é"\nand more', evidence={"checks": ["t1"], "exit": 0})
    assert stored(tmp_path) == [written]
    assert written.ts == START
    assert len(written.nonce) == 16
    assert load_ledger(tmp_path, rule=RULE, now=START).events == 1


def test_places(tmp_path: Path) -> None:
    append(tmp_path, place=Place.SINGLE)
    append(tmp_path, place=Place.SHARD, actor="Zoë Ö/../x")
    append(tmp_path, place=Place.SHARD, actor="Zoë Ö/../x")
    append(tmp_path, place=Place.OUTBOX, actor="hook")
    append(tmp_path, place=Place.OUTBOX, actor="hook")
    paths = LedgerPaths(tmp_path)
    shards = sorted(paths.shards.glob("2026-11/*.jsonl"))
    assert [shard.name[:7] for shard in shards] == ["zoe-o-x"] * 2
    assert [path.read_bytes().count(b"\n") for path in [*shards, paths.main]] == [1, 1, 1]
    (spool,) = paths.outbox.iterdir()
    assert spool.read_bytes().count(b"\n") == 2
    assert not list(paths.local.glob("shard-*"))
    assert (paths.local / ".gitignore").read_text() == "*\n"


@pytest.mark.parametrize(
    ("actor", "slug"),
    [("Ann", "ann"), ("../../etc", "etc"), ("日本", "writer"), ("a" * 99, "a" * 40), ("con", "con"), ("--x--", "x")],
)
def test_a_writers_name_is_safe_in_a_file_name(actor: str, slug: str) -> None:
    assert writer_slug(actor) == slug


def test_two_equal_drafts_are_two_events(tmp_path: Path) -> None:
    assert append(tmp_path).id != append(tmp_path).id


def test_a_shard_never_replaces_another(tmp_path: Path) -> None:
    def constant(count: int) -> bytes:
        return bytes(count)

    append_event(tmp_path, draft(), place=Place.SHARD, now=START, entropy=constant)
    with pytest.raises(PbkError, match="not recorded"):
        append_event(tmp_path, draft(), place=Place.SHARD, now=START, entropy=constant)
    assert len(stored(tmp_path)) == 1


# Time


@pytest.mark.parametrize("place", list(Place))
def test_a_writers_time_is_later_than_all_that_it_sees(tmp_path: Path, place: Place) -> None:
    newest = append(tmp_path, now=START + 5 * SECOND, place=place)
    assert append(tmp_path, now=START).ts == newest.ts + 1
    assert append(tmp_path, now=START, place=Place.SHARD).ts == newest.ts + 2
    assert append(tmp_path, now=START + 9 * SECOND).ts == START + 9 * SECOND


def test_a_stamp_far_ahead_is_not_followed_until_it_is_near(tmp_path: Path) -> None:
    ahead = START + 60 * MINUTE
    write_lines(LedgerPaths(tmp_path).main, [outcome(at=START + 5, number=1), outcome(at=ahead, number=2)])
    assert append(tmp_path, now=START).ts == START + 6
    assert append(tmp_path, now=ahead - 11 * MINUTE).ts == ahead - 11 * MINUTE
    assert append(tmp_path, now=ahead - 9 * MINUTE).ts == ahead + 1
    # A clock that goes back: the stamps that were followed are now too far ahead themselves.
    assert append(tmp_path, now=START + MINUTE).ts == START + MINUTE


@pytest.mark.parametrize("spoil", ["nothing", "unlink", "garbage", "half written", "forged"])
def test_foreign_lines_are_seen_whatever_became_of_what_is_remembered(tmp_path: Path, spoil: str) -> None:
    paths = LedgerPaths(tmp_path)
    append(tmp_path)
    write_lines(paths.main, [outcome(at=START + 100, number=1)])
    write_lines(paths.shards / "2026-10" / "x.jsonl", [outcome(at=START + 300, number=2)])
    if spoil == "unlink":
        paths.newest.unlink()
    elif spoil == "garbage":
        _remember(paths, '{"v":1,"seen":{"trust-ledger.jsonl":["a",{},0,1]},"ahead":[],"passed":null}')
    elif spoil == "half written":
        paths.newest.write_bytes(paths.newest.read_bytes().replace(b"null", b"1234"))
    elif spoil == "forged":
        _remember(paths, '{"v":1,"seen":{},"ahead":[],"passed":99999999999999999}')
    assert append(tmp_path).ts == START + 301
    write_lines(paths.shards / "2026-10" / "y.jsonl", [outcome(at=START + 400, number=3)])
    write_lines(paths.outbox / "hook.jsonl", [outcome(at=START + 500, number=4), event("note", at=START + 450)])
    assert append(tmp_path).ts == START + 501


def _remember(paths: LedgerPaths, text: str) -> None:
    paths.newest.write_text(f"{crc32(text.encode()):08x}{text}")


def test_a_replaced_file_is_read_anew(tmp_path: Path) -> None:
    paths = LedgerPaths(tmp_path)
    append(tmp_path, now=START + 100)
    write_lines(tmp_path / "new", [outcome(at=START + 7)])
    (tmp_path / "new").replace(paths.main)
    assert append(tmp_path).ts == START + 8


def test_an_event_that_says_ts_in_its_evidence_is_not_mistaken(tmp_path: Path) -> None:
    write_lines(LedgerPaths(tmp_path).main, [outcome(evidence={"ts": "2026-11-02T00:00:09.000000Z", "v": 1})])
    assert append(tmp_path).ts == START + 1


def test_appending_does_not_read_the_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main = LedgerPaths(tmp_path).main
    write_lines(main, [outcome(number=n, note="x" * 1000) for n in range(300)])
    append(tmp_path)
    read: list[int] = []
    original = os.read

    def counted(descriptor: int, count: int) -> bytes:
        data = original(descriptor, count)
        read.append(len(data))
        return data

    monkeypatch.setattr(os, "read", counted)
    append(tmp_path)
    assert sum(read) < 10


# Tears, healing, failing disks

TORN = outcome(number=7, note="é" * 10).line()


@pytest.mark.parametrize("cut", [1, 2, 9, 40, TORN.index("é".encode()) + 1, len(TORN) - 2])
@pytest.mark.parametrize("place", [Place.SINGLE, Place.OUTBOX])
def test_a_torn_line_is_moved_aside_by_the_next_append(tmp_path: Path, cut: int, place: Place) -> None:
    first = append(tmp_path, place=place)
    paths = LedgerPaths(tmp_path)
    path = paths.main if place is Place.SINGLE else next(paths.outbox.iterdir())
    with path.open("ab") as stream:
        stream.write(TORN[:cut])
    (warning,) = load_ledger(tmp_path, rule=RULE, now=START).warnings
    assert f"{path.name}:2" in warning
    assert stored(tmp_path) == [first]
    second = append(tmp_path, place=place)
    assert stored(tmp_path) == [first, second]
    assert load_ledger(tmp_path, rule=RULE, now=START + SECOND).warnings == ()
    (aside,) = paths.torn.iterdir()
    assert aside.read_bytes() == TORN[:cut]


def test_heal_does_what_the_next_append_would(tmp_path: Path) -> None:
    assert heal(tmp_path) is None
    first = append(tmp_path)
    assert heal(tmp_path) is None
    with LedgerPaths(tmp_path).main.open("ab") as stream:
        stream.write(TORN[:50])
    aside = heal(tmp_path)
    assert aside is not None
    assert aside.read_bytes() == TORN[:50]
    assert stored(tmp_path) == [first]


@pytest.mark.parametrize("place", [Place.SINGLE, Place.OUTBOX])
def test_a_missing_final_newline_is_healed_and_the_line_counts(tmp_path: Path, place: Place) -> None:
    first = append(tmp_path, place=place)
    paths = LedgerPaths(tmp_path)
    path = paths.main if place is Place.SINGLE else next(paths.outbox.iterdir())
    path.write_bytes(path.read_bytes()[:-1])
    assert load_ledger(tmp_path, rule=RULE, now=START).events == 1
    assert stored(tmp_path) == [first]
    second = append(tmp_path, place=place)
    assert stored(tmp_path) == [first, second]


@pytest.mark.parametrize("written", [b"<<<<<<< HEAD", b"my own remark", TORN[:-1] + TORN[:30]])
def test_what_is_no_torn_record_is_never_cut_off(tmp_path: Path, written: bytes) -> None:
    main = LedgerPaths(tmp_path).main
    append(tmp_path)
    with main.open("ab") as stream:
        stream.write(written)
    second = append(tmp_path)
    lines = main.read_bytes().split(b"\n")
    assert lines[1:] == [written, second.line()[:-1], b""]
    with pytest.raises(LedgerError) as caught:
        load_ledger(tmp_path, rule=RULE, now=START)
    assert caught.value.where == "trust-ledger.jsonl:2:1"


def full_after(count: int) -> Callable[[int, bytes], int]:
    """Return an `os.write` for a disk that is full after `count` more bytes."""
    left = [count]
    original = os.write

    def write(descriptor: int, data: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        done = original(descriptor, data[: left[0]])
        left[0] -= done
        return done

    return write


@pytest.mark.parametrize("count", [0, 1, 30, 200])
@pytest.mark.parametrize("place", list(Place))
def test_a_full_disk_loses_and_glues_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: Place, count: int
) -> None:
    first = append(tmp_path, place=place)
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full_after(count))
        with pytest.raises(PbkError, match="the disk is full") as caught:
            append(tmp_path, place=place)
    assert "not recorded" in caught.value.what
    assert b"".join(path.read_bytes() for path in _files(tmp_path)) == first.line()
    assert caught.value.where
    assert caught.value.mend
    second = append(tmp_path, place=place)
    assert stored(tmp_path) == [first, second]


def test_a_full_disk_that_cannot_even_be_cut_is_healed_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = append(tmp_path)

    def refuse(*_: object) -> NoReturn:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full_after(30))
        patched.setattr(os, "ftruncate", refuse)
        with pytest.raises(PbkError):
            append(tmp_path)
    assert not LedgerPaths(tmp_path).main.read_bytes().endswith(b"\n")
    assert stored_after_append(tmp_path)[0] == first


def stored_after_append(root: Path) -> list[Event]:
    append(root)
    return stored(root)


def test_short_writes_are_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: original(descriptor, data[:7]))
    written = append(tmp_path)
    assert stored(tmp_path) == [written]


FAILURES = [
    (errno.EROFS, "read-only"),
    (errno.EACCES, "permission"),
    (errno.ENOSPC, "full"),
    (errno.EIO, os.strerror(errno.EIO)),
]


@pytest.mark.parametrize(("number", "word"), FAILURES)
@pytest.mark.parametrize("place", list(Place))
def test_a_disk_that_refuses_is_an_error_that_says_what_and_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: Place, number: int, word: str
) -> None:
    original = os.open

    def refuse(path: str | Path, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(number, os.strerror(number))
        return original(path, flags, mode)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PbkError, match=word) as caught:
        append(tmp_path, place=place)
    assert str(tmp_path) in caught.value.where
    assert caught.value.mend


def test_where_the_local_folder_cannot_be_made_the_ledger_itself_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Path.mkdir

    def refuse(self: Path, *arguments: object, **options: object) -> None:
        if self.name == ".pbk":
            raise PermissionError(errno.EACCES, "Permission denied")
        original(self, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "mkdir", refuse)
    first, second = append(tmp_path), append(tmp_path, place=Place.SHARD)
    assert stored(tmp_path) == [first, second]
    with pytest.raises(PbkError, match="permission"):
        append(tmp_path, place=Place.OUTBOX)
    assert not LedgerPaths(tmp_path).local.exists()


@pytest.mark.parametrize("name", ["trust-ledger.jsonl", ".pbk/outbox/ann-spool.jsonl", ".pbk/ledger.lock"])
def test_nothing_is_written_through_a_link(tmp_path: Path, name: str) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine\n")
    root = tmp_path / "library"
    (root / name).parent.mkdir(parents=True)
    (root / name).symlink_to(victim)
    with pytest.raises(PbkError, match="no regular file"):
        append(root, place=Place.OUTBOX if "outbox" in name else Place.SINGLE)
    assert victim.read_text() == "mine\n"


@pytest.mark.parametrize("bad", [{"playbook": ""}, {"note": "x" * 70_000}, {"note": "\ud800"}, {"followed": "3 of 4"}])
def test_a_draft_that_is_no_event_is_refused_and_nothing_is_written(tmp_path: Path, bad: dict[str, str]) -> None:

    with pytest.raises(UsageError, match="not recorded"):
        append_event(tmp_path, draft()._replace(**bad), place=Place.SINGLE, now=START)  # type: ignore[arg-type]
    assert not LedgerPaths(tmp_path).main.exists()


# Crashes. The children are forked: a new interpreter each would take longer than what is tested.


def _append_many(root: Path, writer: int) -> None:
    for number in range(APPENDS):
        append_event(
            root,
            draft(actor=f"w{writer}", note=f"{writer}/{number} " + "x" * 20_000),
            place=Place.SINGLE,
            now=START,
        )


def test_eight_writers_lose_and_tear_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_append_many, args=(tmp_path, number)) for number in range(PROCESSES)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert [writer.exitcode for writer in writers] == [0] * PROCESSES
    lines = LedgerPaths(tmp_path).main.read_bytes().splitlines()
    found = [parse_event(line) for line in lines]
    told = {str(each.note).split(" ")[0] for each in found}
    assert told == {f"{writer}/{number}" for writer in range(PROCESSES) for number in range(APPENDS)}
    assert len(found) == PROCESSES * APPENDS
    stamps = [each.ts for each in found]
    assert stamps == sorted(set(stamps))  # the lock gives each writer a time of its own


def _slow_write(descriptor: int, data: bytes) -> int:
    """Write a few bytes at a time, so that a kill finds the line half written."""
    return _WRITE(descriptor, data[:5])


_WRITE = os.write


def _write_until_killed(root: Path, acknowledged: int, place: Place) -> NoReturn:
    os.write = _slow_write  # type: ignore[assignment]
    while True:
        done = append_event(root, draft(note="x" * 2000), place=place, now=START)
        _WRITE(acknowledged, done.id.encode())


@pytest.mark.parametrize("place", [Place.SINGLE, Place.OUTBOX])
def test_killed_writers_lose_nothing_that_was_acknowledged(tmp_path: Path, place: Place) -> None:
    ensure_local(LedgerPaths(tmp_path))
    chance = random.Random(20)  # noqa: S311 - reproducible moments
    promised: list[str] = []
    for _ in range(KILLS // 2):
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            try:
                _write_until_killed(tmp_path, writing, place)
            finally:
                os._exit(1)
        os.close(writing)
        time.sleep(chance.uniform(0, 0.012))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        told = b""
        while more := os.read(reading, 1 << 16):
            told += more
        os.close(reading)
        promised += [told[start : start + 32].decode() for start in range(0, len(told) // 32 * 32, 32)]
        promised.append(append(tmp_path, place=place).id)
        found = {each.id for each in stored(tmp_path)}
        assert found.issuperset(promised)
        load_ledger(tmp_path, rule=RULE, now=START)
    torn = LedgerPaths(tmp_path).torn
    assert torn.exists(), "no kill has torn a line: the moments are too tame"
    assert all(json.loads(line) for path in _files(tmp_path) for line in path.read_bytes().splitlines())


def _files(root: Path) -> list[Path]:
    return [file.path for file in ledger_files(LedgerPaths(root))]


def _killed_shard(root: Path) -> NoReturn:
    os.write = _slow_write  # type: ignore[assignment]
    while True:
        append_event(root, draft(note="x" * 2000), place=Place.SHARD, now=START)


def test_a_killed_writer_leaves_no_half_shard(tmp_path: Path) -> None:
    chance = random.Random(21)  # noqa: S311 - reproducible moments
    for _ in range(30):
        child = os.fork()
        if not child:
            try:
                _killed_shard(tmp_path)
            finally:
                os._exit(1)
        time.sleep(chance.uniform(0, 0.012))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    before = len(stored(tmp_path))
    append(tmp_path, place=Place.SHARD)
    assert len(stored(tmp_path)) == before + 1
