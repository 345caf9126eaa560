"""A library: its playbooks and what the ledger says of them, folded together as of one instant."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbk.config import Settings
from pbk.errors import UsageError
from pbk.model.instant import MINUTE, SECOND, from_seconds, to_seconds
from pbk.model.procedure import DEFAULT_SCOPE, Procedure, procedure_id
from pbk.model.standing import Standing, standing_of
from pbk.store.discovery import PLAYBOOKS_FOLDER
from pbk.store.index import Entry, parsed_again, read_entries
from pbk.store.settings import read_settings

if TYPE_CHECKING:
    from pbk.model.event import Event  # a match reads the ledger without making events of its lines
    from pbk.store.ledger.places import Place
    from pbk.store.ledger.replay import LedgerView

FOLLOWED = 10 * MINUTE  # how far ahead of now a stamp may lie and still be followed by a writer


class Skipped(NamedTuple):
    """A playbook file that cannot be used: the first error in one line, and a report of every one with its lines."""

    path: str
    error: str
    report: str = ""


class Library:
    """The playbooks below one root, each with its standing.

    A library is read once and stays as it was read, except that what is appended through it is seen by it.
    """

    def __init__(self, root: Path, *, settings: Settings, clock: Callable[[], int], sight: int = 0) -> None:
        """Hold the library at `root`; `clock` gives the instant (microseconds) that trust is told as of.

        `sight` (microseconds) is how far past that instant events are still seen. By the real clock that is as far as
        a writer follows other clocks, so that a retirement is in force at once although a colleague's clock is fast; a
        clock that was given in whole seconds stands for all of its second.
        """
        self.label: str | None = None
        self.root = root
        self.settings = settings
        self._clock = clock
        self._sight = sight
        self._newest_own = 0
        self._ledger: LedgerView | None = None

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        now: float | None = None,
        clock: Callable[[], float] = time.time,
        environment: Mapping[str, str] | None = None,
    ) -> Library:
        """Open the library at `path`, a folder that holds `playbooks/`.

        `now` (Unix seconds) fixes the instant; else `clock` gives it. A broken playbook is listed in `skipped`; a
        broken ledger or configuration raises `BrokenError`, at the first thing that needs it.
        """
        root = Path(path)
        if not root.is_dir():
            raise UsageError(f"no library at {root}", mend="name a folder that holds playbooks/, or run `pbk init`")
        variables = os.environ if environment is None else environment
        read = (lambda: from_seconds(clock())) if now is None else (lambda: from_seconds(now))
        whole_second = now is not None and now == int(now)
        sight = FOLLOWED if now is None else (SECOND - 1) * whole_second
        return cls(root.resolve(), settings=read_settings(root, variables), clock=read, sight=sight)

    @property
    def now(self) -> int:
        """The instant (microseconds) that trust is told as of."""
        return self._clock()

    @property
    def seen_until(self) -> int:
        """The instant (microseconds) after which events are not seen yet; never before this library's own last one."""
        return max(self._clock() + self._sight, self._newest_own)

    @property
    def name(self) -> str:
        """What `name:playbook` qualifies with."""
        return self.label or self.settings.text("library", "name") or self.root.name

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """Every playbook file that can be used, one for each (scope, name), sorted by path."""
        return self._read[0]

    @cached_property
    def skipped(self) -> Sequence[Skipped]:
        """Every playbook file that cannot be used, with its error."""
        return self._read[1]

    @property
    def ledger(self) -> LedgerView:
        """The ledger, replayed. Raises `BrokenError` where it is broken."""
        if self._ledger is None:
            from pbk.store.ledger.replay import load_ledger  # noqa: PLC0415 - who only lists files needs no ledger

            self._ledger = load_ledger(self.root, rule=self.settings.trust_rule, now=self.seen_until)
        return self._ledger

    def standing(self, entry: Entry) -> Standing:
        """Return what the ledger says of a playbook as its file reads now."""
        key = (entry.scope, entry.name)
        return standing_of(
            self.ledger.histories.get(key),
            entry.rev,
            self.settings.trust_rule,
            self.now,
            pending=self.ledger.pending.get(key, 0),
        )

    def procedure(self, entry: Entry) -> Procedure:
        """Return the procedure of an entry, with the ledger's counters and standing."""
        standing = self.standing(entry)
        try:
            bare = entry.procedure()
        except (KeyError, TypeError, ValueError, AttributeError):  # a damaged index; the file itself was found good
            bare = parsed_again(self.root, entry.path)
        return bare._replace(
            uses=standing.uses,
            successes=standing.successes,
            status=standing.status,
            last_used=None if standing.last_used is None else to_seconds(standing.last_used),
            as_of=to_seconds(self.now),
            standing=standing,
        )

    def all(self, *, scope: str | None = None) -> list[Procedure]:
        """Return every usable procedure, of one scope or of all."""
        return [self.procedure(entry) for entry in self.entries if scope is None or entry.scope == scope]

    def find(self, key: str, *, scope: str | None = None) -> Entry | None:
        """Return the entry with this name or id, the default scope first where a name stands in several."""
        named = [
            entry
            for entry in self.entries
            if key in {entry.name, procedure_id(entry.scope, entry.name)} and scope in {None, entry.scope}
        ]
        return min(named, key=lambda entry: (entry.scope != DEFAULT_SCOPE, entry.scope), default=None)

    def get(self, key: str) -> Procedure | None:
        """Return the procedure with this name or id."""
        entry = self.find(key)
        return None if entry is None else self.procedure(entry)

    def append(self, draft: Event, *, place: Place) -> Event:
        """Append an event to this library's ledger, durably, and return it as stored."""
        from pbk.store.ledger.append import append_event  # noqa: PLC0415 - a match appends nothing

        stored = append_event(self.root, draft, place=place, now=self._clock())
        self._newest_own = stored.ts
        self._ledger = None
        return stored

    @cached_property
    def _read(self) -> tuple[list[Entry], list[Skipped]]:
        usable: dict[tuple[str, str], Entry] = {}
        skipped: list[Skipped] = []
        for entry in read_entries(self.root, PLAYBOOKS_FOLDER):
            first = usable.get((entry.scope, entry.name))
            if entry.problem:
                skipped.append(Skipped(entry.path, entry.problem, entry.report))
            elif first is not None:
                skipped.append(Skipped(entry.path, f"{entry.path}:1:1: {entry.name!r} is already {first.path}"))
            else:
                usable[entry.scope, entry.name] = entry
        return list(usable.values()), skipped
