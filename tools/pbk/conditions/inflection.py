"""Words of a text, and the forms that an English word takes: release, releases, released, releasing.

Forms are made from a base, never cut off a word, so "leas" is not part of "release", nor "ship" of "shipment".
"""

from __future__ import annotations

import re
import unicodedata

WORD = re.compile(r"[^\W_]+(?:\+\+|#(?!\w))?")  # "c++" and "c#" are words, underscores and hyphens part them
VOWELS = "aeiou"
SIBILANT = ("s", "x", "z", "ch", "sh")
NEVER_DOUBLED = "aeiouwxyh"
SHORTEST_BASE = 2
# Verbs of a developer's day whose past is their own.
IRREGULAR = {
    "break": ("broke", "broken"),
    "build": ("built",),
    "choose": ("chose", "chosen"),
    "find": ("found",),
    "freeze": ("froze", "frozen"),
    "make": ("made",),
    "rebuild": ("rebuilt",),
    "rerun": ("reran",),
    "rewrite": ("rewrote", "rewritten"),
    "run": ("ran",),
    "send": ("sent",),
    "take": ("took", "taken"),
    "undo": ("undid", "undone"),
    "withdraw": ("withdrew", "withdrawn"),
    "write": ("wrote", "written"),
}
# Scripts that write no blanks between words: there a word may stand anywhere inside a run of characters.
UNSPACED = "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"


def words(text: str) -> list[str]:
    """Return the words of a text in their order, in one spelling of equal characters and without case."""
    if text.isascii():
        return WORD.findall(text.lower())
    folded = unicodedata.normalize("NFKC", text).casefold()
    # Marks belong to the letter before them; the pattern would part words at those that have no composed form.
    marks = {character for character in folded if unicodedata.category(character).startswith("M")}
    if not marks:
        return WORD.findall(folded)
    return re.findall(rf"(?:[^\W_]|[{re.escape(''.join(sorted(marks)))}])+", folded)


def related(word: str) -> frozenset[str]:
    """Return the word and all forms of each base that it may be a form of."""
    bases = {word} | {base for base in _possible_bases(word) if word in forms(base)}
    return frozenset().union(*map(forms, bases))


def forms(base: str) -> frozenset[str]:
    """Return the base, its plural or third person, its past and its -ing form."""
    if len(base) < SHORTEST_BASE or not (base.isascii() and base.isalpha()):
        return frozenset({base})
    found = {base, *IRREGULAR.get(base, ())}
    before = base[-2]
    if base.endswith("e"):
        stem = base[:-2] + "y" if base.endswith("ie") else base if before in "eoy" else base[:-1]
        found |= {base + "s", base + "d", stem + "ing"}
    elif base.endswith("y") and before not in VOWELS:
        found |= {base[:-1] + "ies", base[:-1] + "ied", base + "ing"}
    else:
        plurals = {base + "es"} if base.endswith(SIBILANT) else {base + "s"}
        if base.endswith("o"):
            plurals.add(base + "es")
        found |= plurals
        for stem in _stems(base):
            found |= {stem + "ed", stem + "ing"}
    return frozenset(found)


def inside_unspaced(wanted: str, said: str) -> bool:
    """Return whether `wanted` stands inside `said` in a script that does not part words."""
    return wanted in said and not wanted.isascii() and re.search(UNSPACED, wanted) is not None


def _stems(base: str) -> set[str]:
    """Return what -ed and -ing are put to: the last consonant doubles after one short vowel (ship, shipping).

    Only the stress decides in longer words (commit, committing; open, opening), so both are taken.
    """
    last, vowel = base[-1], base[-2]
    if last in NEVER_DOUBLED or vowel not in VOWELS:
        return {base}
    if len(base) > SHORTEST_BASE and base[-3] in VOWELS and not base.endswith(("quit", "quip")):
        return {base}
    doubled = base + last
    return {doubled} if sum(letter in VOWELS for letter in base) == 1 else {base, doubled}


def _possible_bases(word: str) -> set[str]:
    """Return what is left without a known ending; whether the word is a form of it is for the caller to test."""
    bases = {base for base, past in IRREGULAR.items() if word in past}
    for ending in ("s", "es", "d", "ed", "ing"):
        if word.endswith(ending):
            stem = word[: -len(ending)]
            bases |= {stem, stem + "e"}
            if len(stem) > SHORTEST_BASE and stem[-1] == stem[-2]:
                bases.add(stem[:-1])
    for ending, replaced in (("ies", "y"), ("ied", "y"), ("ying", "ie")):
        if word.endswith(ending):
            bases.add(word[: -len(ending)] + replaced)
    return {base for base in bases if len(base) >= SHORTEST_BASE and any(letter in VOWELS + "y" for letter in base)}
