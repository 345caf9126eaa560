from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbk.model.canonical import canonical_json
from pbk.model.event import (
    LINE_LIMIT,
    NOTE_LIMIT,
    OPTIONAL_FIELDS,
    REQUIRED_FIELDS,
    Event,
    EventError,
    event_from,
    event_id,
    parse_event,
    sealed,
)
from pbk.model.event_kind import EventKind, Level, Verdict
from pbk.store.schemas import EVENT_SCHEMA, schema
from support.ledger_events import REVS, START, draft, event, events_strategy, outcome

SCHEMA = jsonschema.Draft202012Validator(schema(EVENT_SCHEMA))
FULL = outcome(run="r", evidence={"exit": 0}, episode="ep_1", followed="2/3", note="é").fields()


def is_valid(fields: Mapping[str, Any]) -> bool:
    try:
        event_from(fields)
    except EventError:
        return False
    return True


@given(events_strategy(most=8))
@settings(max_examples=50, deadline=None)
def test_a_stored_line_reads_back_as_the_same_event(events: list[Event]) -> None:
    for each in events:
        assert parse_event(each.line()) == parse_event(each.line()[:-1]) == each
        assert each.line() == canonical_json(json.loads(each.line())).encode() + b"\n"
        assert each.id == event_id(each.fields())


def test_the_id_depends_on_every_field() -> None:
    ids = {event_id({**FULL, name: "x"}) for name in FULL if name != "id"}
    assert len(ids) == len(FULL) - 1
    assert event_id({**FULL, "id": "other"}) == event_id(FULL)


def test_canonical_json_has_the_documented_spelling() -> None:
    line = outcome(note='é "x"').line().decode()
    assert line.startswith('{"actor":"ann","event":"outcome","id":"')
    assert '"note":"é \\"x\\""' in line
    assert line.endswith('"ts":"2026-11-02T00:00:00.000000Z","v":1}\n')


REFUSED: list[tuple[Mapping[str, Any], str]] = [
    *[({name: None}, name) for name in [*REQUIRED_FIELDS, *OPTIONAL_FIELDS]],
    *[({name: ""}, name) for name in [*REQUIRED_FIELDS, *OPTIONAL_FIELDS] if name != "v"],
    *[({name: 7}, name) for name in [*REQUIRED_FIELDS, *OPTIONAL_FIELDS]],
    *[({name: {}}, name) for name in OPTIONAL_FIELDS],
    ({"v": True}, "version"),
    ({"v": 2}, "upgrade"),
    ({"event": "promoted"}, "upgrade"),
    ({"extra": 1}, "extra"),
    ({"id": "A" * 32}, "id"),
    ({"id": "a" * 31}, "id"),
    ({"id": "a" * 32 + "\n"}, "id"),
    ({"nonce": "a" * 17}, "nonce"),
    ({"rev": "xyz"}, "rev"),
    ({"rev": REVS[0] + "\n"}, "rev"),
    ({"ts": "2026-11-02"}, "ts"),
    ({"ts": "2026-11-02T00:00:00.0Z"}, "ts"),
    ({"ts": "2026-11-02T00:00:00+00:00"}, "ts"),
    ({"ts": "2026-11-02T00:00:00Z\n"}, "ts"),
    ({"ts": "٢٠٢٦-11-02T00:00:00Z"}, "ts"),
    ({"followed": "3 of 4"}, "followed"),
    ({"followed": "3/4\n"}, "followed"),
    ({"followed": "12345/4"}, "followed"),
    ({"note": "x" * (NOTE_LIMIT + 1)}, "note"),
    ({"outcome": "won"}, "won"),
    ({"level": "sworn"}, "sworn"),
    ({"target": "a" * 32}, "target"),
    ({"event": "void"}, "target"),
    ({"event": "note"}, "outcome"),
    ({"evidence": []}, "evidence"),
]


@pytest.mark.parametrize(("change", "word"), REFUSED)
def test_a_wrong_field_is_refused_by_name_and_by_the_schema(change: Mapping[str, Any], word: str) -> None:
    fields = {**FULL, **change}
    with pytest.raises(EventError, match=word):
        event_from(fields)
    assert not SCHEMA.is_valid(fields)


@pytest.mark.parametrize("name", REQUIRED_FIELDS)
def test_a_missing_field_is_refused_by_name_and_by_the_schema(name: str) -> None:
    fields = {key: value for key, value in FULL.items() if key != name}
    with pytest.raises(EventError, match=name):
        event_from(fields)
    assert not SCHEMA.is_valid(fields)


