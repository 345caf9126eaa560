"""Who acts, and where what they say is written: shared by the verbs that add to a ledger."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pbk.cli.opening import needed, open_shelf
from pbk.cli.output import emit, emit_json, remark
from pbk.errors import RefusedError, UsageError
from pbk.model.event import Event
from pbk.model.instant import format_instant, from_seconds
from pbk.model.standing import Band, Standing
from pbk.model.visible import visible
from pbk.store.actor import actor_name, agent_variable
from pbk.store.git import git_place
from pbk.store.ledger.places import Place
from pbk.store.library import FOLLOWED, Library


@dataclass(frozen=True, slots=True)
class Hand:
    """The actor's name, and the place in the ledger that this actor writes to."""

    actor: str
    place: Place


def writing_hand(library: Library) -> Hand:
    """Return who acts and where it is written: the one file on the default branch, a new shard on any other."""
    wanted = library.settings.text("ledger", "write") or "auto"
    place = git_place(library.root, default_branch=library.settings.text("ledger", "default_branch"))
    actor = actor_name(os.environ, place.identity if place else None)
    if wanted != "auto":
        return Hand(actor, Place(wanted))
    single = place is None or place.on_default_branch
    return Hand(actor, Place.SINGLE if single else Place.SHARD)


def person_only(verb: str) -> None:
    """Refuse a correction that only a person may make where the environment says that an agent is typing."""
    agent = agent_variable(os.environ)
    if agent is not None:
        raise RefusedError(
            f"an agent may not {verb}: that is for a person",
            where=f"the environment says {agent}={visible(os.environ[agent], limit=20)}",
            mend="record what was seen with `pbk record`, and ask a person",
        )


def warn_of_future(event: Event) -> None:
    """Say on standard error when an event was given a time that lies ahead, where no reader sees it yet."""
    if event.ts > from_seconds(time.time()) + FOLLOWED:
        remark(f"pbk: note: this is dated {format_instant(event.ts)[:19]}Z, in the future: it is not seen before then")


def at_terminal() -> bool:
    """Whether somebody types at a terminal; where the answer goes to does not matter."""
    return sys.stdin.isatty()


def moved(name: str, before: Standing, after: Standing) -> str:
    """Return how a playbook's standing moved, in one line."""
    words = f"{name}: trust {before.trust:.2f} -> {after.trust:.2f}"
    if after.uses:
        words += f" (worked {after.successes} of {after.uses})"
    if after.band is Band.RETIRED:
        why = after.retirement.why if after.retirement else ""
        return f"{words}, {'still retired' if before.band is Band.RETIRED else 'now retired'}: {why}"
    words += {
        Band.NORMAL: ", offered",
        Band.CAVEAT: ", offered with a caveat",
        Band.WAITING: ", below the floor: not offered, it waits for a person",
    }[after.band]
    return words


def change_life(
    act: Callable[..., Event], name: str, why: str, *, json: bool, library: Sequence[Path], now: str | None
) -> None:
    """Retire or revive (`act` of `recording`) a playbook for a person, and print how its standing moved."""
    person_only(f"{act.__name__} a playbook")
    refuse_no_reason(why)
    item = needed(open_shelf(library, now)).find(name)
    hand = writing_hand(item.library)
    before = item.library.standing(item.entry)
    event = act(item.library, item.entry.name, scope=item.entry.scope, why=why, actor=hand.actor, place=hand.place)
    warn_of_future(event)
    if json:
        emit_json(event.fields(), compact=True)
        return
    emit(moved(item.entry.name, before, item.library.standing(item.entry)))


def refuse_no_reason(why: str) -> None:
    """Refuse a correction that says no reason: the ledger keeps it for whoever asks later."""
    if not why.strip():
        raise UsageError("say why", where="--why", mend="the ledger keeps the reason")
