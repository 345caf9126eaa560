"""PBK604: half of what an induced playbook should say about where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the one of the two keys that stands alone."""
    listed, told = document.data.get("induced_from"), document.data.get("provenance")
    if isinstance(listed, list) and listed and told is None:
        hint = "copy the provenance that `pbk induce` printed, or remove `induced_from` if it was written by hand"
        yield Finding(document.key_span(("induced_from",)), "`induced_from` stands without `provenance`", hint)
    elif isinstance(told, dict) and not listed and listed in (None, []):
        hint = "name the episodes, or remove `provenance` if it was written by hand"
        yield Finding(document.key_span(("provenance",)), "`provenance` stands without `induced_from`", hint)


RULE = Rule(
    id="PBK604",
    name="missing-provenance",
    family=Family.LINEAGE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="`induced_from` stands without `provenance`, or `provenance` without `induced_from`.",
    why=(
        "The two together let a reviewer go back to the runs: which they were, how many were verified, who worded "
        "the result. With one of them missing nobody can tell an induced playbook from one that was edited by "
        "hand."
    ),
    bad=("induced_from: [ep_aa, ep_bb, ep_cc]\n"),
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
