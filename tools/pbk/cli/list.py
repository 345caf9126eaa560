"""`pbk list`: every playbook with its trust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from pbk.cli.opening import needed, open_shelf
from pbk.cli.options import JsonOption, LibraryOption, NowOption
from pbk.cli.output import emit, emit_json, remark, styled, table, width
from pbk.model.instant import day_of, format_instant
from pbk.model.procedure import procedure_id
from pbk.model.standing import Band, Standing
from pbk.model.visible import visible
from pbk.store.shelf import Shelved

SCHEMA = "pbk.list/1"
HEAD = ("NAME", "TRUST", "BAND", "WORKED", "LAST USED", "GOAL")
BAND_STYLES = {Band.NORMAL: "green", Band.CAVEAT: "yellow", Band.WAITING: "red", Band.RETIRED: "dim"}


def list_playbooks(
    *,
    include_retired: Annotated[bool, typer.Option("--include-retired", help="Show retired playbooks too.")] = False,
    scope: Annotated[str | None, typer.Option("--scope", help="Only this scope.")] = None,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """List playbooks: name, trust, band, how often they worked, last use, and which wait for a person."""
    shelf = needed(open_shelf(library or (), now))
    rows = [(item, item.library.standing(item.entry)) for item in shelf.playbooks(scope=scope)]
    shown = [row for row in rows if include_retired or row[1].band is not Band.RETIRED]
    if json:
        emit_json({"schema": SCHEMA, "playbooks": [list_row(item, standing) for item, standing in shown]})
        return
    for line in _lines(shown, several=len(shelf.libraries) > 1):
        emit(line)
    hidden = len(rows) - len(shown)
    if not rows:
        emit("no playbooks yet: `pbk new NAME` makes one")
    if hidden:
        remark(f"{hidden} retired: --include-retired shows {'it' if hidden == 1 else 'them'}")
    for skipped in shelf.skipped():
        remark(f"skipped: {visible(skipped.error, limit=400)}")


def list_row(item: Shelved, standing: Standing) -> dict[str, object]:
    """Return one row of the stable `pbk.list/1` object."""
    entry = item.entry
    last = standing.last_used
    return {
        "name": entry.name,
        "library": item.library.name,
        "id": procedure_id(entry.scope, entry.name),
        "rev": entry.rev,
        "scope": entry.scope,
        "goal": entry.goal,
        "status": standing.status.value,
        "band": standing.band.value,
        "trust": round(standing.trust, 6),
        "uses": standing.uses,
        "successes": standing.successes,
        "claimed": standing.claimed,
        "misfires": standing.misfires,
        "pending": standing.pending,
        "last_used": None if last is None else format_instant(last),
        "waiting": standing.waiting,
        "shadowed_by": item.shadowed_by or None,
    }


def _lines(shown: Sequence[tuple[Shelved, Standing]], *, several: bool) -> list[str]:
    if not shown:
        return []
    cells = [
        (
            item.qualified if several else item.entry.name,
            f"{standing.trust:.2f}",
            f"shadowed by {item.shadowed_by}" if item.shadowed_by else standing.band.value,
            f"{standing.successes} of {standing.uses}",
            "never" if standing.last_used is None else day_of(standing.last_used),
            visible(item.entry.goal),
        )
        for item, standing in shown
    ]
    lines = table([HEAD, *cells], columns=width(), stretch=len(HEAD) - 1)
    coloured = [styled(lines[0], "bold")]
    for line, (_, standing) in zip(lines[1:], shown, strict=True):
        word = standing.band.value
        coloured.append(line.replace(f" {word} ", f" {styled(word, BAND_STYLES[standing.band])} ", 1))
    return coloured
