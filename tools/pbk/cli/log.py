"""`pbk log`: what the ledger holds, newest last."""

from __future__ import annotations

from typing import Annotated

import typer

from pbk.cli.opening import needed, open_shelf
from pbk.cli.options import JsonOption, LibraryOption, NowOption
from pbk.cli.output import emit, emit_json, styled
from pbk.model.event import Event
from pbk.model.instant import format_instant
from pbk.model.visible import visible
from pbk.store.ledger.read import StoredEvent, read_events

SCHEMA = "pbk.log/1"


def log(
    name: Annotated[str | None, typer.Argument(help="Only this playbook.")] = None,
    *,
    limit: Annotated[int | None, typer.Option("--limit", "-n", min=1, help="Only the newest N events.")] = None,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Show the events of the ledger in the order of their time, with their ids, for `pbk void`."""
    shelf = needed(open_shelf(library or (), now))
    item = shelf.find(name) if name else None
    owner = item.library if item else shelf.libraries[0]
    found = read_events(
        owner.root, playbook=item.entry.name if item else None, scope=item.entry.scope if item else None
    )
    kept = list(found)[-(limit or 0) :]
    if json:
        rows = [
            {**stored.event.fields(), "voided": stored.voided, "future": stored.event.ts > owner.now} for stored in kept
        ]
        emit_json({"schema": SCHEMA, "library": owner.name, "events": rows})
        return
    if not kept:
        emit("no events yet: `pbk record NAME --success` or `--failure` writes the first")
    for stored in kept:
        emit(_line(stored, owner.now))


def _line(item: StoredEvent, now: int) -> str:
    event = item.event
    words = [format_instant(event.ts)[:19].replace("T", " "), event.id, f"{event.playbook:<24}", _what(event)]
    words.append(f"by {visible(event.actor, limit=60)}")
    if event.note:
        words.append(f"- {visible(event.note, limit=120)}")
    if item.voided:
        words.append("(voided)")
    if event.ts > now:
        words.append("(later than now: not seen yet)")
    line = "  ".join(words)
    return styled(line, "dim") if item.voided else line


def _what(event: Event) -> str:
    if event.outcome is not None and event.level is not None:
        return f"{event.outcome.value} ({event.level.value})"
    return f"{event.event.value} {event.target}" if event.target else event.event.value
