"""Words that make sense only to a model: orders to ignore what it was told, marks of roles, secrets from its user."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass

_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_GAP = r"[\s#]+"  # words of a comment may stand on two lines
_DROP = "(?:ignore|disregard|forget|override|bypass|overrule)"
_LET_GO = "(?:ignore|disregard|forget)"
_LAY_OPEN = "(?:ignore|reveal|repeat|leak|disclose|replace|forget|disregard|bypass|overwrite|recite)"
_OF_THE = "(?:(?:all|any|every|each|of|the|your|my|our|these|those) ){0,4}"
_BEFORE = "(?:previous|prior|preceding|foregoing|above|earlier|former|system|developer|initial)"
_TOLD = "(?:instructions?|prompts?|directives?|messages? (?:above|before)|system messages?)"
_FILLERS = "(?: (?:that|is|was|came|comes|you|were|have|been|i|we))*"
_USER = "(?:user|human|operator|reviewer)s?"
_NEVER = "(?:do not|don't|never|must not|without)"


@dataclass(frozen=True, slots=True)
class _Group:
    """Phrases that are searched for only where one word of each set of `needs` is in the text."""

    needs: tuple[tuple[str, ...], ...]
    pattern: re.Pattern[str]


def _group(needs: str, *phrases: str) -> _Group:
    """Return the group that `needs` (words of a set by blanks, sets by bars) and phrases of words by blanks make.

    It is searched for in lower case, which is quicker than a search that minds no case.
    """
    sets = tuple(tuple(words.split()) for words in needs.split("|"))
    return _Group(sets, re.compile("|".join(phrases).replace(" ", _GAP)))


_GROUPS = (
    # to ignore what it was told
    _group(
        "ignore disregard forget overrid bypass overrul"
        "|instruct prompt directive message rule guideline order context above before told previously training program",
        f"{_DROP} {_OF_THE}{_BEFORE} (?:(?:system|developer|user) )?{_TOLD}",
        f"{_LET_GO} {_OF_THE}(?:previous|prior|earlier) (?:rules|guidelines|orders|context)",
        f"{_LET_GO} (?:everything|anything|all){_FILLERS} (?:above|before this|told|said before|previously)",
        r"(?:ignore|disregard) (?:all of )?the above(?=[.,;:!?\"')]|\s*(?:\x00|\Z)| and )",
        rf"{_DROP} (?:all (?:of )?)?your (?:\w+ )?(?:instructions|guidelines|rules|training|programming)",
    ),
    # to be somebody else
    _group(
        "you pretend|now pretend henceforth",
        "(?:from now on|henceforth),? you (?:are|will|must|shall|should)",
        "you must now(?! be able)",
        "you are now (?:an? |in |the |no longer |free|allowed|unrestricted|acting|operating|going to)",
        "pretend (?:that )?(?:you are|you're|to be) ",
    ),
    # about its prompt
    _group(
        "system new|prompt message instructions directives",
        "(?:your|the) new (?:instructions|directives|system prompt) (?:are|is|follow)",
        "(?:your|hidden|secret) system (?:prompt|message)s?",
        f"{_LAY_OPEN} (?:the |its |this )?(?:(?:hidden|full|whole|entire|original) )?system (?:prompt|message)",
    ),
    # against its user
    _group(
        "user human operator reviewer"
        "|tell inform mention reveal disclos hide conceal keep withhold knowing noticing knowledge consent",
        f"{_NEVER} (?:tell|telling|inform|informing) the {_USER}",
        f"{_NEVER} (?:mention|reveal|disclos)(?:e|ing)?(?: (?:this|that|it|any of this|these))? to the {_USER}",
        f"(?:hide|conceal|keep|withhold) (?:this|that|it|these)(?: secret| hidden)? from the {_USER}",
        f"without (?:the )?{_USER}(?:'s?)? (?:knowing|noticing|knowledge|consent)",
    ),
)
_MARKS = re.compile(
    "</?(?:system|assistant|system[-_](?:prompt|message|reminder|instructions?)|im_start|im_end)>"
    r"|</?(?:function_(?:calls?|results?)|tool_(?:use|result|call|response)|antml:\w+)>"
    r"|\[/?INST\]|<</?SYS>>|<\|[a-z_]{2,30}\|>"
    r"|(?<!\S)(?:BEGIN|END) (?:SYSTEM|HIDDEN|NEW) (?:PROMPT|INSTRUCTIONS?)(?!\w)"
)
_MARK_SIGNS = ("<", "[INST", "[/INST", "PROMPT", "INSTRUCTION")


def find_orders(text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text gives orders to a model: from, to."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters have a longer lower case
        lowered = text.translate(_LOWER)
    for group in _GROUPS:
        if all(any(word in lowered for word in words) for words in group.needs):
            for found in group.pattern.finditer(lowered):
                before = text[found.start() - 1 : found.start()]
                if not (before.isalnum() or before in {"-", "_"}):
                    yield found.span()


def find_role_marks(text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text has a mark that separates the roles of a conversation with a model: from, to."""
    if any(sign in text for sign in _MARK_SIGNS):
        for found in _MARKS.finditer(text):
            yield found.span()
