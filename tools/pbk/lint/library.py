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
    """One physical line of the ledger: file (as reports call it), number from 1, its bytes without the newline."""

    path: str
    number: int
    content: bytes


@dataclass(frozen=True, slots=True)
class LintLibrary:
    """The whole library: the facts of its valid files, the ledger's lines, and what it says of each (scope, name).

    `now` in microseconds. `active` tells whether a playbook is not retired. `warn_above` is the most active playbooks
    of a scope. `histories` is empty where the ledger cannot be replayed.
    """

    facts: Sequence[Facts]
    ledger: Sequence[LedgerLine]
    events: Sequence[StoredEvent]
    histories: Mapping[tuple[str, str], History]
    active: Callable[[Facts], bool]
    now: int
    warn_above: int
