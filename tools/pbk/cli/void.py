"""`pbk void`: take back an event without removing it."""

from __future__ import annotations

from typing import Annotated

import typer

from pbk.cli.acting import moved, person_only, refuse_no_reason, warn_of_future, writing_hand
from pbk.cli.opening import needed, open_shelf
from pbk.cli.options import JsonOption, LibraryOption, NowOption, WhyOption
from pbk.cli.output import emit, emit_json
from pbk.errors import UsageError
from pbk.store import recording
from pbk.store.ledger.read import StoredEvent, read_events
from pbk.store.library import Library
from pbk.store.shelf import Shelf

SHORTEST_PREFIX = 8  # hex digits


def void(
    event_id: Annotated[str, typer.Argument(help="The event's id, as `pbk log` shows it (or its beginning).")],
    *,
    why: WhyOption,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Take back an event: it stays in the ledger, and no longer counts."""
    person_only("take back an event")
    refuse_no_reason(why)
    owner, stored = _stored(needed(open_shelf(library or (), now)), event_id.lower())
    if stored.voided:
        raise UsageError(f"{stored.event.id} is void already", mend="nothing needs to be done")
    hand = writing_hand(owner)
    entry = owner.find(stored.event.playbook, scope=stored.event.scope)
    before = owner.standing(entry) if entry else None
    event = recording.void(owner, stored.event, why=why, actor=hand.actor, place=hand.place)
    warn_of_future(event)
    if json:
        emit_json(event.fields(), compact=True)
    elif entry is not None and before is not None:
        emit(moved(entry.name, before, owner.standing(entry)))
    else:
        emit(f"{stored.event.id} is void")


def _stored(shelf: Shelf, wanted: str) -> tuple[Library, StoredEvent]:
    if len(wanted) < SHORTEST_PREFIX:
        raise UsageError(f"{wanted!r} is too short for an id", mend=f"give at least {SHORTEST_PREFIX} digits of it")
    found = [
        (library, stored)
        for library in shelf.libraries
        for stored in read_events(library.root)
        if stored.event.id.startswith(wanted)
    ]
    if not found:
        raise UsageError(f"no event has the id {wanted}", mend="`pbk log` shows every id")
    if len(found) > 1:
        raise UsageError(f"{len(found)} events begin with {wanted}", mend="give more digits")
    return found[0]
