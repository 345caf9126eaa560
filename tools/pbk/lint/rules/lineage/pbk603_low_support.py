"""PBK603: a step that too few of the runs had."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.lineage import lineage_of
from pbk.lint.rule import Family, Rule

LEAST_SHARE = 0.8
HINT = "say with `when` where the step is needed, or take it out"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the support of steps that is below the threshold, unless the step says when it is needed."""
    lineage = lineage_of(document)
    conditional = {index + 1 for index, step in document.steps() if step.get("when") is not None}
    for support in lineage.support if lineage else ():
        if 0 <= support.runs < LEAST_SHARE * support.of and support.step not in conditional:
            message = f"step {support.step} was seen in {support.runs} of {support.of} runs only"
            yield Finding(document.value_span(support.pointer), message, HINT)


RULE = Rule(
    id="PBK603",
    name="low-support",
    family=Family.LINEAGE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="An induced step was seen in less than four of five of the runs that it was learnt from.",
    why=(
        "A step that every third run did without is either a branch, which `when` should word, or an accident of "
        "some runs. In a sequence of steps it tells everybody to do what most did not need."
    ),
    bad=(
        "induced_from: [ep_aa, ep_bb, ep_cc, ep_dd, ep_ee]\n"
        "provenance:\n"
        "  inducer: 0.3.0\n"
        "  model: null\n"
        "  episodes: 5\n"
        "  verified: 4\n"
        "  support: [{step: 1, runs: 5, of: 5}, {step: 2, runs: 3, of: 5}]\n"
    ),
    good=(
        "induced_from: [ep_aa, ep_bb, ep_cc, ep_dd, ep_ee]\n"
        "provenance:\n"
        "  inducer: 0.3.0\n"
        "  model: null\n"
        "  episodes: 5\n"
        "  verified: 4\n"
        "  support: [{step: 1, runs: 5, of: 5}, {step: 2, runs: 4, of: 5}]\n"
    ),
    check=check,
)
