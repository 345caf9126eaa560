"""What an induced playbook says about where it comes from, as far as the file is well formed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbk.lint.document import LintDocument
from pbk.model.canonical import Json
from pbk.store.yaml_place import Pointer


@dataclass(frozen=True, slots=True)
class Support:
    """In how many of how many runs a step (from 1) was seen, and where the file says so."""

    step: int
    runs: int
    of: int
    pointer: Pointer


@dataclass(frozen=True, slots=True)
class Lineage:
    """The numbers of a provenance, None where they are not given; `listed` counts `induced_from`."""

    episodes: int | None
    verified: int | None
    listed: int | None
    support: tuple[Support, ...]


def lineage_of(document: LintDocument) -> Lineage | None:
    """Return the lineage of a playbook, None of one that was written by hand."""
    listed, told = document.data.get("induced_from"), document.data.get("provenance")
    if not listed and not isinstance(told, dict):
        return None
    provenance = told if isinstance(told, dict) else {}
    return Lineage(
        episodes=_number(provenance.get("episodes")),
        verified=_number(provenance.get("verified")),
        listed=len(listed) if isinstance(listed, list) else None,
        support=tuple(_support(provenance.get("support"))),
    )


def _support(entries: Json) -> Iterator[Support]:
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict):
            step, runs, of = (_number(entry.get(key)) for key in ("step", "runs", "of"))
            if step is not None and runs is not None and of is not None:
                yield Support(step, runs, of, ("provenance", "support", index))


def _number(value: Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
