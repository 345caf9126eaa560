"""Ledger events made for a test, and a plain replay of them to hold the fast one against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from pbk.model.event import Event, sealed
from pbk.model.event_kind import LEVEL_RANK, EventKind, Level, Verdict
from pbk.model.instant import DAY, SECOND, parse_instant
from pbk.model.trust import History, TrustRule
from pbk.store.ledger.replay import LedgerView

START = parse_instant("2026-11-02T00:00:00Z")
RULE = TrustRule()
REVS = ("00000000000000aa", "00000000000000bb")
UNKNOWN = "f" * 32
_VERDICT_RANK = {Verdict.INCONCLUSIVE: 0, Verdict.SUCCESS: 1, Verdict.FAILURE: 2}


def outcome(  # noqa: PLR0913 - one argument for each field that a test sets
    verdict: str = "success",
    *,
    at: int = START,
    number: int = 0,
    level: str = "verified",
    actor: str = "ann",
    run: str | None = None,
    rev: str = REVS[0],
    playbook: str = "cut-a-release",
    scope: str = "default",
    **more: Any,
) -> Event:
    """Return an outcome; `number` makes equal ones differ."""
    return sealed(
        Event(
            "",
            f"{number:016x}",
            at,
            EventKind.OUTCOME,
            playbook,
            scope,
            actor,
            rev=rev,
            outcome=Verdict(verdict),
            level=Level(level),
            run=run,
            **more,
        )
    )


def event(kind: str, *, at: int = START, number: int = 0, playbook: str = "cut-a-release", **more: Any) -> Event:
    """Return an event of another kind."""
    scope, actor = more.pop("scope", "default"), more.pop("actor", "ann")
    return sealed(Event("", f"{number:016x}", at, EventKind(kind), playbook, scope, actor, **more))


def draft(verdict: str = "success", **more: Any) -> Event:
    """Return an outcome as callers give it to the writer: without id, nonce and time."""
    return outcome(verdict, **more)._replace(id="", nonce="", ts=0)


def write_lines(path: Path, events: Iterable[Event]) -> None:
    """Append events to a file, as they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as stream:
        stream.write(b"".join(event.line() for event in events))


def summary(view: LedgerView) -> dict[str, Any]:
    """Return everything that a view says, as plain values."""
    return {
        "histories": {key: history.state() for key, history in view.histories.items()},
        "pending": dict(view.pending),
        "newest": view.newest,
        "future": view.future,
        "warnings": view.warnings,
        "events": view.events,
    }


@dataclass
class Plain:
    """What the plain replay finds."""

    histories: dict[tuple[str, str], History] = field(default_factory=dict)
    pending: dict[tuple[str, str], int] = field(default_factory=dict)
    newest: int | None = None
    future: int = 0
    events: int = 0

    def matches(self, view: LedgerView) -> bool:
        """Whether the view says the same; its warnings are not compared."""
        said = summary(view)
        return {key: said[key] for key in said if key != "warnings"} == {
            "histories": {key: history.state() for key, history in self.histories.items()},
            "pending": self.pending,
            "newest": self.newest,
            "future": self.future,
            "events": self.events,
        }


def replay_plainly(committed: Sequence[Event], local: Sequence[Event], now: int) -> Plain:
    """Replay events as the rules are written, one object at a time."""
    everything = {event.id: event for event in [*local, *committed]}
    only_local = everything.keys() - {event.id for event in committed}
    seen = {identity: event for identity, event in everything.items() if event.ts <= now}
    found = Plain(
        future=len(everything) - len(seen),
        events=len(seen),
        newest=max((event.ts for event in seen.values()), default=None),
    )
    targets = {event.target for event in seen.values() if event.event is EventKind.VOID}
    standing = [
        event
        for event in seen.values()
        if not (event.id in targets and event.event is not EventKind.VOID)
        and event.event not in (EventKind.VOID, EventKind.NOTE)
    ]
    standing.sort(key=lambda event: (event.ts, event.event is EventKind.REVIVED, event.id))
    for event in _counted(standing):
        key = (event.scope, event.playbook)
        _apply(found.histories.setdefault(key, History()), event)
        if event.id in only_local:
            found.pending[key] = found.pending.get(key, 0) + 1
    return found


