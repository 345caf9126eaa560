from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbk.model.event import LINE_LIMIT, NOTE_LIMIT, Event, sealed
from pbk.model.event_kind import Level, Verdict
from pbk.store.ledger import decode
from pbk.store.ledger.broken import LedgerError, strict_event
from pbk.store.ledger.columns import Columns
from pbk.store.ledger.decode import Decoder
from pbk.store.ledger.places import LedgerFile
from support.ledger_events import REVS, START, event, outcome

FILE = LedgerFile(Path("trust-ledger.jsonl"), "trust-ledger.jsonl", local=False)
Row = dict[str, Any]


def rows(columns: Columns) -> list[Row]:
    """Return what the columns say of each event."""
    return [
        {
            "id": columns.id_of(index),
            "ts": columns.stamps[index],
            "run": columns.runs[index],
            "meaning": columns.meanings[columns.codes[index]],
            "actor": columns.names[columns.actors[index]],
            "text": columns.texts.get(index),
            "local": columns.local[index],
        }
        for index in range(len(columns))
    ]


def fast(lines: bytes) -> list[Row] | str:
    columns = Columns()
    try:
        Decoder(columns).take(lines, FILE, 0, 1)
    except LedgerError as error:
        return str(error)
    return rows(columns)


def slow(lines: bytes) -> list[Row] | str:
    columns = Columns()
    try:
        for number, line in enumerate(lines.split(b"\n")[:-1], 1):
            columns.add(strict_event(line, FILE.label, number), local=False)
    except LedgerError as error:
        return str(error)
    return rows(columns)


def is_matched(line: bytes) -> bool:
    """Return whether the pattern takes the line, so that the strict parser is never asked."""
    (match,) = decode._LINE.findall(line)
    return bool(match[decode._ID])


TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)


@st.composite
def outcomes(draw: st.DrawFn) -> Event:
    optional: dict[str, Any] = {
        name: draw(strategy)
        for name, strategy in {
            "run": TEXTS,
            "episode": TEXTS,
            "note": st.one_of(TEXTS, st.sampled_from(["x" * 3000, "\n" * 300, "a\\b" * 40])),
            "followed": st.sampled_from(["1/2", "12/1234"]),
            "evidence": st.one_of(TEXTS, st.just({"exit": 0, "checks": ["a", 1.5, None]})),
        }.items()
        if draw(st.booleans())
    }
    made = outcome(
        draw(st.sampled_from(list(Verdict))),
        at=draw(st.integers(-(10**15), 10**17)),
        number=draw(st.integers(0, 2**64 - 1)),
        level=draw(st.sampled_from(list(Level))),
        actor=draw(TEXTS),
        playbook=draw(TEXTS),
        scope=draw(TEXTS),
        rev=draw(st.sampled_from(REVS)),
    )

    return sealed(made._replace(**optional))


ALPHABET = [bytes([code]) for code in range(256)] + [
    b'"',
    b"\\",
    b"}{",
    b'","',
    b'":"',
    b"\\u00e9",
    b"\\ud800",
    b"\xed\xa0\x80",
]


@st.composite
def spoiled(draw: st.DrawFn) -> bytes:
    """Return stored lines with some bytes replaced, removed or put in."""
    events = draw(st.lists(outcomes(), min_size=1, max_size=3))
    lines = bytearray(b"".join(each.line() for each in events))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, max(0, len(lines) - 2)))
        lines[at : at + draw(st.integers(0, 2))] = draw(st.sampled_from(ALPHABET))
    return bytes(lines) if lines.endswith(b"\n") else bytes(lines) + b"\n"


@given(st.lists(outcomes(), max_size=4))
@settings(max_examples=50, deadline=None)
def test_the_fast_decoder_reads_what_the_strict_one_reads(events: list[Event]) -> None:
    lines = b"".join(each.line() for each in events)
    assert fast(lines) == slow(lines)
    assert [row["ts"] for row in rows_of(lines)] == [each.ts for each in events]


def rows_of(lines: bytes) -> list[Row]:
    read = fast(lines)
    assert isinstance(read, list)
    return read


