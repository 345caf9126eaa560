"""Words that turn a task around: it resembles a playbook, and asks for the opposite or for something about it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbk.similarity.words import stem

# Anywhere in a task, these take back or put off what the rest of it names.
REVERSING = frozenset(
    map(
        stem,
        (
            "undo",
            "cancel",
            "cancelled",
            "postpone",
            "abort",
            "rollback",
            "unpublish",
            "revert",
            "delay",
            "prevent",
            "avoid",
        ),
    )
)
# As the first verb, these ask for work on or about what the rest names, not for the thing itself.
ABOUT = frozenset(
    map(
        stem,
        (
            "explain", "describe", "document", "summarise", "summarize", "review", "discuss", "compare", "translate",
            "estimate", "draft", "write", "blog", "fix", "debug", "repair", "investigate", "simulate", "mock", "test",
            "skip", "stop", "delete", "remove", "disable",
        ),
    )
)  # fmt: skip
_COURTESY = (  # patterns are compiled when the first task comes this far
    r"^(?:(?:please|hey|hi|ok|so|now|just|kindly|lets|and|then"
    r"|(?:can|could|would|will) (?:you|we)|i (?:want|need) (?:you )?to|i would like (?:you )?to|help me(?: to)?) )*"
)
_FORBIDDING = (
    r"(?:(?:we|you|they|nobody|lets) )?"
    r"(?:(?:do|must|should|shall|will|would|can|could|may|need|ought)(?: ?not|nt)|cannot|dont|never|not)\b"
)
_WORD = r"[a-z]+"


def turning_word(task: str, texts: Iterable[str]) -> str | None:
    """Return a word of `task` that turns it around and that none of `texts` (goal and match examples) has, or None.

    It errs towards finding one: then a playbook is not offered, which costs an ordinary run.
    """
    plain = " ".join(re.findall(_WORD, task.lower().replace("'", "").replace("\u2019", "")))
    asked = re.sub(_COURTESY, "", plain, count=1)
    known = {stem(word) for text in texts for word in re.findall(_WORD, text.lower().replace("'", ""))}
    forbidding = re.match(_FORBIDDING, asked)
    if forbidding is not None and not known & {"not", "never", "dont"}:
        return forbidding.group()
    first, *_ = asked.split() or [""]
    if stem(first) in ABOUT - known:
        return first
    return next((word for word in plain.split() if stem(word) in REVERSING - known), None)
