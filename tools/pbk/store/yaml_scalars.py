"""What an unquoted scalar means in the core schema of YAML 1.2 (specification of YAML 1.2.2, section 10.3.2).

`no`, `on`, `1:30`, `2024-01-02`, `1_000` and `0b11` are texts there; `0755` is the decimal number 755.
"""

from __future__ import annotations

import math
import re

LARGEST_INTEGER = 2**53 - 1  # what every JSON reader keeps exactly (RFC 8259, section 6)
_MOST_DIGITS = 17

Scalar = bool | int | float | str | None

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_START = frozenset("+-.0123456789")
_DECIMAL = re.compile(r"[-+]?[0-9]+", re.ASCII)
_OCTAL = re.compile(r"0o([0-7]+)", re.ASCII)
_HEXADECIMAL = re.compile(r"0x([0-9a-fA-F]+)", re.ASCII)
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", re.ASCII)
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


def plain_value(text: str) -> Scalar:
    """Return the value of an unquoted scalar.

    Raises `ValueError` with a message for a user: a number that JSON cannot hold (`.nan`, `.inf`, more than 2**53 - 1).
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_START:
        return text
    return _number(text)


def _number(text: str) -> Scalar:
    for shape, base in ((_DECIMAL, 10), (_OCTAL, 8), (_HEXADECIMAL, 16)):
        found = shape.fullmatch(text)
        if found is not None:
            return _integer(found[found.re.groups], base)
    if _FLOAT.fullmatch(text):
        value = float(text)
        if math.isinf(value):
            raise ValueError("this number is too large")
        return value
    if _NOT_FINITE.fullmatch(text):
        raise ValueError(f"`{text}` is a number that JSON cannot hold")
    return text


def _integer(digits: str, base: int) -> int:
    sign, bare = ("-", digits[1:]) if digits[0] == "-" else ("", digits.lstrip("+"))
    bare = bare.lstrip("0") or "0"
    if len(bare) <= _MOST_DIGITS * 2:
        value = int(sign + bare, base)
        if abs(value) <= LARGEST_INTEGER:
            return value
    raise ValueError(f"this number is larger than {LARGEST_INTEGER}, the largest that JSON readers keep exactly")
