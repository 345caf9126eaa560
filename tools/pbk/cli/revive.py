"""`pbk revive`: put a playbook back into use, with a new start."""

from __future__ import annotations

from pbk.cli.acting import moved, person_only, warn_of_future, writing_hand
from pbk.cli.opening import needed, open_shelf
from pbk.cli.options import JsonOption, LibraryOption, NameArgument, NowOption, WhyOption
from pbk.cli.output import emit, emit_json
from pbk.errors import UsageError
from pbk.store import recording


def revive(
    name: NameArgument,
    *,
    why: WhyOption,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Revive a retired playbook, or one that waits: a new start, with nothing held for or against it."""
    person_only("revive a playbook")
    if not why.strip():
        raise UsageError("say why", where="--why", mend="the ledger keeps the reason")
    item = needed(open_shelf(library or (), now)).find(name)
    hand = writing_hand(item.library)
    before = item.library.standing(item.entry)
    event = recording.revive(
        item.library, item.entry.name, scope=item.entry.scope, why=why, actor=hand.actor, place=hand.place
    )
    warn_of_future(event)
    if json:
        emit_json(event.fields(), compact=True)
        return
    emit(moved(item.entry.name, before, item.library.standing(item.entry)))
