from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbk.lint.catalogue import all_rules
from pbk.lint.diagnostic import MESSAGE_LIMIT, Finding, Severity
from pbk.lint.ledger import MOST_IN_A_FILE, records_of
from pbk.lint.ledger_examples import id_of, ledger_line, void_line
from pbk.lint.library import ledger_lines
from pbk.lint.rule import Family
from pbk.model.event import Event, sealed
from pbk.model.instant import MINUTE, SECOND, format_instant
from support.ledger_events import event, events_strategy, outcome
from support.lint_ledgers import MAIN, NOW, PLAYBOOK, findings, in_main, lint_library

LEDGER_RULES = [rule for rule in all_rules() if rule.family is Family.LEDGER]
GOOD = ledger_line()
NONCE = "00112233445566ab"


def said(found: list[Finding]) -> list[str]:
    return [f"{item.span.line}:{item.span.column} {item.message}" for item in found]


def ids_that_speak(text: str | bytes) -> set[str]:
    return {rule.id for rule in LEDGER_RULES if in_main(rule.id, text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", set()),
        (GOOD, set()),
        (GOOD + void_line(id_of(GOOD)), set()),
        (GOOD + ledger_line(ts="2026-12-01T10:00:00Z"), set()),
        (ledger_line(note='a "quoted" line\nwith ü and 新'), set()),
        (ledger_line(evidence={"id": id_of(GOOD), "checks": [1, 2.5, None]}), set()),
        (ledger_line(outcome="worked"), {"PBK801"}),
        (GOOD + "{}\n", {"PBK801"}),
        (GOOD + "[1]\n", {"PBK801"}),
        (GOOD + "null\n", {"PBK801"}),
        (GOOD + "[" * 5000 + "\n", {"PBK801"}),
        (GOOD.replace('"v":1}', '"v":2}'), {"PBK801"}),
        (GOOD.rstrip() + GOOD, {"PBK801"}),
        (GOOD.encode() + b"\xff\xfe{\n", {"PBK810"}),
        (GOOD.encode().replace(b"maintainer", b"m\xe4"), {"PBK801"}),
        (GOOD.replace(",", ", "), {"PBK802"}),
        (GOOD.replace('"v":1}', '"v":1.0}'), {"PBK802"}),
        (GOOD.replace("maintainer", "m\\u0061intainer"), {"PBK802"}),
        (ledger_line(id="0" * 32), {"PBK803"}),
        (GOOD.replace("success", "failure"), {"PBK803"}),
        (GOOD + GOOD.replace("success", "failure"), {"PBK803", "PBK804"}),
        (GOOD + GOOD.replace(",", " ,"), {"PBK802", "PBK804"}),
        (GOOD + GOOD, {"PBK805"}),
        (ledger_line(playbook="cut-a-relaese"), {"PBK806"}),
        (ledger_line(scope="team"), {"PBK806"}),
        (ledger_line(ts="2026-12-02T00:10:00.000001Z"), {"PBK807"}),
        (ledger_line(ts="2026-12-02T00:10:00.000000Z"), set()),
        (void_line("0" * 32), {"PBK808"}),
        (GOOD + void_line(id_of(GOOD)) + void_line(id_of(void_line(id_of(GOOD)))), {"PBK808"}),
        (GOOD.rstrip("\n"), {"PBK809"}),
        (GOOD + GOOD[:40], {"PBK809"}),
        (GOOD.replace("\n", "\r\n"), {"PBK810"}),
        (b"\xef\xbb\xbf" + GOOD.encode(), {"PBK810"}),
        (b"\xff\xfe" + GOOD.encode("utf-16-le"), {"PBK809", "PBK810"}),
        (GOOD + "\0\0\0\n", {"PBK810"}),
        (GOOD + "\n", {"PBK810"}),
        (GOOD + "  \n", {"PBK810"}),
        (f"<<<<<<< HEAD\n{GOOD}=======\n>>>>>>> other\n", {"PBK811"}),
        (f"<<<<<<< HEAD\r\n{GOOD}", {"PBK811"}),
        (ledger_line(evidence=None), {"PBK813"}),
        (ledger_line(evidence=None, level="observed"), set()),
    ],
)
def test_each_trouble_has_one_rule(text: str | bytes, expected: set[str]) -> None:
    assert ids_that_speak(text) == expected


