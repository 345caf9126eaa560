"""PBK502: goals that matching can hardly tell apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.library import LintLibrary
from pbk.lint.likeness import Clusters, NearTexts
from pbk.lint.routing import Routed, names, routed_by_scope
from pbk.lint.rule import Family, Rule
from pbk.similarity.lexical import LexicalSimilarity

# Measured on 903 one-line goals of two public collections of commands: of the pairs over 0.8 nearly all are one routine
# with another argument; below, pairs that only share their object become the greater part. The goals of this project's
# own playbooks stay below 0.15.
NEAR = 0.8
HINT = "merge them (inputs can carry the difference), or let each goal say what only it does"


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each cluster of active playbooks with near goals, at the first file."""
    for playbooks in routed_by_scope(library):
        clusters = _clusters(playbooks)
        for group in clusters.groups(range(len(playbooks))):
            active = [playbooks[number].facts for number in group if library.active(playbooks[number].facts)]
            if len(active) > 1:
                first, *others = active
                message = f"this goal says nearly the same as that of {names(others)}"
                yield Finding(first.goal_span, message, HINT, path=first.path)


def _clusters(playbooks: Sequence[Routed]) -> Clusters[int]:
    """Return the playbooks that a chain of near goals leads to; those that are together already are not compared."""
    clusters: Clusters[int] = Clusters()
    index = NearTexts((number, playbook.goal) for number, playbook in enumerate(playbooks) if playbook.goal)
    measure = LexicalSimilarity()
    for number, playbook in enumerate(playbooks):
        for other in index.owners_near(playbook.goal, NEAR, len(playbooks)):
            if (
                not clusters.joined(number, other)
                and measure.scores_prepared(playbook.goal, [[playbooks[other].goal]])[0] >= NEAR
            ):
                clusters.join(number, other)
    return clusters


RULE = Rule(
    id="PBK502",
    name="near-duplicate-goals",
    family=Family.LIBRARY,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="Playbooks of one scope have goals that say nearly the same.",
    why=(
        "Which of two near goals a task reaches is decided by a word, so half of what is learnt goes to the wrong "
        "one and neither earns trust. Retired playbooks do not count: they are never offered."
    ),
    bad=(
        "# file: playbooks/publish.yaml\n"
        "name: publish\n"
        "goal: Publish a new version to PyPI\n"
        "steps:\n"
        "  - do: build it\n"
        "    check: null\n"
        "  - do: upload it\n"
        "    check: null\n"
        "# file: playbooks/publish-package.yaml\n"
        "name: publish-package\n"
        "goal: Publish a new version of the package to PyPI\n"
        "steps:\n"
        "  - do: build the package\n"
        "    check: null\n"
        "  - do: upload the package\n"
        "    check: null\n"
    ),
    good=(
        "# file: playbooks/publish.yaml\n"
        "name: publish\n"
        "goal: Publish a new version to PyPI\n"
        "steps:\n"
        "  - do: build it\n"
        "    check: null\n"
        "  - do: upload it\n"
        "    check: null\n"
        "# file: playbooks/yank.yaml\n"
        "name: yank\n"
        "goal: Yank a broken release from PyPI\n"
        "steps:\n"
        "  - do: find the version\n"
        "    check: null\n"
        "  - do: yank it\n"
        "    check: null\n"
    ),
    finalize=finalize,
)
