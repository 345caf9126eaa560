"""PBK605: support for a step that is not there, or counted twice."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.lineage import lineage_of
from pbk.lint.rule import Family, Rule

HINT = "renumber the support after the steps, or drop the entries of steps that were changed by hand"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the entries of support whose step does not exist or was named before."""
    lineage = lineage_of(document)
    steps = document.data.get("steps")
    if lineage is None or not isinstance(steps, list):
        return
    seen: set[int] = set()
    for support in lineage.support:
        pointer = (*support.pointer, "step")
        if not 1 <= support.step <= len(steps):
            yield Finding(document.value_span(pointer), f"there is no step {support.step}", HINT)
        elif support.step in seen:
            yield Finding(document.value_span(pointer), f"step {support.step} has an entry already", HINT)
        seen.add(support.step)


RULE = Rule(
    id="PBK605",
    name="support-of-no-step",
    family=Family.LINEAGE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="An entry of `support` names a step that the playbook does not have, or one that has an entry already.",
    why=(
        "Support is by number. When steps are added or removed by hand the numbers move, and the evidence then "
        "vouches for other steps than those it was counted for."
    ),
    bad=(
        "induced_from: [ep_aa, ep_bb, ep_cc]\n"
        "provenance:\n"
        "  inducer: 0.3.0\n"
        "  model: null\n"
        "  episodes: 3\n"
        "  verified: 2\n"
        "  support: [{step: 1, runs: 3, of: 3}, {step: 9, runs: 3, of: 3}]\n"
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
