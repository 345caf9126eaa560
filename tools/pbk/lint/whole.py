"""Rules about the whole library: what they find in what is reported, remembered while nothing they see has changed."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pbk.config import Settings
from pbk.lint.catalogue import all_rules
from pbk.lint.diagnostic import Finding
from pbk.lint.inspection import fault
from pbk.lint.inspectors import Inspector
from pbk.lint.library import Facts, LintLibrary
from pbk.lint.library_view import library_view
from pbk.lint.rule import Family, Rule
from pbk.lint.sources import Source

Found = tuple[str, Finding]  # the id of a rule, and what it found
Member = tuple[Source, Facts | None]  # a file of the library, and what it contributes


@dataclass(frozen=True, slots=True)
class Whole:
    """What rules find in a library as a whole, and which of them failed."""

    found: Sequence[Found] = ()
    crashes: Sequence[str] = ()


def found_in_the_whole(  # noqa: PLR0913 - what a library is, what is asked of it, and who remembers
    root: Path,
    members: Sequence[Member],
    rules: Iterable[str],
    *,
    wanted: frozenset[str] | None,
    settings: Settings,
    now: int,
    inspector: Inspector,
) -> Whole:
    """Return what the rules with these ids find in the library at `root` as of `now` (microseconds).

    With `wanted`, only what is found in the files of these names, or what involves one of them: what is not found when
    they are left out of the library.
    """
    ids = set(rules)
    asked = [rule for rule in all_rules() if rule.finalize and rule.id in ids]
    view = _view(root, members, settings, now)
    inspector.library_key = key = _key(view, members)
    found, crashes = _finalized(view, asked, inspector, key)
    if wanted is None:
        return Whole(found, crashes)
    own = [pair for pair in found if pair[1].path in wanted]
    elsewhere = [pair for pair in found if pair[1].path not in wanted]
    families = {rule.id: rule.family for rule in asked}
    doubtful = {rule for rule, _ in elsewhere if families[rule] is not Family.LEDGER}
    rest = [(source, facts) for source, facts in members if source.name not in wanted]
    if doubtful and len(rest) < len(members):
        smaller = _view(root, rest, settings, now)
        again, _ = _finalized(smaller, [rule for rule in asked if rule.id in doubtful], inspector, _key(smaller, rest))
        without = Counter(again)
        for pair in elsewhere:
            if pair[0] in doubtful and not without[pair]:
                own.append(pair)
            else:
                without[pair] -= 1
    return Whole(own, crashes)


def _view(root: Path, members: Sequence[Member], settings: Settings, now: int) -> LintLibrary:
    facts = [one for _, one in members if one is not None]
    broken = [source.name for source, one in members if one is None]
    return library_view(root, facts, broken, settings, now)


def _key(view: LintLibrary, members: Sequence[Member]) -> str:
    """Return a hash of all that a rule about playbooks can see of a library: files, which are active, settings."""
    rows = [
        [source.name, hashlib.sha256(source.content).hexdigest(), facts is not None and view.active(facts)]
        for source, facts in members
    ]
    return hashlib.sha256(json.dumps([rows, list(view.broken), view.warn_above]).encode()).hexdigest()


def _finalized(
    view: LintLibrary, rules: Iterable[Rule], inspector: Inspector, key: str
) -> tuple[list[Found], list[str]]:
    found: list[Found] = []
    crashes: list[str] = []
    # Rules about playbooks are shown neither the ledger nor a clock, so that what they find can be remembered.
    without_ledger = replace(view, ledger=(), events=(), histories={}, now=0)
    for rule in rules:
        if rule.finalize is None:
            continue
        kept = rule.family is not Family.LEDGER
        known = inspector.of_the_library(rule.id, key) if kept else None
        if known is None:
            try:
                known = list(rule.finalize(without_ledger if kept else view))
            except Exception as error:  # noqa: BLE001 - a fault of the linter is reported as one, and the run goes on
                crashes.append(f"rule {rule.id} failed on the library: {fault(error)}")
                continue
            if kept:
                inspector.remember(rule.id, key, known)
        found += [(rule.id, finding) for finding in known]
    return found, crashes
