"""Recording what happened: the events that a person, a program or a check adds to a ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, Unpack

from pbk.errors import UsageError
from pbk.model.canonical import Json
from pbk.model.event import Event
from pbk.model.event_kind import EventKind, Level, Verdict
from pbk.store.index import Entry
from pbk.store.ledger.places import Place
from pbk.store.library import Library

DEFAULT_ACTOR = "api"


class Circumstances(TypedDict, total=False):
    """What may be said of an outcome beside its verdict: all optional."""

    evidence: str | Mapping[str, Json] | None
    run: str | None
    episode: str | None
    followed: str | None
    note: str | None


def record(  # noqa: PLR0913 - keyword-only circumstances of one event
    library: Library,
    playbook: str,
    *,
    scope: str | None = None,
    succeeded: bool | None,
    level: Level = Level.OBSERVED,
    actor: str = DEFAULT_ACTOR,
    place: Place = Place.SINGLE,
    **circumstances: Unpack[Circumstances],
) -> Event:
    """Append the outcome of one use of a playbook (named by name or id) and return the event as stored.

    `succeeded` None means inconclusive: the infrastructure failed, which says nothing about the playbook. The level
    defaults to *observed*: a program that calls this says what it saw, not what it was told.
    """
    entry = known(library, playbook, scope)
    verdict = {True: Verdict.SUCCESS, False: Verdict.FAILURE, None: Verdict.INCONCLUSIVE}[succeeded]
    draft = _about(entry, actor)._replace(event=EventKind.OUTCOME, outcome=verdict, level=level, **circumstances)
    return library.append(draft, place=place)


def retire(  # noqa: PLR0913 - keyword-only circumstances of one event
    library: Library,
    playbook: str,
    *,
    scope: str | None = None,
    why: str,
    actor: str = DEFAULT_ACTOR,
    place: Place = Place.SINGLE,
) -> Event:
    """Retire a playbook: it is kept, and never offered until it is revived. Returns the event as stored."""
    draft = _about(known(library, playbook, scope), actor)._replace(event=EventKind.RETIRED, note=why)
    return library.append(draft, place=place)


def revive(  # noqa: PLR0913 - keyword-only circumstances of one event
    library: Library,
    playbook: str,
    *,
    scope: str | None = None,
    why: str,
    actor: str = DEFAULT_ACTOR,
    place: Place = Place.SINGLE,
) -> Event:
    """Revive a playbook: a new epoch begins, with nothing held for or against it. Returns the event as stored."""
    draft = _about(known(library, playbook, scope), actor)._replace(event=EventKind.REVIVED, note=why)
    return library.append(draft, place=place)


def void(
    library: Library, target: Event, *, why: str, actor: str = DEFAULT_ACTOR, place: Place = Place.SINGLE
) -> Event:
    """Take back an event: it stays in the ledger and no longer counts. Returns the event as stored.

    Raises `UsageError` for a `void`: to take one back, record again what it took away.
    """
    if target.event is EventKind.VOID:
        raise UsageError(
            f"{target.id} is itself a void", mend="a void cannot be voided: record again what it took away"
        )
    draft = Event(
        id="",
        nonce="",
        ts=0,
        event=EventKind.VOID,
        playbook=target.playbook,
        scope=target.scope,
        actor=actor,
        target=target.id,
        note=why,
    )
    return library.append(draft, place=place)


def known(library: Library, playbook: str, scope: str | None = None) -> Entry:
    """Return the entry of a playbook by name (of one scope, if given) or id. Raises `UsageError` if there is none."""
    entry = library.find(playbook, scope=scope)
    if entry is None:
        raise UsageError(f"no playbook is called {playbook!r}", mend="`pbk list` shows what there is")
    return entry


def _about(entry: Entry, actor: str) -> Event:
    """Return a draft about a playbook as its file reads now; what it says is for the caller to fill in."""
    return Event(
        id="",
        nonce="",
        ts=0,
        event=EventKind.NOTE,
        playbook=entry.name,
        scope=entry.scope,
        actor=actor,
        rev=entry.rev,
    )