def test_a_field_is_pointed_at() -> None:
    line = ledger_line(evidence={"ts": "x", "deep": {"id": "y"}}, ts="2026-02-30T10:00:00.000000Z")
    found = in_main("PBK801", line)
    place = line.index('"2026-02-30')
    assert [(item.span.column, item.span.end_column) for item in found] == [(place + 1, place + 30)]
    assert "2026-02-30" not in found[0].message
    wrong = ledger_line(evidence={"id": "y"}, id="0" * 32)
    assert in_main("PBK803", wrong)[0].span.column == wrong.index('"' + "0" * 32) + 1


def test_columns_are_characters() -> None:
    line = ledger_line(actor="新新新", playbook="nothing")
    assert in_main("PBK806", line)[0].span.column == line.index('"nothing"') + 1
    broken = GOOD[:-2] + "!\n"
    assert in_main("PBK801", broken)[0].span.column == len(broken) - 1


def test_a_message_never_repeats_what_the_line_holds() -> None:
    secret = "AKIAABCDEFGHIJKLMNOP"
    for fields in ({"outcome": secret}, {"level": secret}, {"event": secret}, {"ts": secret}, {"rev": secret}):
        [found] = in_main("PBK801", ledger_line(**fields))
        assert secret not in found.message + found.hint
    [found] = in_main("PBK801", ledger_line(**{secret: "x"}))
    assert secret not in found.message
    assert found.span.column > 1


def test_a_conflict_names_the_other_line() -> None:
    other = GOOD.replace("success", "failure")
    found = findings("PBK804", {**PLAYBOOK, "trust-ledger.d/2026-12/0a.jsonl": GOOD.encode(), MAIN: other.encode()})
    assert [(item.path, item.message) for item in found] == [
        (MAIN, f"the id {id_of(GOOD)} stands for another event at trust-ledger.d/2026-12/0a.jsonl:1")
    ]


def test_copies_in_two_files_are_one_event() -> None:
    shard = ledger_line(nonce=NONCE) + GOOD
    both = {**PLAYBOOK, "trust-ledger.d/2026-12/0a.jsonl": shard.encode(), MAIN: GOOD.encode()}
    assert [rule.id for rule in LEDGER_RULES if findings(rule.id, both)] == []


def test_what_cannot_be_read_is_not_missing() -> None:
    void = void_line(id_of(GOOD))
    assert in_main("PBK808", GOOD.replace('"v":1}', '"v":9}') + void) == []
    assert in_main("PBK808", GOOD.replace("\n", "\r\n") + void) == []
    broken = {"playbooks/cut-a-release.yaml": b"name: [\n", MAIN: GOOD.encode()}
    assert findings("PBK806", broken) == []
    assert len(findings("PBK806", {MAIN: GOOD.encode()})) == 1


def test_unknown_playbooks_are_reported_once_with_a_hint() -> None:
    text = ledger_line(playbook="cut-a-relaese") + ledger_line(playbook="cut-a-relaese", nonce=NONCE)
    [found] = in_main("PBK806", text + ledger_line(scope="team") + ledger_line(playbook="zzz"))[:1]
    assert found.message == "no playbook of scope 'default' is called 'cut-a-relaese' (2 events)"
    assert "did you mean 'cut-a-release'" in found.hint
    assert "scope 'default'" in in_main("PBK806", ledger_line(scope="team"))[0].hint


def test_a_retired_playbook_may_be_deleted() -> None:
    gone = event("retired", number=1, playbook="gone", note="obsolete")
    back = event("revived", number=2, at=gone.ts + SECOND, playbook="gone")
    assert in_main("PBK806", gone.line()) == []
    assert len(in_main("PBK806", gone.line() + back.line())) == 1
    assert len(in_main("PBK806", back.line() + gone.line())) == 1


def test_future_is_told_from_now() -> None:
    ahead = outcome(at=NOW + 11 * MINUTE).line()
    assert len(findings("PBK807", {MAIN: ahead})) == 1
    assert findings("PBK807", {MAIN: ahead}, now=NOW + MINUTE) == []
    assert format_instant(NOW)[:19] in findings("PBK807", {MAIN: ahead})[0].message


