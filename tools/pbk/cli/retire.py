"""`pbk retire`: take a playbook out of use, keeping it."""

from __future__ import annotations

from pbk.cli.acting import moved, person_only, warn_of_future, writing_hand
from pbk.cli.opening import needed, open_shelf
from pbk.cli.options import JsonOption, LibraryOption, NameArgument, NowOption, WhyOption
from pbk.cli.output import emit, emit_json
from pbk.errors import UsageError
from pbk.store import recording


def retire(
    name: NameArgument,
    *,
    why: WhyOption,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Retire a playbook: it is kept and never offered again, until it is revived."""
    person_only("retire a playbook")
    if not why.strip():
        raise UsageError("say why", where="--why", mend="the ledger keeps the reason")
    item = needed(open_shelf(library or (), now)).find(name)
    hand = writing_hand(item.library)
    before = item.library.standing(item.entry)
    event = recording.retire(
        item.library, item.entry.name, scope=item.entry.scope, why=why, actor=hand.actor, place=hand.place
    )
    warn_of_future(event)
    if json:
        emit_json(event.fields(), compact=True)
        return
    emit(moved(item.entry.name, before, item.library.standing(item.entry)))
