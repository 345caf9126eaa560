"""The library as rules about several files see it: facts of each file that are small enough to be cached."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pbk.model.trust import History
from pbk.store.ledger.read import StoredEvent
from pbk.store.yaml_place import Span


@dataclass(frozen=True, slots=True)
class Facts:
    """What one valid playbook file contributes to rules about the whole library."""

    path: str
    name: str
    scope: str
    rev: str
    goal: str
    match_examples: tuple[str, ...]
    no_match_examples: tuple[str, ...]
    name_span: Span
    goal_span: Span
    example_spans: tuple[tuple[Span, ...], tuple[Span, ...]]  # of `match`, of `no_match`


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One physical line of the ledger: file (as reports call it), number from 1, its bytes without the newline.

    `whole` tells whether a newline ends it: only the last line of a file may lack one. `ledger_lines` makes them.
    """

    path: str
    number: int
    content: bytes
    whole: bool = True


def ledger_lines(path: str, content: bytes) -> list[LedgerLine]:
    """Return the lines of a file of the ledger that reports call `path`; none of an empty file."""
    *lines, last = content.split(b"\n")
    found = [LedgerLine(path, number, line) for number, line in enumerate(lines, 1)]
    return [*found, LedgerLine(path, len(lines) + 1, last, whole=False)] if last else found


@dataclass(frozen=True, slots=True, eq=False)
class LintLibrary:
    """The whole library: the facts of its valid files, the ledger's lines, and what it says of each (scope, name).

    Compared by identity, so that what several rules ask of it can be found out once.

    `now` in microseconds. `active` tells whether a playbook is not retired. `warn_above` is the most active playbooks
    of a scope. `histories` is empty where the ledger cannot be replayed. `broken` are the paths of files that are not
    valid, which have no facts.
    """

    facts: Sequence[Facts]
    ledger: Sequence[LedgerLine]
    events: Sequence[StoredEvent]
    histories: Mapping[tuple[str, str], History]
    active: Callable[[Facts], bool]
    now: int
    warn_above: int
    broken: Sequence[str] = ()