@given(spoiled())
@example(outcome().line().replace(b'"v":1', b'"v":2'))
@example(outcome().line().replace(b'"v":1', b'"v":1.0'))
@example(outcome().line().replace(b"2026-11-02", b"2026-02-30"))
@example(outcome().line().replace(b"T00:", b"T24:"))
@example(outcome().line().replace(b"00.000000Z", b"00Z"))
@example(outcome().line().replace(b"00.000000Z", b"60.000000Z"))
@example(outcome(note="n").line().replace(b'"n"', b'"\\u006e"'))
@example(outcome(note="n").line().replace(b'"n"', b'"\\ud800"'))
@example(outcome(actor="n").line().replace(b'"n"', b'"\xed\xa0\x80"'))
@example(outcome(actor="n").line().replace(b'"n"', b'"\xff"'))
@example(outcome(actor="n").line().replace(b'"n"', b'"\x1f"'))
@example(outcome(actor="n").line().replace(b'"n"', b'"\x7f"'))
@example(outcome(actor="n").line().replace(b'"n"', b'""'))
@example(outcome().line().replace(outcome().id.encode(), outcome().id.upper().encode()))
@example(outcome().line()[:-1] + outcome().line())
@example(b" " + outcome().line())
@example(outcome().line().replace(b"\n", b"\r\n"))
@example(b"\n")
@example(b"\xef\xbb\xbf" + outcome().line())
@settings(max_examples=150, deadline=None)
def test_spoiled_lines_are_read_or_refused_as_by_the_strict_one(lines: bytes) -> None:
    assert fast(lines) == slow(lines)


@given(spoiled())
@settings(max_examples=75, deadline=None)
def test_what_the_pattern_takes_is_an_event(lines: bytes) -> None:
    for line in lines.split(b"\n")[:-1]:
        if is_matched(line + b"\n") and line.isascii():
            try:
                strict_event(line, "x", 1)
            except LedgerError as error:
                assert "'ts'" in error.what  # days that do not exist are caught after the pattern  # noqa: PT017


@pytest.mark.parametrize(
    "line",
    [
        outcome().line(),
        outcome(run="https://ci.example.org/runs/1", actor="é").line(),
        outcome(note='say "x"\nand \\ more', episode="ep_1", followed="1/2", evidence="log").line(),
        outcome(note="x" * 20_000).line(),
        outcome(level="claimed").line(),
    ],
)
def test_canonical_outcomes_take_the_fast_way(line: bytes) -> None:
    assert is_matched(line)


@pytest.mark.parametrize(
    "line",
    [
        event("note").line(),
        outcome(actor='"').line(),
        outcome(evidence={"a": 1}).line(),
        outcome(note="\n" * 300).line(),
        json.dumps(outcome().fields()).encode() + b"\n",
    ],
)
def test_other_lines_take_the_strict_way(line: bytes) -> None:
    assert not is_matched(line)
    assert fast(line) == slow(line)


@pytest.mark.parametrize("size", [59_999, 60_001, NOTE_LIMIT, NOTE_LIMIT + 1])
@pytest.mark.parametrize("letter", ["x", "é", "\n"])
def test_limits_of_a_note_are_those_of_the_strict_parser(size: int, letter: str) -> None:
    line = outcome(note="#").line().replace(b"#", json.dumps(letter * size, ensure_ascii=False)[1:-1].encode())
    assert fast(line) == slow(line)
    assert isinstance(fast(line), str) == (size > NOTE_LIMIT)


def test_a_line_over_the_limit_is_refused() -> None:
    line = outcome(actor="#").line().replace(b"#", b"x" * LINE_LIMIT)
    assert "longer than" in str(fast(line))


def test_a_day_that_does_not_exist_is_refused_in_its_line() -> None:
    lines = outcome(number=1).line() + outcome(number=2).line().replace(b"2026-11-02", b"2026-11-31")
    assert str(fast(lines)).startswith("trust-ledger.jsonl:2:1: not an event: 'ts'")


def test_lines_of_all_kinds_keep_their_order() -> None:
    events = [
        outcome(number=1),
        event("note", number=2),
        outcome(number=3, at=START + 5),
        event("void", target="a" * 32),
    ]
    assert [row["id"] for row in rows_of(b"".join(each.line() for each in events))] == [each.id for each in events]
