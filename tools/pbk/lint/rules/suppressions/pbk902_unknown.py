"""PBK902: a suppression of a rule that there is not."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.catalogue import RETIRED_IDS, all_rules, rule_called
from pbk.lint.diagnostic import Edit, Finding, Fix, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.lint.selection import nearest_rule
from pbk.lint.suppress import Word, suppressions_of
from pbk.model.visible import visible

_SHOWN = 40  # characters of a word


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield each word of a suppression that is not the id of a rule."""
    known = {rule.id for rule in all_rules()}
    for suppression in suppressions_of(document):
        yield from (_finding(word) for word in suppression.words if word.text not in known)


def _finding(word: Word) -> Finding:
    retired = RETIRED_IDS.get(word.text)
    if retired is not None:
        return Finding(word.span, f"{word.text} is no rule any more: {retired}", "remove the suppression")
    message = f"there is no rule `{visible(word.text, limit=_SHOWN)}`"
    meant = rule_called(word.text)
    if meant is not None:  # the name, or another case, of a rule: there is no doubt which
        fix = Fix(f"write {meant.id}", (Edit(word.span.start, word.span.end, meant.id),))
        return Finding(word.span, message, f"a suppression names the id: {meant.id}", fix)
    near = nearest_rule(word.text)
    return Finding(word.span, message, f"did you mean `{near}`?" if near else "`pbk rules` lists them")


RULE = Rule(
    id="PBK902",
    name="unknown-suppression",
    family=Family.SUPPRESSIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A suppression names a rule that there is not.",
    why="A misspelled id suppresses nothing, and whoever reads the comment believes that it does.",
    bad="goal: Publish a new version to PyPI  # pbk: ignore[PBK20] the goal is spelled as the team says it\n",
    good="goal: Publish a new version to PyPI\n",
    check=check,
)
