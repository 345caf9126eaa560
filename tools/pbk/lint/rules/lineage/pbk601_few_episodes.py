"""PBK601: a playbook that was learnt from too few runs."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.lineage import lineage_of
from pbk.lint.rule import Family, Rule

LEAST_EPISODES = 3
HINT = "wait for more runs, or review it as written by hand and remove `induced_from` and `provenance`"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the number of episodes, or the list of them, where they are fewer than three."""
    lineage = lineage_of(document)
    if lineage is None:
        return
    known = [number for number in (lineage.episodes, lineage.listed) if number is not None]
    if known and max(known) < LEAST_EPISODES:
        pointer = ("provenance", "episodes") if lineage.episodes is not None else ("induced_from",)
        message = f"this was induced from fewer than {LEAST_EPISODES} episodes"
        yield Finding(document.value_span(pointer), message, HINT)


RULE = Rule(
    id="PBK601",
    name="few-episodes",
    family=Family.LINEAGE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A playbook was induced from fewer than three episodes.",
    why=(
        "What two runs have in common is mostly accident: the same day, the same author, the same repository. From "
        "three on the alignment can tell the routine from the occasion."
    ),
    bad=(
        "induced_from: [ep_aa, ep_bb]\n"
        "provenance:\n"
        "  inducer: 0.3.0\n"
        "  model: null\n"
        "  episodes: 2\n"
        "  verified: 2\n"
        "  support: [{step: 1, runs: 2, of: 2}, {step: 2, runs: 2, of: 2}]\n"
    ),
    good=(
        "induced_from: [ep_aa, ep_bb, ep_cc]\n"
        "provenance:\n"
        "  inducer: 0.3.0\n"
        "  model: null\n"
        "  episodes: 3\n"
        "  verified: 2\n"
        "  support: [{step: 1, runs: 3, of: 3}, {step: 2, runs: 3, of: 3}]\n"
    ),
    check=check,
)