@pytest.mark.parametrize(
    ("path", "misplaced"),
    [
        ("trust-ledger.d/2026-12/0a.jsonl", False),
        ("lib/trust-ledger.d/2026-01/0a.jsonl", False),
        (MAIN, False),
        (".pbk/outbox/0a.jsonl", False),
        ("trust-ledger.d/0a.jsonl", True),
        ("trust-ledger.d/2026-13/0a.jsonl", True),
        ("trust-ledger.d/2026-12/more/0a.jsonl", True),
        ("trust-ledger.d/old/trust-ledger.d/0a.jsonl", True),
    ],
)
def test_where_a_shard_lies(path: str, misplaced: bool) -> None:  # noqa: FBT001 - a parameter of a table
    found = findings("PBK812", {path: (GOOD + GOOD).encode()})
    assert [item.path for item in found] == [path] * misplaced


def test_a_file_full_of_one_trouble_is_counted() -> None:
    found = in_main("PBK810", GOOD.replace("\n", "\r\n") * 70)
    assert len(found) == MOST_IN_A_FILE + 1
    assert found[-1].message == "20 more lines of this file from here on, with the same trouble"
    assert found[-1].span.line == MOST_IN_A_FILE + 1


def test_lines_of_a_file() -> None:
    assert ledger_lines("a", b"") == []
    assert [(line.number, line.content, line.whole) for line in ledger_lines("a", b"x\n\ny")] == [
        (1, b"x", True),
        (2, b"", True),
        (3, b"y", False),
    ]


def test_a_line_is_decoded_once_for_all_rules() -> None:
    library = lint_library({MAIN: GOOD.encode()})
    assert records_of(library) is records_of(library)
    assert records_of(lint_library({MAIN: GOOD.encode()})) is not records_of(library)


def test_severities_and_finalize() -> None:
    assert len(LEDGER_RULES) == 13
    mild = {"PBK805", "PBK806", "PBK807", "PBK813"}
    assert {rule.id for rule in LEDGER_RULES if rule.severity is not Severity.ERROR} == mild
    assert all(rule.check is None and rule.finalize for rule in LEDGER_RULES)


@given(events_strategy())
def test_what_pbk_writes_is_clean(events: list[Event]) -> None:
    lines = b"".join(item.line() for item in events)
    playbooks = ("PBK806", "PBK808", "PBK813")  # of which names, voids of nothing and levels are drawn
    found = [(rule.id, item) for rule in LEDGER_RULES for item in findings(rule.id, {MAIN: lines})]
    assert [item for item in found if item[0] not in playbooks] == []


@given(st.lists(st.one_of(st.just(GOOD.encode()), st.binary(max_size=60))), st.integers(0, 300), st.binary(max_size=2))
@example([GOOD.encode()], 3, b"\n")
@example([GOOD.encode()], 0, b"\xef\xbb\xbf")
def test_any_bytes_have_a_place(parts: list[bytes], at: int, inserted: bytes) -> None:
    data = b"".join(parts)
    data = data[:at] + inserted + data[at:]
    library = lint_library({MAIN: data})
    lines = data.split(b"\n")
    for rule in LEDGER_RULES:
        for item in findings(rule.id, library):
            line = lines[item.span.line - 1].decode("utf-8", "replace")
            assert item.path == MAIN
            assert 1 <= item.span.column <= item.span.end_column <= len(line) + 1
            assert len(item.message) <= MESSAGE_LIMIT
            assert item.message.isprintable()
    unread = {record.line.number for record in records_of(library) if record.trouble}
    spoken = {item.span.line for rule in LEDGER_RULES for item in findings(rule.id, library)}
    assert unread <= spoken or len(unread) > MOST_IN_A_FILE


@given(st.integers(0, 20), st.sampled_from(["actor", "note", "outcome", "nonce"]))
def test_every_edit_of_a_line_shows(number: int, field: str) -> None:
    written = sealed(outcome(number=number, note="as it was"))
    fields = written.fields()
    fields[field] = {"actor": "bob", "note": "as it is", "outcome": "failure", "nonce": "f" * 16}[field]
    assert len(in_main("PBK803", ledger_line(**fields))) == 1


def test_a_hundred_thousand_lines_take_seconds() -> None:
    count = 5_000
    lines = b"".join(outcome(number=number, evidence="run").line() for number in range(count))
    library = lint_library({**PLAYBOOK, MAIN: lines})
    started = time.process_time()  # of this process alone, whatever else the machine does
    assert [item for rule in LEDGER_RULES for item in findings(rule.id, library)] == []
    assert (time.process_time() - started) / count * 100_000 < 20  # a few, with room for a slow machine
