"""Secrets in a text, found by the shape of the value, never by the entropy of a word alone.

Commit hashes, digests and UUIDs are as random as any key and stand in every log: what has no recognisable shape counts
as a secret only where a name says so (`password=`, `token:`, `--api-key`), and only if it is no stand-in.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass

from pbk.redaction.placeholders import looks_random, stands_in
from pbk.redaction.shapes import SHAPES, Shape

_ESCAPES = ("\\n", "\\t", "\\r")  # in JSON a line break is spelled, and its `n` is no part of the word behind it
_FEWEST_PASSWORD = 8
_FEWEST_OTHER = 16
_PASSWORD_BITS = 2.5
_OTHER_BITS = 3.0
_SHORTEST_NAME = "pass", "pwd", "secret", "token", "key", "credential"

_URL = re.compile(r"://[^\s/:@'\"<>]{0,100}:(?P<secret>[^\s/@'\"<>]{3,200})@(?=[A-Za-z0-9\[{$])")
# Searched for in lower case, which is quicker than a search that minds no case.
_NAME = (
    r"(?P<password>pass(?:word|wd|phrase)|pwd)|secret|token|credentials?"
    r"|(?:api|access|account|auth|private|signing|encryption|secret)[_-]?key"
)
_VALUE = r"(?P<secret>[^\s\"'`,;(){}<>\[\]]{8,512}+)"
_ASSIGNED = re.compile(
    rf"(?:{_NAME})(?:[_-][A-Za-z0-9_-]{{1,20}})?(?:\\?[\"'])?"
    rf"[ \t]{{0,3}}(?:=>|:=|==?|:)[ \t]{{0,3}}(?:\\?[\"'`])?{_VALUE}",
    re.ASCII,
)
_OPTION = re.compile(
    rf"-(?<![\w-]-)-?(?:[a-z]{{1,20}}-){{0,3}}(?:{_NAME})(?:-[a-z]{{1,20}})?(?:\\?[\"'])?"
    rf",?[ \t]{{1,3}}(?:\\?[\"'`])?{_VALUE}",
    re.ASCII,
)
_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_AWS = re.compile(r"(?P<secret>[A-Za-z0-9+/]{40})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret at `text[start:end]`; `kind` is a slug such as `github-token`."""

    kind: str
    start: int
    end: int


def find_secrets(text: str) -> Iterator[Secret]:
    """Yield the secrets of a text in order; no two overlap. Time grows with the length of the text and no faster."""
    taken: list[Secret] = []
    for secret in sorted(_candidates(text), key=lambda one: (one.start, -one.end)):
        if not taken or secret.start >= taken[-1].end:
            taken.append(secret)
    yield from taken


def _candidates(text: str) -> Iterator[Secret]:
    for shape in SHAPES:
        for beginning in shape.beginnings:
            if beginning in text:
                yield from _shaped(text, shape, beginning)
    if "://" in text:
        for found in _URL.finditer(text):
            if not stands_in(found["secret"]):
                yield _secret("url-password", found)
    yield from find_named_secrets(text)


def find_named_secrets(text: str) -> Iterator[Secret]:
    """Yield the values that a name before them announces as secrets (`password: ...`); two of them may overlap."""
    lowered = text.lower()
    if not any(name in lowered for name in _SHORTEST_NAME):
        return
    if len(lowered) != len(text):  # a few letters have a longer lower case
        lowered = text.translate(_LOWER)
    for pattern in (_ASSIGNED, _OPTION):
        for found in pattern.finditer(lowered):
            start, end = found.span("secret")
            value = text[start:end].rstrip(".:!?\\")
            password = found["password"] is not None
            fewest, bits = (_FEWEST_PASSWORD, _PASSWORD_BITS) if password else (_FEWEST_OTHER, _OTHER_BITS)
            if not stands_in(value) and looks_random(value, fewest=fewest, bits=bits):
                aws = "/" in value and _AWS.fullmatch(value) is not None
                kind = "password" if password else "aws-secret-key" if aws else "named-secret"
                yield Secret(kind, start, start + len(value))


def _shaped(text: str, shape: Shape, beginning: str) -> Iterator[Secret]:
    at = text.find(beginning)
    while at >= 0:
        found = shape.pattern.match(text, at) if shape.glued or _starts_word(text, at) else None
        if found is None:
            at = text.find(beginning, at + 1)
            continue
        yield _secret(shape.kind, found)
        at = text.find(beginning, found.end())


def _starts_word(text: str, at: int) -> bool:
    before = text[at - 1 : at]
    inside = before == "_" or (before.isascii() and before.isalnum())
    return not inside or text[max(0, at - 2) : at] in _ESCAPES


def _secret(kind: str, found: re.Match[str]) -> Secret:
    group = "secret" if "secret" in found.re.groupindex else 0
    return Secret(kind, found.start(group), found.end(group))
