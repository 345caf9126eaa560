"""PBK505: a goal or an example that names a playbook which is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.library import Facts, LintLibrary
from pbk.lint.rule import Family, Rule
from pbk.store.playbook_schema import nearest
from pbk.store.yaml_place import Span

MESSAGE = "this names a playbook that the library does not have"
_NAME = r"([a-z0-9]+(?:-[a-z0-9]+)+)"
# "the playbook cut-a-release", "the `cut-a-release` playbook"; unquoted before the word it is mostly an adjective.
_MENTION = re.compile(rf"\bplaybook (?:called |named )?`?{_NAME}(?![\w-])|`{_NAME}` playbook\b")


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield the goals and examples of which a mentioned playbook does not exist."""
    known = sorted({facts.name for facts in library.facts} | {_stem(path) for path in library.broken})
    for facts in sorted(library.facts, key=lambda one: one.path):
        for span, text in _texts(facts):
            for name in mentioned(text):
                if name not in known:
                    near = nearest(name, known)
                    hint = f"did you mean `{near}`?" if near else "name one that `pbk list` shows, or drop the name"
                    yield Finding(span, MESSAGE, hint, path=facts.path)


def mentioned(text: str) -> list[str]:
    """Return the names that a text calls playbooks."""
    return [found[1] or found[2] for found in _MENTION.finditer(text)]


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _texts(facts: Facts) -> Iterator[tuple[Span, str]]:
    yield facts.goal_span, facts.goal
    for spans, texts in zip(facts.example_spans, (facts.match_examples, facts.no_match_examples), strict=True):
        yield from zip(spans, texts, strict=True)


RULE = Rule(
    id="PBK505",
    name="unknown-playbook",
    family=Family.LIBRARY,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A goal or a routing example names a playbook that the library does not have.",
    why=(
        "Examples that name a neighbour (`rename the playbook cut-a-release`) go stale when the neighbour is "
        "renamed or removed, and then route people to nothing. Only a kebab-case name next to the word `playbook` "
        "counts."
    ),
    bad=(
        "examples:\n  match: [publish the next version to PyPI, release version 1.4]\n"
        "  no_match: [follow the playbook yank-a-release]\n"
    ),
    good=(
        "examples:\n  match: [publish the next version to PyPI, release version 1.4]\n"
        "  no_match: [edit the playbook for releases]\n"
    ),
    finalize=finalize,
)
