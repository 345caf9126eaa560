"""PBK808: a void that takes back nothing."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import at_field, bounded, events_of, records_of
from pbk.lint.ledger_examples import FILE, id_of, ledger_line, void_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule
from pbk.model.event_kind import EventKind

_NOTHING = "this void takes back nothing: no event of the ledger has that id"
_VOID = "this void takes back a void, which has no effect"


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each void whose target is not in the ledger, or is a void."""
    return bounded(_without_effect(library))


def _without_effect(library: LintLibrary) -> Iterator[Finding]:
    kinds = {event.id: event.event for _, event in events_of(library)}
    unread = [record.line.content for record in records_of(library) if record.event is None]
    for record, event in events_of(library):
        if event.event is not EventKind.VOID or event.target is None:
            continue
        kind = kinds.get(event.target)
        if kind is EventKind.VOID:
            yield at_field(record, "target", _VOID, "record again what the other void took away")
        # The target may be one of the lines that cannot be read, which are reported as what they are.
        elif kind is None and not any(event.target.encode() in content for content in unread):
            yield at_field(
                record,
                "target",
                _NOTHING,
                "`pbk log` shows the ids; if the event is on another branch or not published yet, bring it here first",
            )


RULE = Rule(
    id="PBK808",
    name="ledger-void-of-nothing",
    family=Family.LEDGER,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A void names no event of the ledger, or another void.",
    why=(
        "A void that has no effect looks like a correction and is none: what it was meant to take back still "
        "counts. The id is mistyped, the line that it names was dropped, or it is itself a void, which cannot be "
        "taken back."
    ),
    bad=FILE + ledger_line() + void_line("0" * 32),
    good=FILE + ledger_line() + void_line(id_of(ledger_line())),
    finalize=finalize,
)
