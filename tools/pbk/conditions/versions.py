"""Versions of programs as dotted numbers, and bounds on them (`>=3.11, <4`).

The operators are those of PEP 440, without pre-releases: programs print versions in too many ways to order those.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest

from pbk.conditions.evaluation import Undecidable

DOTTED = re.compile(r"(?<![\d.])\d{1,9}(?:\.\d{1,9})+")
SINGLE = re.compile(r"(?<![\w.])v?(\d{1,9})(?![\w.])", re.ASCII)
BOUND = re.compile(r"(>=|<=|==|!=|~=|>|<)\s*(\d{1,9}(?:\.\d{1,9}){0,9})(\.\*)?")
SEARCHED = 4_000  # characters: a version stands near the beginning


@dataclass(frozen=True, slots=True)
class Bound:
    """One comparison; `prefix` stands for the `.*` of `==3.11.*`."""

    operator: str
    version: str
    prefix: bool = False

    def __str__(self) -> str:
        return f"{self.operator}{self.version}{'.*' if self.prefix else ''}"

    def allows(self, version: str) -> bool:
        """Return whether a dotted version satisfies the comparison; missing numbers count as 0."""
        mine, other = numbers(self.version), numbers(version)
        if self.prefix or self.operator == "~=":
            length = len(mine) if self.prefix else len(mine) - 1
            same = [*other, *[0] * length][:length] == mine[:length]
            return (same and order(other, mine) >= 0) if self.operator == "~=" else same is (self.operator == "==")
        compared = order(other, mine)
        return {
            ">=": compared >= 0,
            "<=": compared <= 0,
            ">": compared > 0,
            "<": compared < 0,
            "==": compared == 0,
            "!=": compared != 0,
        }[self.operator]


def parse_bounds(text: str) -> list[Bound]:
    """Return the comparisons, separated by commas, or raise `Undecidable` for what is none."""
    bounds = []
    for part in text.split(","):
        match = BOUND.fullmatch(part.strip())
        wrong = (
            match is None or (match[3] and match[1] not in {"==", "!="}) or (match[1] == "~=" and "." not in match[2])
        )
        if match is None or wrong:
            raise Undecidable(f"{part.strip()!r} is no bound on a version: write for example >=3.11, <4")
        bounds.append(Bound(match[1], match[2], bool(match[3])))
    return bounds


def find(text: str) -> str | None:
    """Return the version that a program printed: its first dotted number, else a whole number of its first line."""
    text = text[:SEARCHED].strip()
    dotted = DOTTED.search(text)
    if dotted is not None:
        return dotted[0]
    single = SINGLE.search(text.partition("\n")[0])
    return single[1] if single is not None else None


def numbers(version: str) -> list[int]:
    """Return the numbers of a dotted version."""
    return [int(number) for number in version.split(".")]


def order(one: list[int], other: list[int]) -> int:
    """Return -1, 0 or 1 as `one` comes before, with or after `other`."""
    for mine, theirs in zip_longest(one, other, fillvalue=0):
        if mine != theirs:
            return -1 if mine < theirs else 1
    return 0
