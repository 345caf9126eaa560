"""Ledger events: one fact a line, with an id that is a hash of the rest of the line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple, cast

from pbk.model.canonical import Json, canonical_json, digest
from pbk.model.event_kind import EventKind, Level, Verdict
from pbk.model.instant import format_instant, parse_instant

LEDGER_VERSION = 1
ID_DIGITS = 32
NONCE_DIGITS = 16
REV_DIGITS = 16
LINE_LIMIT = 256 * 1024  # bytes of one stored line, its newline included
NOTE_LIMIT = 64 * 1024  # characters

REQUIRED_FIELDS = ("v", "id", "nonce", "ts", "event", "playbook", "scope", "actor")
OPTIONAL_FIELDS = ("rev", "outcome", "level", "evidence", "run", "episode", "followed", "note", "target")
_TEXT_FIELDS = ("id", "nonce", "ts", "event", "playbook", "scope", "actor", "rev", "outcome", "level", "run")
_MORE_TEXT_FIELDS = ("episode", "followed", "note", "target")
_HEX = re.compile(r"[0-9a-f]+", re.ASCII)
_FOLLOWED = re.compile(r"\d{1,4}/\d{1,4}", re.ASCII)


class EventError(ValueError):
    """A line that is not an event of this version; the text says which field and why."""


class Event(NamedTuple):
    """One event. `ts` is in microseconds; `target` is the id that a `void` takes back."""

    id: str
    nonce: str
    ts: int
    event: EventKind
    playbook: str
    scope: str
    actor: str
    rev: str | None = None
    outcome: Verdict | None = None
    level: Level | None = None
    evidence: str | Mapping[str, Json] | None = None
    run: str | None = None
    episode: str | None = None
    followed: str | None = None
    note: str | None = None
    target: str | None = None

    def fields(self) -> dict[str, Json]:
        """Return the event as the mapping that is stored, absent fields left out."""
        named: dict[str, object] = {
            "v": LEDGER_VERSION,
            "id": self.id,
            "nonce": self.nonce,
            "ts": format_instant(self.ts),
            "event": self.event.value,
            "playbook": self.playbook,
            "scope": self.scope,
            "actor": self.actor,
            "rev": self.rev,
            "outcome": self.outcome.value if self.outcome else None,
            "level": self.level.value if self.level else None,
            "evidence": dict(self.evidence) if isinstance(self.evidence, Mapping) else self.evidence,
            "run": self.run,
            "episode": self.episode,
            "followed": self.followed,
            "note": self.note,
            "target": self.target,
        }
        return cast(dict[str, Json], {key: value for key, value in named.items() if value is not None})

    def line(self) -> bytes:
        """Return the line that is stored: canonical JSON in UTF-8, newline included."""
        return canonical_json(self.fields()).encode("utf-8") + b"\n"


def event_id(fields: Mapping[str, Json]) -> str:
    """Return the id that an event with these stored fields has: 32 hex of SHA-256 of its line without `id`."""
    return digest({key: value for key, value in fields.items() if key != "id"}, ID_DIGITS)


def sealed(event: Event) -> Event:
    """Return `event` with the id that its other fields give it, checked as a reader would.

    Raises `EventError` when it could not be stored and read back.
    """
    try:
        fields = event.fields()
        fields["id"] = event_id(fields)
        line = canonical_json(fields).encode("utf-8")
    except (TypeError, ValueError) as error:
        raise EventError(f"cannot be stored as JSON: {error}") from None
    return parse_event(line)


def parse_event(line: bytes | str) -> Event:
    """Return the event of one stored line, with or without its newline. Raises `EventError` saying what is wrong.

    Checked here: UTF-8, JSON, version, event kind, fields and their types, times, what each kind needs, length. Not
    checked: canonical spelling and the recomputed id (`event_id`), which are the linter's and `verify`'s to report.
    """
    # A text with half of a surrogate pair has no UTF-8 form: let through here, refused below, where it says so.
    stored = line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")
    if len(stored) + (not stored.endswith(b"\n")) > LINE_LIMIT:
        raise EventError(f"longer than {LINE_LIMIT} bytes")
    try:
        # `json.loads` would guess the encoding of bytes, and so accept UTF-16 and half a surrogate pair.
        text = line.decode("utf-8") if isinstance(line, bytes) else line
    except UnicodeDecodeError:
        raise EventError("not valid UTF-8") from None
    try:
        fields = json.loads(text, object_pairs_hook=_distinct, parse_constant=_no_constant)
    except EventError:
        raise
    except (ValueError, RecursionError):
        raise EventError("not valid JSON in UTF-8") from None
    event = event_from(fields)
    if "\\u" in text or not isinstance(line, bytes):
        _need_storable(fields)
    return event


def event_from(fields: object) -> Event:
    """Return the event that a decoded line means. Raises `EventError`."""
    if not isinstance(fields, dict):
        raise EventError("not a JSON object")
    version = fields.get("v")
    if version != LEDGER_VERSION or isinstance(version, bool):
        raise EventError(f"version {version!r:.20} is not known: this pbk reads version {LEDGER_VERSION}; upgrade pbk")
    _need_types(fields)
    try:
        kind = EventKind(fields["event"])
    except ValueError:
        raise EventError(f"event {fields['event'][:40]!r} is not known; upgrade pbk") from None
    _need_shapes(fields)
    try:
        ts = parse_instant(fields["ts"])
    except ValueError as error:
        raise EventError(f"'ts' is {error}") from None
    _need_by_kind(kind, fields)
    try:
        outcome = Verdict(fields["outcome"]) if "outcome" in fields else None
        level = Level(fields["level"]) if "level" in fields else None
    except ValueError as error:
        raise EventError(f"{error}; expected one of the words of version {LEDGER_VERSION}") from None
    return Event(
        id=fields["id"],
        nonce=fields["nonce"],
        ts=ts,
        event=kind,
        playbook=fields["playbook"],
        scope=fields["scope"],
        actor=fields["actor"],
        rev=fields.get("rev"),
        outcome=outcome,
        level=level,
        evidence=fields.get("evidence"),
        run=fields.get("run"),
        episode=fields.get("episode"),
        followed=fields.get("followed"),
        note=fields.get("note"),
        target=fields.get("target"),
    )


def _need_types(fields: Mapping[str, object]) -> None:
    """Hold which fields there are and what type each has."""
    for name in REQUIRED_FIELDS:
        if name not in fields:
            raise EventError(f"lacks {name!r}")
    for name, value in fields.items():
        if name in _TEXT_FIELDS or name in _MORE_TEXT_FIELDS:
            if not isinstance(value, str) or not value:
                raise EventError(f"{name!r} must be a text that is not empty")
        elif name not in REQUIRED_FIELDS and name not in OPTIONAL_FIELDS:
            raise EventError(f"has a field that version {LEDGER_VERSION} lacks: {name[:40]!r}")
    evidence = fields.get("evidence")
    if "evidence" in fields and not (isinstance(evidence, (str, dict)) and evidence):
        raise EventError("'evidence' must be a text or an object that is not empty")
    if isinstance(evidence, dict):
        _need_storable(evidence)


def _need_shapes(fields: Mapping[str, str]) -> None:
    """Hold how the texts are spelled that have a shape of their own, and how long a note may be."""
    _need_hex(fields["id"], "id", ID_DIGITS)
    _need_hex(fields["nonce"], "nonce", NONCE_DIGITS)
    if "rev" in fields:
        _need_hex(fields["rev"], "rev", REV_DIGITS)
    if "target" in fields:
        _need_hex(fields["target"], "target", ID_DIGITS)
    if len(fields.get("note", "")) > NOTE_LIMIT:
        raise EventError(f"'note' is longer than {NOTE_LIMIT} characters")
    if "followed" in fields and not _FOLLOWED.fullmatch(fields["followed"]):
        raise EventError("'followed' must read k/n")


def _need_hex(text: str, name: str, digits: int) -> None:
    if len(text) != digits or not _HEX.fullmatch(text):
        raise EventError(f"{name!r} must be {digits} lower-case hex digits")


def _need_storable(value: object) -> None:
    """Refuse what can be read but never written back: half a surrogate pair, an overflowing number, endless nesting."""
    try:
        canonical_json(value).encode("utf-8")
    except (TypeError, ValueError, RecursionError):
        raise EventError("holds a value that JSON in UTF-8 cannot say") from None


def _need_by_kind(kind: EventKind, fields: Mapping[str, object]) -> None:
    """Hold what each kind needs and what only that kind may carry."""
    needs = {EventKind.OUTCOME: ("outcome", "level", "rev"), EventKind.VOID: ("target",)}.get(kind, ())
    for name in needs:
        if name not in fields:
            raise EventError(f"an event {kind.value!r} needs {name!r}")
    for name, owner in (("outcome", EventKind.OUTCOME), ("level", EventKind.OUTCOME), ("target", EventKind.VOID)):
        if name in fields and kind is not owner:
            raise EventError(f"{name!r} belongs to events of kind {owner.value!r} only")


def _distinct(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Build an object, refusing a key that stands twice: two readers could see two events."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise EventError("a key stands twice")
    return fields


def _no_constant(word: str) -> Json:
    """Refuse `NaN` and the infinities, which Python reads and JSON lacks."""
    raise EventError(f"{word} is not JSON")
