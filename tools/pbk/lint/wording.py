"""What a sentence of a playbook says: which of its words could be observed, and which only sound like it."""

from __future__ import annotations

import re
from functools import lru_cache

from pbk.conditions.inflection import related, words
from pbk.similarity.words import NUMBER, STOP

# A sentence of such words alone says that it went well, not how anybody would see that.
VAGUE = frozenset(
    """
    a all alright and any appear appears are as at been being by can complete completed completes correct correctly
    done do does errors error everything expected fine finish finished finishes for good great has have in into is issue
    issues it its just let looking look looks make no not now of ok okay on perfect perfectly pass
    passed passes problem problems proper properly reasonable reasonably result results right sane sensible should
    seem seems so some step steps succeed succeeded succeeds success successful successfully sure that the there they
    thing things this to valid verify verified was well went were will with without work worked working works wrong
    you your we be check checked confirm confirmed ensure ensured command commands ready
    """.split()  # noqa: SIM905 - a literal of a hundred lines would bury the rest of the page
)
# Words with which a check dresses up what its `do` says.
_DRESSING = frozenset(
    """
    check checked confirm confirmed done ensure ensured finish finished make sure successful successfully success see
    succeed succeeded verify verified correctly properly complete completed been fully
    """.split()  # noqa: SIM905 - as above
)
_NO_RESULT = re.compile(r"\bno results?\b", re.IGNORECASE)  # of a search: that can be seen
_BLANKS = re.compile(r"\s+")


def plain(text: str) -> str:
    """Return a sentence on one line, without the blanks and the full stop around it; its case is kept."""
    return _BLANKS.sub(" ", text).strip().rstrip(".!").strip()


def says_nothing(text: str) -> bool:
    """Return whether a text says only that something went well."""
    said = words(text.replace("'", "").replace("\u2019", ""))
    return bool(said) and all(word in VAGUE for word in said) and not _NO_RESULT.search(text)


def telling(text: str) -> list[str]:
    """Return the words of a text, in their order, that carry neither grammar nor courtesy nor a bare number."""
    said = words(text.replace("'", "").replace("\u2019", ""))
    return [word for word in said if word not in STOP and not NUMBER.fullmatch(word)]


def restates(check: str, do: str) -> bool:
    """Return whether a check has no word, in any of its forms, that its instruction does not have.

    It must take up half of the instruction: about a part of what a long one asks for there is more to say.
    """
    asked = set(telling(do))
    said = {word for word in telling(check) if word not in _DRESSING}
    taken = {word for word in asked if not forms_of(word).isdisjoint(said)}
    covered = all(not forms_of(one).isdisjoint(taken) for one in said)
    return bool(said) and covered and 2 * len(taken) >= len(asked - _DRESSING)


@lru_cache(maxsize=4096)
def forms_of(word: str) -> frozenset[str]:
    """Return the word and its inflected forms, as `pbk.conditions.inflection` makes them."""
    return related(word)
