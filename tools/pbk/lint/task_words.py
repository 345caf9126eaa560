"""What prose about the task could say with `task_mentions`, and whether a task mentions the words of one."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from pbk.conditions import inflection
from pbk.lint.placed_conditions import texts_of
from pbk.lint.wording import forms_of, plain, telling
from pbk.model.canonical import Json
from pbk.model.condition import Condition

MOST_WORDS = 4  # of one sentence: with more, the choice of words is the author's
_ABOUT = re.compile(
    r"(?:the )?(?:task|request|prompt|instruction)s? (?:is|are) (?:about|to) (?P<a>.+)"
    r"|(?:the )?(?:task|request|prompt)s? (?:mentions|mention|says|asks(?: (?:for|to|about))?) (?P<b>.+)"
    r"|(?:the |an? )?user (?:has |have )?(?:asks|asked|wants|wanted|requests|requested|says|said)"
    r"(?: us| me| you)?(?: (?:for|to|about))? (?P<c>.+)",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\b(?:not|no|never|without|nothing|neither|nor|only|except|unless)\b|n't\b", re.IGNORECASE)
_WEAK = frozenset(("explicitly", "clearly", "task", "user", "new", "something", "word", "words"))


def task_mention(text: str) -> Condition | None:
    """Return the `task_mentions` that prose about the wording of the task comes to, None where it is about more."""
    found = _ABOUT.fullmatch(plain(text))
    rest = next((group for group in found.groups() if group), "") if found else ""
    if not rest or _NEGATED.search(rest) or "{{" in rest:
        return None
    said = [word for word in dict.fromkeys(telling(rest)) if word not in _WEAK]
    return Condition("task_mentions", [*said]) if 0 < len(said) <= MOST_WORDS else None


def mentions(task: str, argument: Json) -> bool | None:
    """Return whether a task mentions one of the words or phrases, None where the condition would not be decided.

    The same as `pbk.conditions.task_mentions` decides, whose answer takes ten times as long: there each word meets one
    task, here it meets every example.
    """
    said = _words(task)
    together = frozenset(said)
    for phrase in texts_of(argument):
        wanted = _words(phrase)
        if not wanted:
            return None
        if all(_said(word, together) for word in wanted) and (len(wanted) == 1 or _side_by_side(wanted, said)):
            return True
    return False if texts_of(argument) else None


def _side_by_side(wanted: Sequence[str], said: Sequence[str]) -> bool:
    return any(
        all(_said(word, (other,)) for word, other in zip(wanted, said[start:], strict=False))
        for start in range(len(said) - len(wanted) + 1)
    )


def _said(word: str, among: Collection[str]) -> bool:
    """Return whether a word is said in any of its forms."""
    if not forms_of(word).isdisjoint(among):
        return True
    return not word.isascii() and any(inflection.inside_unspaced(word, other) for other in among)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(inflection.words(text))
