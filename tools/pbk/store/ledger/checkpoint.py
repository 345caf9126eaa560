"""The snapshot on disk: `.pbk/ledger-checkpoint`, disposable, never trusted over the files of the ledger.

    magic (8 bytes) | length of the head (8) | SHA-256 of head and body (32) | head (JSON) | body (arrays) | ids | runs

The arrays are those of `Columns` and the sorted hashes, in the byte order of the machine. A clone or an archive may
carry a forged one: the head names the device, the inode and the time of the very file that holds it, and those do not
travel.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import sys
import time
from array import array
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, cast

from pbk.errors import PbkError
from pbk.model.canonical import canonical_json
from pbk.model.event import LEDGER_VERSION
from pbk.model.event_kind import EventKind, Level, Verdict
from pbk.store.ledger.columns import Columns, Key, Meaning
from pbk.store.ledger.durable import open_file, write_all
from pbk.store.ledger.identity import Mark
from pbk.store.ledger.places import ensure_local
from pbk.store.ledger.selection import Void
from pbk.store.ledger.snapshot import Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from pbk.model.canonical import Json
    from pbk.model.trust import TrustRule
    from pbk.store.ledger.places import LedgerPaths

MAGIC = b"pbkckpt\x01"
_LENGTH = 8
_DIGEST = 32
_PREFIX = len(MAGIC) + _LENGTH + _DIGEST
_WORD = 8
_COLUMNS = ("stamps", "high", "low", "runs", "marks", "codes", "actors")
# What a damaged or forged head runs into while it is decoded.
_NOT_A_HEAD = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError)


@contextmanager
def opened(paths: LedgerPaths, rule: TrustRule) -> Iterator[Snapshot | None]:
    """Give the snapshot on disk, while its hashes are mapped, or None when there is none to be used."""
    try:
        descriptor = open_file(paths.checkpoint, os.O_RDONLY)
    except (OSError, PbkError):
        yield None
        return
    try:
        stat = os.fstat(descriptor)
        if stat.st_size < _PREFIX:
            yield None
            return
        with mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ) as mapped, memoryview(mapped) as view:
            snapshot = _decoded(view, stat, rule)
            try:
                yield snapshot
            finally:
                for hashes in (snapshot.ids, snapshot.runs) if snapshot else ():
                    cast(memoryview, hashes).release()
    finally:
        os.close(descriptor)


def _decoded(view: memoryview, stat: os.stat_result, rule: TrustRule) -> Snapshot | None:
    length = int.from_bytes(view[len(MAGIC) : len(MAGIC) + _LENGTH], "big")
    if view[: len(MAGIC)] != MAGIC or _PREFIX + length > len(view):
        return None
    try:
        head: Any = json.loads(bytes(view[_PREFIX : _PREFIX + length]))
        if head["of"] != _describes(rule) or head["own"] != _own(stat):
            return None
        raw, ids, runs = head["counts"]
        body = _PREFIX + length
        end = body + _body_bytes(raw)
        if end + (ids + runs) * _WORD != len(view) or min(raw, ids, runs) < 0:
            return None
        if hashlib.sha256(view[_PREFIX:end]).digest() != view[_PREFIX - _DIGEST : _PREFIX]:
            return None
        cut = end + ids * _WORD
        columns = _columns(head, view[body:end], raw)
        return _snapshot(head, columns, _words(view[end:cut]), _words(view[cut:]))
    except _NOT_A_HEAD:
        return None


def _words(view: memoryview) -> memoryview:
    """Return the view as 64-bit numbers. An empty one cannot be cast, and need not be."""
    return view.cast("Q") if len(view) else view


def _describes(rule: TrustRule) -> list[Json]:
    """Return what a snapshot is valid for."""
    return [LEDGER_VERSION, sys.byteorder, array("I").itemsize, *rule]


def _own(stat: os.stat_result) -> list[Json]:
    """Return what no other file shares, as a clone, an archive or a copy would be."""
    return [stat.st_dev, stat.st_ino, stat.st_mtime_ns]


def _body_bytes(raw: int) -> int:
    """Return how many bytes the columns of `raw` events take."""
    empty = Columns(marking=True)
    sizes: list[int] = [getattr(empty, name).itemsize for name in _COLUMNS]
    return raw * (sum(sizes) + 1)


def _columns(head: Any, body: memoryview, raw: int) -> Columns:
    columns = Columns(lasting=True, marking=True)
    for kind, scope, playbook, rev, verdict, level in head["meanings"]:
        columns.code_of(
            Meaning(
                EventKind(kind),
                scope,
                playbook,
                rev,
                None if verdict is None else Verdict(verdict),
                None if level is None else Level(level),
            )
        )
    for name in head["names"]:
        columns.actor_of(name)
    start = 0
    for name in _COLUMNS:
        column = getattr(columns, name)
        stop = start + raw * column.itemsize
        column.frombytes(body[start:stop])
        start = stop
    columns.local += body[start:]
    columns.texts = {int(index): text for index, text in head["texts"].items()}
    if raw and (max(columns.codes) >= len(columns.meanings) or max(columns.actors) >= len(columns.names)):
        raise IndexError
    return columns


def _snapshot(head: Any, columns: Columns, ids: memoryview, runs: memoryview) -> Snapshot:
    return Snapshot(
        horizon=head["horizon"],
        needs=head["needs"],
        decided=head["decided"],
        newest=head["newest"],
        events=head["events"],
        warnings=tuple(head["warnings"]),
        standing=tuple(Void(*void) for void in head["standing"]),
        claims={(key[0], key[1]): [(actor, day) for actor, day in claims] for key, claims in head["claims"]},
        pending=_by_key(head["pending"]),
        states=_by_key(head["states"]),
        marks=tuple(
            Mark._make([*mark[:9], tuple(map(tuple, mark[9])), tuple(map(tuple, mark[10]))]) for mark in head["marks"]
        ),
        columns=columns,
        ids=ids,
        runs=runs,
    )


def _by_key(pairs: list[Any]) -> dict[Key, Any]:
    return {(key[0], key[1]): value for key, value in pairs}


def store(paths: LedgerPaths, rule: TrustRule, snapshot: Snapshot) -> bool:
    """Write the snapshot in place of the one before. Return whether it could be: it is only a matter of speed."""
    temporary = paths.checkpoint.with_name(f"{paths.checkpoint.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        ensure_local(paths)
        descriptor = open_file(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        try:
            _write(descriptor, temporary, rule, snapshot)
            # The hashes are not summed, so they must not be lost while the head is kept.
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        temporary.replace(paths.checkpoint)
    except (OSError, PbkError):
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        return False
    return True


def _write(descriptor: int, path: object, rule: TrustRule, snapshot: Snapshot) -> None:
    # The time is set before it is named and again after the writing, rounded as this file system rounds it.
    moment = time.time_ns()
    os.utime(cast(str, path), ns=(moment, moment))
    own = os.fstat(descriptor)
    columns = snapshot.columns
    head: Mapping[str, object] = {
        "of": _describes(rule),
        "own": _own(own),
        "counts": [len(columns), len(snapshot.ids), len(snapshot.runs)],
        "horizon": snapshot.horizon,
        "needs": snapshot.needs,
        "decided": snapshot.decided,
        "newest": snapshot.newest,
        "events": snapshot.events,
        "warnings": snapshot.warnings,
        "standing": snapshot.standing,
        "claims": _pairs(snapshot.claims),
        "pending": _pairs(snapshot.pending),
        "states": _pairs(snapshot.states),
        "marks": snapshot.marks,
        "meanings": columns.meanings,
        "names": columns.names,
        "texts": {str(index): text for index, text in columns.texts.items()},
    }
    packed = canonical_json(head).encode("utf-8")
    body = b"".join([*(getattr(columns, name).tobytes() for name in _COLUMNS), bytes(columns.local)])
    digest = hashlib.sha256(packed + body).digest()
    write_all(descriptor, MAGIC + len(packed).to_bytes(_LENGTH, "big") + digest + packed + body)
    for hashes in (snapshot.ids, snapshot.runs):
        write_all(descriptor, _packed(hashes))
    os.utime(cast(str, path), ns=(own.st_mtime_ns, own.st_mtime_ns))


def _packed(hashes: Sequence[int]) -> bytes:
    return (hashes if isinstance(hashes, array) else array("Q", hashes)).tobytes()


def _pairs(mapping: Mapping[Key, object]) -> list[list[object]]:
    return [[list(key), value] for key, value in mapping.items()]