@pytest.mark.parametrize("name", ["outcome", "level", "rev"])
def test_an_outcome_needs_what_it_needs(name: str) -> None:
    fields = {key: value for key, value in FULL.items() if key != name}
    with pytest.raises(EventError, match=name):
        event_from(fields)
    assert not SCHEMA.is_valid(fields)


VALUES = st.one_of(
    st.none(),
    st.integers(0, 2),
    st.booleans(),
    st.sampled_from(
        [
            "",
            "x",
            "1/2",
            "a" * 16,
            "a" * 32,
            "outcome",
            "void",
            "retired",
            "success",
            "verified",
            "2026-11-02T00:00:00Z",
            "2026-11-02T00:00:00.000001Z",
            "é",
            {},
            {"a": [1, {"b": None}]},
            [],
            1.0,
            1.5,
        ]
    ),
)
FIELDS = st.sampled_from([*REQUIRED_FIELDS, *OPTIONAL_FIELDS, "extra"])


@given(
    events_strategy(least=1, most=1),
    st.dictionaries(FIELDS, VALUES, max_size=3),
    st.sets(FIELDS, max_size=2),
)
@settings(max_examples=125, deadline=None)
def test_the_schema_and_the_parser_agree(events: list[Event], put: dict[str, Any], removed: set[str]) -> None:
    fields = {name: value for name, value in {**events[0].fields(), **put}.items() if name not in removed}
    assert SCHEMA.is_valid(fields) == is_valid(fields)


def test_the_schema_names_all_fields_and_words_and_describes_them() -> None:
    document = schema(EVENT_SCHEMA)
    jsonschema.Draft202012Validator.check_schema(document)
    properties = document["properties"]
    assert set(properties) == {*REQUIRED_FIELDS, *OPTIONAL_FIELDS}
    assert document["required"] == list(REQUIRED_FIELDS)
    assert all(field["title"] and field["description"] for field in properties.values())
    assert properties["event"]["enum"] == list(EventKind)
    assert properties["outcome"]["enum"] == list(Verdict)
    assert properties["level"]["enum"] == list(Level)


BAD_LINES = [
    (b"", "not valid JSON"),
    (b"{", "not valid JSON"),
    (b"[" * 100_000, "not valid JSON"),
    (b"\xff", "UTF-8"),
    (outcome().line().replace(b'"ann"', b'"\xed\xa0\x80"'), "UTF-8"),
    (outcome().line().decode().encode("utf-16"), "UTF-8"),
    (outcome().line().replace(b'"ann"', b'"\\ud800"'), "cannot say"),
    (outcome(evidence={"a": 1}).line().replace(b'{"a":1}', b'{"a":NaN}'), "NaN"),
    (outcome(evidence={"a": 1}).line().replace(b'{"a":1}', b'{"a":1e999}'), "cannot say"),
    (outcome().line().replace(b'"v":1', b'"v":1,"v":1'), "twice"),
    (outcome(evidence={"a": 1}).line().replace(b'{"a":1}', b'{"a":1,"a":1}'), "twice"),
    (b"x" * (LINE_LIMIT + 1), "longer"),
]


@pytest.mark.parametrize(("line", "word"), BAD_LINES)
def test_a_line_that_is_no_event_is_refused(line: bytes, word: str) -> None:
    with pytest.raises(EventError, match=word):
        parse_event(line)


def test_the_limit_of_a_line_counts_its_newline() -> None:
    empty = len(outcome(evidence={"a": "x"}).line()) - 1
    longest = outcome(evidence={"a": "x" * (LINE_LIMIT - empty)})
    assert len(longest.line()) == LINE_LIMIT
    assert parse_event(longest.line()[:-1]) == parse_event(longest.line()) == longest
    with pytest.raises(EventError, match="longer"):
        sealed(longest._replace(evidence={"a": "x" * (LINE_LIMIT - empty + 1)}))


@pytest.mark.parametrize(
    "bad",
    [
        {"evidence": {"a": {1, 2}}},
        {"evidence": {"a": float("inf")}},
        {"note": "\ud800"},
        {"actor": ""},
        {"event": EventKind.VOID},
        {"rev": "short"},
    ],
)
def test_a_draft_that_could_not_be_read_back_is_not_sealed(bad: dict[str, Any]) -> None:
    with pytest.raises(EventError):
        sealed(draft()._replace(nonce="0" * 16, **bad))


def test_a_void_names_its_target() -> None:
    assert event("void", target="a" * 32, at=START).target == "a" * 32
