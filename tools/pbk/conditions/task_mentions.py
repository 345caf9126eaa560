"""`task_mentions: [release, publish]`: the task says one of these words or phrases.

Whole words are compared without regard to case, and in their inflected forms. Necessary, never sufficient: a task that
says "release" may be about reading the release notes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbk.conditions import arguments, inflection
from pbk.conditions.evaluation import Evaluation, Undecidable, no, yes

if TYPE_CHECKING:
    from pbk.conditions.situation import Situation


def evaluate(argument: object, situation: Situation) -> Evaluation:
    """Return whether the task mentions any of them."""
    phrases = arguments.texts(argument, "word")
    said = situation.remember("words of the task", lambda: inflection.words(situation.task))
    for phrase in phrases:
        wanted = inflection.words(phrase)
        if not wanted:
            raise Undecidable(f"{phrase!r} holds no word")
        if _occurs(wanted, said):
            return yes(f"the task mentions {phrase}")
    return no(f"the task mentions none of: {', '.join(phrases)}")


def _occurs(wanted: list[str], said: list[str]) -> bool:
    """Return whether the words of a phrase stand side by side in the task, each in any form."""
    forms = [inflection.related(word) for word in wanted]
    return any(
        all(
            word in form or inflection.inside_unspaced(base, word)
            for base, form, word in zip(wanted, forms, said[start:], strict=False)
        )
        for start in range(len(said) - len(wanted) + 1)
    )
