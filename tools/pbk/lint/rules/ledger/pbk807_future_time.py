"""PBK807: an event from the future."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import at_field, bounded, events_of
from pbk.lint.ledger_examples import FILE, ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule
from pbk.model.instant import format_instant
from pbk.store.ledger.stamps import FOLLOWED


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each event that is stamped further ahead than the clocks of writers may be."""
    limit = library.now + FOLLOWED
    said = f"more than ten minutes after now ({format_instant(library.now)[:19]}Z), so it is not seen yet"
    return bounded(
        at_field(
            record, "ts", said, "set the clock of the machine that wrote it; record again now what must count already"
        )
        for record, event in events_of(library)
        if event.ts > limit
    )


RULE = Rule(
    id="PBK807",
    name="ledger-future-time",
    family=Family.LEDGER,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="An event is stamped more than ten minutes after now.",
    why=(
        "An event is not seen before its time has come: until then a failure does not lower the trust, and a "
        "retirement does not bind. Ten minutes are what clocks may differ by; more means that the clock of the "
        "writer was wrong."
    ),
    bad=FILE + ledger_line(ts="2999-01-01T00:00:00.000000Z"),
    good=FILE + ledger_line(ts="2001-01-01T00:00:00.000000Z"),
    finalize=finalize,
)
