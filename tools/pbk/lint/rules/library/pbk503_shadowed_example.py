"""PBK503: an example that leads to another playbook, or away from its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.library import LintLibrary
from pbk.lint.likeness import NearTexts
from pbk.lint.routing import Routed, examples_of, names, routed_by_scope
from pbk.lint.rule import Family, Rule
from pbk.similarity.lexical import LexicalSimilarity, Prepared

# An example is compared with its own playbook as if it were not written there. Over this project's own playbooks, whose
# examples all reach them, no other playbook comes over 0.44 where it leads, so a lead counts from 0.5 on.
SHADOW = 0.5
LEAD = 0.1
MOST_RIVALS = 3  # that are looked at closely for one example, those with the nearest single text
HINT_SAME = "one task cannot reach both: keep the example where it belongs, and add it to the other's `no_match`"
HINT_OWN = "keep it on one side; two examples of the same words route the same"
HINT_NEARER = "add it to the other's `no_match`, or word goal and examples closer to what people ask for"


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield the `match` examples of active playbooks that would not surely lead to them."""
    for playbooks in routed_by_scope(library):
        yield from _own_no_match(library, playbooks)
        shared = _shared(playbooks)
        yield from _said_twice(library, playbooks, shared)
        yield from _nearer_to_others(library, playbooks, shared)


def _own_no_match(library: LintLibrary, playbooks: Sequence[Routed]) -> Iterator[Finding]:
    for playbook in playbooks:
        away = set(playbook.no_match)
        for index, words in examples_of(playbook):
            if words in away and library.active(playbook.facts):
                message = "this example has the same words as a `no_match` example of its own playbook"
                span = playbook.facts.example_spans[0][index]
                yield Finding(span, message, HINT_OWN, path=playbook.facts.path)


def _shared(playbooks: Sequence[Routed]) -> Mapping[Prepared, Mapping[int, int]]:
    """Return the words of examples that several playbooks have, with the index that each playbook has them at."""
    places: dict[Prepared, dict[int, int]] = defaultdict(dict)
    for number, playbook in enumerate(playbooks):
        for index, words in examples_of(playbook):
            places[words].setdefault(number, index)
    return {words: where for words, where in places.items() if len(where) > 1}


def _said_twice(
    library: LintLibrary, playbooks: Sequence[Routed], shared: Mapping[Prepared, Mapping[int, int]]
) -> Iterator[Finding]:
    """Yield each set of playbooks that have an example in common, at the first example of the first of them."""
    clusters: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for where in shared.values():
        active = [number for number in where if library.active(playbooks[number].facts)]
        if len(active) > 1:
            clusters[tuple(active)].append(where[active[0]])
    for (first, *others), indexes in clusters.items():
        facts = playbooks[first].facts
        named = names([playbooks[other].facts for other in others])
        message = f"this example has the same words as one of {named}{_more(len(indexes))}"
        yield Finding(facts.example_spans[0][min(indexes)], message, HINT_SAME, path=facts.path)


def _nearer_to_others(
    library: LintLibrary, playbooks: Sequence[Routed], shared: Mapping[Prepared, Mapping[int, int]]
) -> Iterator[Finding]:
    """Yield each pair of playbooks of which one takes examples of the other, at the first of these examples."""
    texts = ((number, words) for number, playbook in enumerate(playbooks) for words in playbook.group())
    near = NearTexts(texts)
    taken: dict[frozenset[int], list[tuple[int, int, int]]] = defaultdict(list)
    for number, playbook in enumerate(playbooks):
        for index, words in examples_of(playbook):
            if words not in shared:
                owners = near.owners_near(words, SHADOW, MOST_RIVALS + 1)
                rivals = [owner for owner in owners if owner != number]
                winner = _winner(words, playbook.group(without=index), [playbooks[rival] for rival in rivals])
                if winner is not None:
                    taken[frozenset((number, rivals[winner]))].append((number, index, rivals[winner]))
    for examples in taken.values():
        number, index, winner = examples[0]
        facts, rival = playbooks[number].facts, playbooks[winner].facts
        if library.active(facts) and library.active(rival):
            message = f"`{rival.name}` is nearer to this example than the rest of its own playbook"
            span = facts.example_spans[0][index]
            yield Finding(span, message + _more(len(examples)), HINT_NEARER, path=facts.path)


def _winner(words: Prepared, own: Sequence[Prepared], rivals: Sequence[Routed]) -> int | None:
    """Return which rival leads before the own texts and has no `no_match` example that would send the task away."""
    if not rivals:
        return None
    measure = LexicalSimilarity()
    mine, *theirs = measure.scores_prepared(words, [own, *(rival.group() for rival in rivals)])
    best = max(range(len(rivals)), key=lambda position: theirs[position])
    if theirs[best] < max(SHADOW, mine + LEAD):
        return None
    away = measure.scores_prepared(words, [[text] for text in rivals[best].no_match])
    return None if max(away, default=0.0) > theirs[best] else best


def _more(count: int) -> str:
    others = count - 1
    return f"; they have {others} more such example{'s' * (others > 1)}" if others else ""


RULE = Rule(
    id="PBK503",
    name="shadowed-example",
    family=Family.LIBRARY,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A `match` example leads to another playbook, or has the words of a `no_match` example.",
    why=(
        "Examples are what people will say. Where another playbook's goal and examples are nearer to one of them "
        "than the playbook that it was written for, people who word it a little differently get the wrong routine, "
        "and so they do where two playbooks claim the same words."
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
        "examples:\n"
        "  match: [yank the broken upload, publish version 1.4]\n"
        "  no_match: [write release notes]\n"
        "# file: playbooks/yank.yaml\n"
        "name: yank\n"
        "goal: Yank a broken release from PyPI\n"
        "steps:\n"
        "  - do: find the version\n"
        "    check: null\n"
        "  - do: yank it\n"
        "    check: null\n"
        "examples:\n"
        "  match: [yank a broken upload, withdraw the release]\n"
        "  no_match: [publish a release]\n"
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
        "examples:\n"
        "  match: [ship version 1.4, publish version 1.4]\n"
        "  no_match: [yank a broken upload]\n"
        "# file: playbooks/yank.yaml\n"
        "name: yank\n"
        "goal: Yank a broken release from PyPI\n"
        "steps:\n"
        "  - do: find the version\n"
        "    check: null\n"
        "  - do: yank it\n"
        "    check: null\n"
        "examples:\n"
        "  match: [yank a broken upload, withdraw the release]\n"
        "  no_match: [publish a release]\n"
    ),
    finalize=finalize,
)
