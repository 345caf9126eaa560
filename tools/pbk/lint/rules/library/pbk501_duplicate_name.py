"""PBK501: two files with the same name in one library."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.library import Facts, LintLibrary
from pbk.lint.rule import Family, Rule
from pbk.model.visible import visible

HINT = "keep one of the files, or give the playbook in the other one a name of its own"


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each name that several files have, at the first of them."""
    by_name: dict[str, list[Facts]] = defaultdict(list)
    for facts in sorted(library.facts, key=lambda one: one.path):
        by_name[facts.name].append(facts)
    for first, *others in by_name.values():
        if others:
            named = visible(", ".join(one.path for one in others), limit=200)
            yield Finding(first.name_span, f"this name is also that of {named}", HINT, path=first.path)


RULE = Rule(
    id="PBK501",
    name="duplicate-name",
    family=Family.LIBRARY,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="Two files of a library hold a playbook of the same name, such as `x.yaml` and `x.yml`.",
    why=(
        "The ledger knows a playbook by scope and name. Of two files with one name only one is offered, the other "
        "one's edits have no effect, and what is recorded counts for both texts."
    ),
    bad=(
        "# file: playbooks/tidy-up.yaml\nname: tidy-up\ngoal: Remove merged branches\nsteps:\n"
        "  - do: list the merged branches\n    check: null\n  - do: delete them\n    check: null\n"
        "# file: playbooks/tidy-up.yml\nname: tidy-up\ngoal: Remove stale branches\nsteps:\n"
        "  - do: list the stale branches\n    check: null\n  - do: delete them\n    check: null\n"
    ),
    good=(
        "# file: playbooks/tidy-up.yaml\nname: tidy-up\ngoal: Remove merged branches\nsteps:\n"
        "  - do: list the merged branches\n    check: null\n  - do: delete them\n    check: null\n"
    ),
    finalize=finalize,
)
