"""`pbk stats`: how large the library is, and how its trust is spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pbk.cli.opening import needed, open_shelf
from pbk.cli.options import JsonOption, LibraryOption, NowOption
from pbk.cli.output import emit, emit_json, styled
from pbk.model.standing import Band, Standing
from pbk.store.library import Library

SCHEMA = "pbk.stats/1"
BINS = 10
BAR = 30  # columns


def stats(*, json: JsonOption = False, library: LibraryOption = None, now: NowOption = None) -> None:
    """Show the size of the library, the spread of its trust, and what it says about the library's health."""
    shelf = needed(open_shelf(library or (), now))
    rows = [_row(one) for one in shelf.libraries]
    if json:
        emit_json({"schema": SCHEMA, "libraries": rows})
        return
    for one, row in zip(shelf.libraries, rows, strict=True):
        _show(one, row)


def _row(library: Library) -> dict[str, object]:
    standings = [library.standing(entry) for entry in library.entries]
    bands = Counter(standing.band.value for standing in standings)
    statuses = Counter(standing.status.value for standing in standings)
    return {
        "library": library.name,
        "playbooks": len(standings),
        "skipped": len(library.skipped),
        "bands": {band.value: bands[band.value] for band in Band},
        "statuses": dict(sorted(statuses.items())),
        "events": library.ledger.events,
        "counted_uses": sum(standing.uses for standing in standings),
        "claimed_successes": sum(standing.claimed for standing in standings),
        "trust": histogram([standing.trust for standing in standings if standing.band is not Band.RETIRED]),
        "notes": notes(library, standings),
    }


def histogram(values: Sequence[float]) -> list[int]:
    """Return how many of `values` (0..1) lie in each tenth; 1.0 lies in the last."""
    counts = Counter(min(int(value * BINS), BINS - 1) for value in values)
    return [counts[number] for number in range(BINS)]


def notes(library: Library, standings: Sequence[Standing]) -> list[str]:
    """Return what the numbers say that a maintainer should hear."""
    said: list[str] = []
    limit = library.settings.whole("library", "warn_above")
    live = [standing for standing in standings if standing.band is not Band.RETIRED]
    if len(live) > limit:
        said.append(
            f"{len(live)} active playbooks, more than {limit}: matching gets unreliable above that; "
            "merge related ones, with branching steps"
        )
    if live and not any(standing.uses or standing.last_used or standing.former for standing in live):
        claims = sum(standing.claimed for standing in live)
        said.append(
            "every playbook is at trust 0.50: no outcome was ever counted here, so nothing can be trusted or retired"
            + (f"; {claims} successes were only claimed" if claims else "")
        )
    waiting = sum(standing.waiting for standing in standings)
    if waiting:
        said.append(f"{waiting} below the trust floor: each waits for a person to fix, revive or retire it")
    return said


def _show(library: Library, row: dict[str, object]) -> None:
    standings = [library.standing(entry) for entry in library.entries]
    bands = Counter(standing.band for standing in standings)
    emit(styled(library.name, "bold"))
    emit("  " + ", ".join(f"{bands[band]} {band.value}" for band in Band) + f"; {row['playbooks']} playbooks in all")
    emit(f"  {row['events']} events in the ledger, {row['counted_uses']} counted uses of the current revisions")
    if library.skipped:
        emit(f"  {len(library.skipped)} files cannot be read: `pbk doctor` says why")
    live = [standing.trust for standing in standings if standing.band is not Band.RETIRED]
    counts = histogram(live)
    top = max(counts, default=0)
    if top:
        emit("  trust")
        for number, count in enumerate(counts):
            bar = "#" * round(BAR * count / top)
            emit(f"    {number / BINS:.1f} - {(number + 1) / BINS:.1f}  {count:>4}  {bar}".rstrip())
    for note in notes(library, standings):
        emit(f"  {styled('note', 'yellow')}: {note}")
