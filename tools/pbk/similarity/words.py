"""The words of a text that say what it is about, in their stems."""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"[^\W_]+(?:\+\+|#(?!\w))?")  # "c++" and "c#" are words, underscores and hyphens part them
NUMBER = re.compile(r"v?\d+[a-z]{0,2}\d*")  # which version, issue or port it is never tells what the task is
SHORTEST_STEM = 3

# Words that carry grammar or courtesy.
STOP = frozenset(
    """
    a able about after again all also am an and any anything are as at be because been before being between
    both but by can cant could d did do does doesnt doing done dont during each either else ever every
    everything few for from gonna had has have having he hello help helping helps her here hers hey hi him his
    how i id if im in into is it its itself ive just kindly know let lets like ll m may maybe me might more
    most must my myself need needed needs no nor not now of off ok okay on once one only or other our ours out
    over own per please re really s should since so some somebody someone something still such t tell than
    thank thanks that the their theirs them then there these they thing things this those through to too under
    until up us ve very via want wanted wants was we were what whats when where whether which while who whom
    whose why will with within without wont would yes yet you your yours
    """.split()  # noqa: SIM905 - a literal of hundreds of lines would bury the rest of the page
)
# Words that stand in requests of every kind: they count half, and they alone are no resemblance.
GENERIC = frozenset(
    """
    add allow bring build change check code command create current delete different display edit end error
    existing fail file files find first fix folder get give given go handle implement improve information
    install issue item job keep last latest list load look main make manage modify move name new next number
    old open order output part pick place point print problem process program project provide put read remove
    rename repo repository run safely save script second see select send set setup several show simple single
    specific specified start stop support system task test time tool try turn type update use used user using
    value version view way work write
    """.split()  # noqa: SIM905 - a literal of hundreds of lines would bury the rest of the page
)


def content_words(text: str) -> tuple[str, ...]:
    """Return the stems of the words that are neither grammar nor numbers, each once, sorted."""
    return tuple(sorted({stem(word) for word in _words(text) if word not in STOP and not NUMBER.fullmatch(word)}))


def is_generic(stemmed: str) -> bool:
    """Return whether the stem belongs to a word that says little; single letters say little too."""
    return stemmed in GENERIC_STEMS or (len(stemmed) == 1 and stemmed.isascii())


def stem(word: str) -> str:
    """Return an English word without its plural, past or -ing ending, and without a final e: alike forms agree.

    Deliberately light: it joins forms of one word, never a noun and the verb that it comes from.
    """
    if len(word) <= SHORTEST_STEM or not word.isascii():
        return word
    word = _without_plural(word)
    if word.endswith("ied") and len(word) > len("died"):
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        before = word.removesuffix(ending)
        if len(before) < len(word) and len(before) >= SHORTEST_STEM and any(letter in "aeiouy" for letter in before):
            doubled = len(before) > SHORTEST_STEM and before[-1] == before[-2] and before[-1] not in "lsz"
            word = before[:-1] if doubled else before
            break
    return word[:-1] if word.endswith("e") and len(word) > SHORTEST_STEM else word


def _words(text: str) -> list[str]:
    folded = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    return WORD.findall(folded.replace("'", "").replace("\u2019", ""))


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > len("ties"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


GENERIC_STEMS = frozenset(map(stem, GENERIC))
