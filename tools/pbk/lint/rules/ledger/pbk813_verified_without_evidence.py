"""PBK813: an outcome that is called verified and does not say by what."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import at_field, bounded, events_of
from pbk.lint.ledger_examples import FILE, ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule
from pbk.model.event_kind import Level


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each verified outcome that has no evidence. Only an info: a person at a terminal is asked for none."""
    return bounded(
        at_field(
            record,
            "level",
            "called verified, with no evidence of it",
            "record with `--evidence`: the checks, the CI run or the log that prove it",
        )
        for record, event in events_of(library)
        if event.level is Level.VERIFIED and event.evidence is None
    )


RULE = Rule(
    id="PBK813",
    name="ledger-verified-without-evidence",
    family=Family.LEDGER,
    severity=Severity.INFO,
    since="0.1.0",
    summary="An outcome is called verified and carries no evidence.",
    why=(
        "Verified is the strongest level: it outweighs every other outcome of the same run. A person at a terminal "
        "may say so with their name alone; whoever reviews the ledger later can believe it sooner where a check, a "
        "CI run or a log is named."
    ),
    bad=FILE + ledger_line(evidence=None),
    good=FILE + ledger_line(),
    finalize=finalize,
)
