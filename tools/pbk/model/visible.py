"""Untrusted text made safe to show: one line, no escape sequences, nothing that reorders or hides."""

from __future__ import annotations

import unicodedata

# Two format characters join letters of real scripts; every other one can hide or reorder text.
_HARMLESS_FORMAT = "\u200c\u200d"
_VARIATION_FIRST, _VARIATION_LAST = "\U000e0100", "\U000e01ef"  # selectors that can carry a hidden text


def visible(text: str, *, limit: int | None = None) -> str:
    r"""Return `text` on one line, with control, format and surrogate characters spelled as `\uXXXX`.

    Newlines and tabs become a space. With `limit`, a longer text is cut there and ends in an ellipsis.
    """
    plain = text.isascii() and text.isprintable()
    shown = text if plain else "".join(map(_shown, text))
    if limit is not None and len(shown) > limit:
        return shown[: max(0, limit - 1)] + "…"
    return shown


def _shown(letter: str) -> str:
    if letter in "\n\r\t\u2028\u2029\x85":
        return " "
    category = unicodedata.category(letter)
    hides = category in {"Cc", "Cs", "Co", "Cn"} or (category == "Cf" and letter not in _HARMLESS_FORMAT)
    if hides or _VARIATION_FIRST <= letter <= _VARIATION_LAST:
        return f"\\u{ord(letter):04x}" if letter <= "\uffff" else f"\\U{ord(letter):08x}"
    return letter