def _counted(standing: Sequence[Event]) -> list[Event]:
    """Return the events that move a history."""
    best: dict[tuple[str, str, str], Event] = {}
    for event in standing:
        if event.event is EventKind.OUTCOME and event.run:
            key = (event.run, event.scope, event.playbook)
            if key not in best or _rank(event) > _rank(best[key]):
                best[key] = event
    claimed: set[tuple[str, str, str, int]] = set()
    counted = []
    for event in standing:
        if event.event is EventKind.OUTCOME:
            if event.run and best[event.run, event.scope, event.playbook] is not event:
                continue
            if event.outcome is Verdict.INCONCLUSIVE:
                continue
            if event.level is Level.CLAIMED and event.outcome is Verdict.FAILURE:
                claim = (event.actor, event.scope, event.playbook, event.ts // DAY)
                if claim in claimed:
                    continue
                claimed.add(claim)
        counted.append(event)
    return counted


def _rank(event: Event) -> tuple[int, int]:
    assert event.level is not None
    assert event.outcome is not None
    return LEVEL_RANK[event.level], _VERDICT_RANK[event.outcome]


def _apply(history: History, event: Event) -> None:
    if event.event is EventKind.MISFIRE:
        history.misfires += 1
    elif event.event is EventKind.RETIRED:
        history.retire(event.ts, event.actor, event.note or "")
    elif event.event is EventKind.REVIVED:
        history.revive()
    elif event.level is Level.CLAIMED and event.outcome is Verdict.SUCCESS:
        history.claimed += 1
    else:
        assert event.rev is not None
        history.count(
            RULE,
            event.ts,
            event.rev,
            success=event.outcome is Verdict.SUCCESS,
            actor=event.actor,
            above_claimed=event.level is not Level.CLAIMED,
        )


_SPEC: st.SearchStrategy[Mapping[str, Any]] = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(
            ["outcome"] * 14 + ["void", "void", "retired", "revived", "revived", "misfire", "note"],
        ),
        "at": st.integers(0, 60).map(lambda step: START + step * 3 * 3600 * SECOND),
        "playbook": st.sampled_from(["alpha", "beta"]),
        "scope": st.sampled_from(["default", "default", "team"]),
        "actor": st.sampled_from(["ann", "bob", "é"]),
        "rev": st.sampled_from(REVS),
        "verdict": st.sampled_from(["success", "failure", "failure", "inconclusive"]),
        "level": st.sampled_from(["claimed", "observed", "verified"]),
        "run": st.sampled_from([None, None, "r1", "r2", "r3", "r4"]),
        "note": st.sampled_from([None, "plain", 'a "quoted" line\nand more', "ü\ud7ff"]),
        "target": st.integers(0, 30),
    }
)


def events_strategy(*, least: int = 0, most: int = 25) -> st.SearchStrategy[list[Event]]:
    """Return lists of distinct events of all kinds over few playbooks, runs, actors and instants."""
    return st.lists(_SPEC, min_size=least, max_size=most).map(_built)


def _built(specs: list[Mapping[str, Any]]) -> list[Event]:
    built: list[Event] = []
    for number, spec in enumerate(specs):
        common = {key: spec[key] for key in ("at", "playbook", "scope", "actor", "note")}
        if spec["kind"] == "outcome":
            told = {key: spec[key] for key in ("rev", "level", "run")}
            built.append(outcome(spec["verdict"], number=number, **common, **told))
        elif spec["kind"] == "void":
            target = built[spec["target"]].id if spec["target"] < len(built) else UNKNOWN
            built.append(event("void", number=number, target=target, **common))
        else:
            built.append(event(spec["kind"], number=number, **common))
    return built
