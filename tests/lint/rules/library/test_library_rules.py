"""Rules about several playbooks: scopes and retirement count, and each cluster is reported once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbk.lint.diagnostic import Finding
from pbk.lint.document import first_character
from pbk.lint.library import Facts, LintLibrary
from pbk.lint.rule import Rule
from pbk.lint.rules.library.pbk501_duplicate_name import RULE as NAMES
from pbk.lint.rules.library.pbk502_near_duplicate_goals import RULE as GOALS
from pbk.lint.rules.library.pbk503_shadowed_example import RULE as EXAMPLES
from pbk.lint.rules.library.pbk504_too_many_playbooks import RULE as NUMBER
from pbk.lint.rules.library.pbk505_unknown_playbook import RULE as MENTIONS

SPAN = first_character()


def playbook(
    name: str, goal: str, match: Sequence[str] = (), no_match: Sequence[str] = (), scope: str = "default"
) -> Facts:
    spans = tuple(replace(SPAN, line=10 + index) for index in range(len(match)))
    aside = tuple(replace(SPAN, line=20 + index) for index in range(len(no_match)))
    return Facts(
        path=f"playbooks/{name}.yaml",
        name=name,
        scope=scope,
        rev="0" * 16,
        goal=goal,
        match_examples=tuple(match),
        no_match_examples=tuple(no_match),
        name_span=SPAN,
        goal_span=SPAN,
        example_spans=(spans, aside),
    )


def found(rule: Rule, *facts: Facts, retired: Sequence[str] = (), broken: Sequence[str] = ()) -> list[Finding]:
    library = LintLibrary(
        facts=facts,
        ledger=(),
        events=(),
        histories={},
        active=lambda one: one.name not in retired,
        now=0,
        warn_above=3,
        broken=broken,
    )
    assert rule.finalize is not None
    return list(rule.finalize(library))


PUBLISH = playbook("b-publish", "Publish a new version to PyPI")
PACKAGE = playbook("a-package", "Publish a new version of the package to PyPI")
WHEEL = playbook("c-wheel", "Publish a new version of the package as a wheel to PyPI")


def test_near_goals_are_one_cluster_at_its_first_file() -> None:
    (finding,) = found(GOALS, PUBLISH, WHEEL, PACKAGE)
    assert finding.path == "playbooks/a-package.yaml"
    assert finding.message.endswith("`b-publish`, `c-wheel`")


def test_goals_of_retired_playbooks_and_other_scopes_do_not_count() -> None:
    assert not found(GOALS, PUBLISH, PACKAGE, retired=["a-package"])
    assert not found(GOALS, PUBLISH, replace(PACKAGE, scope="other"))
    assert not found(GOALS, PUBLISH, playbook("yank", "Yank a broken release from PyPI"))


def test_goals_without_words_are_near_nothing() -> None:
    assert not found(GOALS, playbook("a", "!"), playbook("b", "!"))


YANK = playbook("yank", "Yank a broken release from PyPI", ["yank the broken upload", "withdraw it"])
TAKER = playbook("take", "Publish a version", ["yank the broken upload of last week", "publish 1.4"])


def test_an_example_that_leads_elsewhere_is_found_once_for_two_playbooks() -> None:
    (finding,) = found(EXAMPLES, YANK, TAKER)
    assert finding.path == "playbooks/take.yaml"
    assert "`yank` is nearer" in finding.message
    assert finding.message.endswith("1 more such example")
    assert not found(EXAMPLES, YANK, TAKER, retired=["yank"])
    assert not found(EXAMPLES, YANK, replace(TAKER, scope="other"))


def test_a_no_match_example_of_the_other_side_settles_it() -> None:
    warned = replace(
        YANK, no_match_examples=("yank the broken upload of last week",), example_spans=((SPAN, SPAN), (SPAN,))
    )
    assert {finding.path for finding in found(EXAMPLES, warned, TAKER)} <= {"playbooks/yank.yaml"}


def test_the_same_words_on_both_sides() -> None:
    one = playbook("one", "Publish it", ["ship the wheel", "send it to PyPI"], ["the wheel, ship it!"])
    (own,) = found(EXAMPLES, one)
    assert own.span.line == 10
    assert "its own playbook" in own.message
    two = playbook("two", "Yank it", ["ship a wheel", "send to PyPI"])
    (both,) = found(EXAMPLES, replace(one, no_match_examples=()), two)
    assert (both.path, both.span.line) == ("playbooks/one.yaml", 10)
    assert "one of `two`; they have 1 more" in both.message


def test_examples_without_words_are_passed_over() -> None:
    assert not found(EXAMPLES, playbook("a", "x", ["1.4", "?"], ["!"]), playbook("b", "y", ["1.5"]))


def test_one_too_many() -> None:
    four = [playbook(f"p-{number}", "x") for number in range(4)]
    (finding,) = found(NUMBER, *four)
    assert finding.path == "playbooks/p-3.yaml"
    assert not found(NUMBER, *four[:3])
    assert not found(NUMBER, *four, retired=["p-0"])
    assert not found(NUMBER, *four[:3], replace(four[3], scope="other"))


def test_one_name_in_two_files() -> None:
    (finding,) = found(NAMES, replace(YANK, path="playbooks/yank.yml"), YANK, TAKER)
    assert finding.path == "playbooks/yank.yaml"
    assert "playbooks/yank.yml" in finding.message


def test_names_of_playbooks_that_are_not_there() -> None:
    text = "rename the playbook cut-a-release"
    (finding,) = found(MENTIONS, playbook("x", "y", [text]), playbook("cut-the-release", "z"))
    assert (finding.span.line, finding.hint) == (10, "did you mean `cut-the-release`?")
    assert not found(MENTIONS, playbook("x", "y", [text]), broken=["playbooks/cut-a-release.yaml"])
    assert not found(MENTIONS, playbook("x", "a playbook-like thing, a playbook for end-users", ["end-user playbooks"]))
