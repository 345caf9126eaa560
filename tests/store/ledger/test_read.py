from __future__ import annotations

from pathlib import Path

import pytest

from pbk.errors import BrokenError
from pbk.model.event import Event
from pbk.store.ledger.places import LedgerPaths
from pbk.store.ledger.read import LedgerError, read_events
from pbk.store.ledger.replay import load_ledger
from support.ledger_events import RULE, START, event, outcome, write_lines

GOOD = [outcome(number=number, at=START + number) for number in range(3)]
FIRST, SECOND, THIRD = (each.line() for each in GOOD)

BROKEN = [
    (b"{nonsense\n", 2, "not valid JSON"),
    (b"\n", 2, "empty line"),
    (b"   \n", 2, "empty line"),
    (b"<<<<<<< HEAD\n", 2, "conflict marker"),
    (b"=======\n", 2, "conflict marker"),
    (b">>>>>>> topic\n", 2, "conflict marker"),
    (b"||||||| base\n", 2, "conflict marker"),
    (SECOND[:-1] + b"\r\n", 2, "carriage return"),
    (b"\xef\xbb\xbf" + SECOND, 2, "byte order mark"),
    (SECOND[:-1] + SECOND, 2, "glued"),
    (b"\0" * 9 + b"\n", 2, "NUL"),
    (SECOND.replace(b'"v":1', b'"v":2'), 2, "upgrade pbk"),
    (SECOND.replace(b'"outcome",', b'"promoted",'), 2, "upgrade pbk"),
    (SECOND.replace(b'"ann"', b'"\xff"'), 2, "not valid UTF-8"),
    (SECOND.replace(b'"v":1', b'"v":1,"w":1'), 2, "lacks: 'w'"),
    (SECOND.replace(b'"v":1', b'"v":1,"v":1'), 2, "twice"),
    (SECOND.replace(b'"ann"', b'"' + b"x" * 300_000 + b'"'), 2, "longer than"),
    (SECOND.decode().encode("utf-16"), 2, "UTF-16"),
    (b'"a text"\n', 2, "not a JSON object"),
    (b"[" * 100_000 + b"\n", 2, "not valid JSON"),
]


@pytest.mark.parametrize(("middle", "number", "word"), BROKEN)
@pytest.mark.parametrize("name", ["trust-ledger.jsonl", "trust-ledger.d/2026-11/x.jsonl", ".pbk/outbox/x.jsonl"])
def test_a_broken_line_is_an_error_that_names_file_line_and_mend(
    tmp_path: Path, middle: bytes, number: int, word: str, name: str
) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(FIRST + middle + THIRD)
    for read in (lambda: list(read_events(tmp_path)), lambda: load_ledger(tmp_path, rule=RULE, now=START)):
        with pytest.raises(LedgerError) as caught:
            read()
        assert caught.value.where == f"{name}:{number}:1"
        assert word in f"{caught.value.what} {caught.value.mend}"
        assert caught.value.mend
        assert isinstance(caught.value, BrokenError)
        assert "Traceback" not in str(caught.value)
        assert len(str(caught.value)) < 400


def test_a_file_that_cannot_be_listed_or_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "trust-ledger.jsonl").mkdir()
    with pytest.raises(LedgerError, match="no regular file"):
        list(read_events(tmp_path))
    (tmp_path / "trust-ledger.jsonl").rmdir()
    (tmp_path / "trust-ledger.d").write_text("")
    for read in (lambda: list(read_events(tmp_path)), lambda: load_ledger(tmp_path, rule=RULE, now=START)):
        with pytest.raises(BrokenError, match="cannot be read"):
            read()


def test_events_come_once_in_the_order_of_time_with_their_place(tmp_path: Path) -> None:
    paths = LedgerPaths(tmp_path)
    write_lines(paths.main, [GOOD[2], GOOD[0]])
    shard = paths.shards / "2026-11" / "x.jsonl"
    write_lines(shard, [GOOD[1], GOOD[0]])
    spool = paths.outbox / "x.jsonl"
    local = event("note", at=START + 9)
    write_lines(spool, [GOOD[1], local])
    read = list(read_events(tmp_path))
    assert [each.event for each in read] == [*GOOD, local]
    assert [(each.path, each.line) for each in read] == [(paths.main, 2), (shard, 1), (paths.main, 1), (spool, 2)]


def test_filters(tmp_path: Path) -> None:
    odd = outcome(number=9, playbook='with "quotes"')
    others = [outcome(number=5, playbook="other"), outcome(number=6, scope="team"), odd]
    write_lines(LedgerPaths(tmp_path).main, [*GOOD, *others])

    def ids(**which: str) -> set[str]:
        return {each.event.id for each in read_events(tmp_path, **which)}

    assert ids(playbook="other") == {others[0].id}
    assert ids(scope="team") == {others[1].id}
    assert ids(playbook="cut-a-release", scope="default") == {each.id for each in GOOD}
    assert ids(playbook='with "quotes"') == {odd.id}
    assert ids(playbook="none") == set()


def test_a_void_marks_its_target_only(tmp_path: Path) -> None:
    back = event("void", target=GOOD[1].id, playbook="misnamed")
    again = event("void", target=back.id, number=2)
    write_lines(LedgerPaths(tmp_path).main, [back, *GOOD, again])
    voided = {each.event.id for each in read_events(tmp_path) if each.voided}
    assert voided == {GOOD[1].id}
    assert [each.voided for each in read_events(tmp_path, playbook="cut-a-release")].count(True) == 1


def test_equal_ids_with_other_bytes_are_an_error(tmp_path: Path) -> None:
    main = LedgerPaths(tmp_path).main
    write_lines(main, GOOD)
    with main.open("ab") as stream:
        stream.write(FIRST.replace(b"success", b"failure"))
    with pytest.raises(LedgerError, match=r"jsonl:1 ") as caught:
        list(read_events(tmp_path))
    assert caught.value.where == "trust-ledger.jsonl:4:1"


def test_a_missing_ledger_has_no_events(tmp_path: Path) -> None:
    assert list(read_events(tmp_path)) == []


def test_chunks_are_joined_where_they_cut_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbk.store.ledger import scan  # noqa: PLC0415

    monkeypatch.setattr(scan, "_BLOCK", 61)
    events: list[Event] = [outcome(number=number, note="é" * (number + 1), at=START + number) for number in range(40)]
    write_lines(LedgerPaths(tmp_path).main, events)
    assert [each.event for each in read_events(tmp_path)] == events
    assert load_ledger(tmp_path, rule=RULE, now=START + 99).events == 40
