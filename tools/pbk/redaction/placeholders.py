"""Telling a value from a stand-in for one: references, templates, words that say that the value goes here."""

from __future__ import annotations

import math
import re
from collections import Counter

_STANDS_IN = re.compile(
    r"x{4}|\*{3}|\.{3}|…|example|placeholder|change[-_]?(?:me|it|this)|dummy|fake|redacted|your[-_]|my[-_]|insert|replace"
    r"|^(?:test|sample|foo|bar|user|pass|root|admin|postgres|mysql|guest|secret|token|password|passw0rd)[0-9]{0,4}$",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"[$%{<~@&*#^|\\(\[]|\.{0,2}/|[a-z][a-z0-9+.-]{1,20}:|sha(?:1|256|512)[-:]", re.IGNORECASE)
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_WORDS = re.compile(r"(?:[A-Za-z]{2,}[0-9]{0,3}|v?[0-9]{1,4})(?:[._/:@-](?:[A-Za-z]{1,}[0-9]{0,3}|v?[0-9]{1,4}))*+")
_LETTER = re.compile(r"[A-Za-z]")
_DIGIT = re.compile(r"[0-9]")


def stands_in(value: str) -> bool:
    """Return whether a value is a reference (`$TOKEN`, `{{ token }}`, a path), a UUID, or says that it is made up."""
    return bool(_REFERENCE.match(value) or _STANDS_IN.search(value) or _UUID.fullmatch(value) or "{{" in value)


def looks_random(value: str, *, fewest: int, bits: float) -> bool:
    """Return whether a value of `fewest` characters or more has letters, digits and that many bits a character.

    Words joined by `.`, `/`, `-`, `_` and `:`, with a small number behind them, are names and not random.
    """
    if len(value) < fewest or not _LETTER.search(value) or not _DIGIT.search(value) or _WORDS.fullmatch(value):
        return False
    return entropy(value) >= bits


def entropy(text: str) -> float:
    """Return Shannon's entropy of the characters of a text, in bits a character."""
    size = len(text)
    return -sum(count / size * math.log2(count / size) for count in Counter(text).values())
