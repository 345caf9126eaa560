"""Lines of a ledger for the examples of its rules: the same event with one thing changed, under its right id."""

from __future__ import annotations

from pbk.model.canonical import Json, canonical_json
from pbk.model.event import event_id

FILE = "# file: trust-ledger.jsonl\n"
_OUTCOME: dict[str, Json] = {
    "v": 1,
    "nonce": "00112233445566aa",
    "ts": "2026-12-01T10:00:00.000000Z",
    "event": "outcome",
    "playbook": "cut-a-release",
    "scope": "default",
    "rev": "0123456789abcdef",
    "actor": "maintainer",
    "outcome": "success",
    "level": "verified",
    "evidence": "run 17 of the release workflow",
}
_OF_AN_OUTCOME = ("outcome", "level", "evidence", "rev")


def ledger_line(**changes: Json) -> str:
    """Return an outcome as it would be stored, newline included; a field that is None is left out.

    The id is the right one unless it is given.
    """
    fields = {key: value for key, value in (_OUTCOME | changes).items() if value is not None}
    return canonical_json({"id": event_id(fields), **fields}) + "\n"


def void_line(target: str) -> str:
    """Return a void of the event `target` as it would be stored, newline included."""
    without = dict.fromkeys(_OF_AN_OUTCOME)
    return ledger_line(**without, event="void", target=target, nonce="00112233445566bb")


def id_of(line: str) -> str:
    """Return the id that stands in a line of `ledger_line`."""
    return line.partition('"id":"')[2].partition('"')[0]
