"""PBK606: numbers of a provenance that cannot be true together."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.lineage import lineage_of
from pbk.lint.rule import Family, Rule

HINT = "induce it again, or mend the number that was edited"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the numbers that contradict another one."""
    lineage = lineage_of(document)
    if lineage is None:
        return
    episodes, verified, listed = lineage.episodes, lineage.verified, lineage.listed
    if episodes is not None and verified is not None and verified > episodes:
        message = "more episodes are verified than there are"
        yield Finding(document.value_span(("provenance", "verified")), message, HINT)
    if episodes is not None and listed and listed != episodes:
        message = f"`induced_from` lists {listed}, `provenance` counts {episodes}"
        yield Finding(document.value_span(("provenance", "episodes")), message, HINT)
    for support in lineage.support:
        if support.runs > support.of:
            message = f"step {support.step} was seen in more runs than there were"
            yield Finding(document.value_span(support.pointer), message, HINT)
        elif episodes is not None and support.of > episodes:
            message = f"step {support.step} is supported by more runs than there are episodes"
            yield Finding(document.value_span(support.pointer), message, HINT)


RULE = Rule(
    id="PBK606",
    name="contradictory-provenance",
    family=Family.LINEAGE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="The numbers of `provenance` contradict one another or the list in `induced_from`.",
    why=(
        "The numbers are the evidence that a reviewer goes by, and they are written by a machine: where they do "
        "not add up, somebody edited one of them, or the playbook was merged from two."
    ),
    bad=(
        "induced_from: [ep_aa, ep_bb, ep_cc]\n"
        "provenance:\n"
        "  inducer: 0.3.0\n"
        "  model: null\n"
        "  episodes: 3\n"
        "  verified: 5\n"
        "  support: [{step: 1, runs: 3, of: 3}, {step: 2, runs: 3, of: 3}]\n"
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
