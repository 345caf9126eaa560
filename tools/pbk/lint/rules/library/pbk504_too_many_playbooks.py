"""PBK504: more active playbooks in a scope than matching can keep apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.library import Facts, LintLibrary
from pbk.lint.rule import Family, Rule
from pbk.model.visible import visible

_EXAMPLE = (
    "# file: playbooks/release-{number}.yaml\n"
    "{{name: release-{number}, goal: 'Release package {number}', "
    "steps: [{{do: build it, check: null}}, {{do: upload it, check: null}}]}}\n"
)


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield each scope that is too full, at the first file that is one too many."""
    scopes: dict[str, list[Facts]] = defaultdict(list)
    for facts in sorted(library.facts, key=lambda one: one.path):
        scopes[facts.scope].append(facts)
    for scope, members in sorted(scopes.items()):
        if len(members) <= library.warn_above:
            continue
        active = [facts for facts in members if library.active(facts)]
        if len(active) > library.warn_above:
            most = library.warn_above
            excess = active[most]
            message = f"scope {visible(scope, limit=60)} has {len(active)} active playbooks, more than {most}"
            hint = "retire what nobody uses (`pbk stats`), merge what is alike, or part the library into scopes"
            yield Finding(excess.name_span, message, hint, path=excess.path)


RULE = Rule(
    id="PBK504",
    name="too-many-playbooks",
    family=Family.LIBRARY,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A scope has more active playbooks than `library.warn_above` (30).",
    why=(
        "Every playbook more is another one that a task can reach by mistake, and another one that somebody has to "
        "keep true. A library that only grows is one that is no longer read."
    ),
    bad="".join(_EXAMPLE.format(number=number) for number in range(1, 32)),
    good="".join(_EXAMPLE.format(number=number) for number in range(1, 4)),
    finalize=finalize,
)
