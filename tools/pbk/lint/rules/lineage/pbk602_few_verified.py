"""PBK602: a playbook whose runs nobody saw succeed."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.lineage import lineage_of
from pbk.lint.rule import Family, Rule

LEAST_VERIFIED = 2
HINT = "induce it again once more runs were verified, or follow it by hand and see"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the number of verified episodes where it is below two."""
    lineage = lineage_of(document)
    if lineage is not None and lineage.verified is not None and lineage.verified < LEAST_VERIFIED:
        message = f"fewer than {LEAST_VERIFIED} of its episodes were verified successes"
        yield Finding(document.value_span(("provenance", "verified")), message, HINT)


RULE = Rule(
    id="PBK602",
    name="few-verified",
    family=Family.LINEAGE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="Fewer than two of the episodes behind a playbook ended in a verified success.",
    why=(
        "A run counts as a success when an exit status, a test, CI or a person said so, not when the agent did. "
        "Steps that were learnt from claims teach what agents say, not what works."
    ),
    bad=(
        "induced_from: [ep_aa, ep_bb, ep_cc, ep_dd]\n"
        "provenance:\n"
        "  inducer: 0.3.0\n"
        "  model: null\n"
        "  episodes: 4\n"
        "  verified: 1\n"
        "  support: [{step: 1, runs: 4, of: 4}, {step: 2, runs: 4, of: 4}]\n"
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
