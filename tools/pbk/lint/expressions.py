"""What a regular expression costs and tells, as far as its text shows.

`runs_away` looks for the one shape behind nearly all catastrophic backtracking: a repetition inside a repetition, where
a text can be shared out between the two in more than one way. It need not be right about every expression; it must be
right about those it names.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from pbk.conditions.patterns import LONGEST_PATTERN
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import all_conditions
from pbk.lint.placeholders import PLACEHOLDER, declared_inputs
from pbk.model.canonical import Json
from pbk.store.yaml_place import Pointer

_ATOM = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)|\[\^?\]?(?:\\.|[^\]\\])*\]|[^\\\[]", re.DOTALL)
_REPEAT = re.compile(r"(?:([*+?])|\{(?=,?[0-9])([0-9]*)(,?)([0-9]*)\})([?+]?)")
_GROUP = re.compile(r"\((?:\?(?:P<[^>]*>|:|[aiLmsux-]+:|(?P<look>=|!|<=|<!)|(?P<atomic>>)|(?P<other>[^)]*\)?)))?")
_SAMPLE = "".join(map(chr, range(9, 127))) + "éß中ـ\u2028"
_SEARCHING_KINDS = ("output_matches", "output_lacks")
_WORD = "input"  # stands for the value of an input
_MANY = 10  # repetitions that are as good as endless
_MOST_ROUNDS = 10_000  # of counted repetitions within one another, for a search that must end soon
_COUNTS = re.compile(r"\{([0-9]*),?([0-9]*)\}")
_PROBES = ("", "a", "0 passed\n", "¿Ñ?", "\n\n", "A_b-c: {d}")


@dataclass(slots=True)
class _Piece:
    """A part of a sequence: what it can consist of and begin with, whether it may be missing, whether it can grow."""

    characters: frozenset[str]
    firsts: frozenset[str]
    optional: bool = False
    grows: bool = False
    branches: tuple[list[_Piece], ...] = ()


@dataclass(slots=True)
class _Level:
    """A group that is still open: its finished alternatives, the one that is being read, and its kind."""

    kind: str = ""
    branches: list[list[_Piece]] = field(default_factory=list)
    current: list[_Piece] = field(default_factory=list)


@lru_cache(maxsize=512)
def runs_away(pattern: str) -> bool:
    """Return whether a search for `pattern` can take time that doubles with each few further characters."""
    return any(_shares_out(piece.branches) for piece in _endless(pattern))


@lru_cache(maxsize=512)
def is_always_found(pattern: str) -> bool:
    """Return whether `pattern` is found in any text whatever, as `.*` and `x?` are."""
    rounds = 1
    for found in _COUNTS.finditer(pattern):
        rounds *= max(1, *(int(number[:6]) for number in found.groups() if number), 1)
    if rounds > _MOST_ROUNDS or runs_away(pattern):
        return False
    compiled = _compiled(pattern)
    return compiled is not None and all(compiled.search(probe) for probe in _PROBES)


def _compiled(pattern: str) -> re.Pattern[str] | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a later Python may read differently is no concern here
            return re.compile(pattern, re.MULTILINE)
    except (re.error, RecursionError, OverflowError):
        return None


def _endless(pattern: str) -> Iterator[_Piece]:
    """Yield each piece that is repeated without an end and with a way back; nothing more where the text is odd."""
    levels = [_Level()]
    at = 0
    while at < len(pattern):
        character = pattern[at]
        if character == "(":
            at = _opened(pattern, at, levels)
            continue
        if character == "|":
            levels[-1].branches.append(levels[-1].current)
            levels[-1].current = []
            at += 1
            continue
        if character == ")":
            if len(levels) == 1:
                return
            piece, at = _closed(levels.pop()), at + 1
        else:
            atom = _ATOM.match(pattern, at)
            if atom is None:
                return
            characters = _characters(atom[0])
            piece, at = _Piece(characters, characters, optional=not characters), atom.end()
        repeat = _REPEAT.match(pattern, at)
        if repeat is not None:
            at = repeat.end()
            if _repeat(piece, repeat):
                yield piece
        levels[-1].current.append(piece)


def _opened(pattern: str, at: int, levels: list[_Level]) -> int:
    """Open the group at `(` and return where its content starts; pass over flags, comments and references."""
    group = _GROUP.match(pattern, at)
    if group is None or group["other"] is not None:
        end = pattern.find(")", at)
        return len(pattern) if end < 0 else end + 1
    levels.append(_Level("look" if group["look"] else "atomic" if group["atomic"] else ""))
    return group.end()


def _closed(level: _Level) -> _Piece:
    """Return the piece that a group is."""
    branches = (*level.branches, level.current)
    if level.kind == "look":  # it takes no characters
        return _Piece(frozenset(), frozenset(), optional=True)
    return _Piece(
        frozenset().union(*(piece.characters for branch in branches for piece in branch)),
        frozenset().union(*(piece.firsts for branch in branches for piece in _leading(branch))),
        optional=any(all(piece.optional for piece in branch) for branch in branches),
        grows=level.kind != "atomic" and any(piece.grows for branch in branches for piece in branch),
        branches=() if level.kind == "atomic" else branches,
    )


def _repeat(piece: _Piece, repeat: re.Match[str]) -> bool:
    """Change `piece` into its repetition and return whether that is an endless one with a way back."""
    sign, low, comma, high, possessive = repeat.groups()
    least = {"*": 0, "+": 1, "?": 0}[sign] if sign else int(low[:6] or 0)
    most = {"*": _MANY, "+": _MANY, "?": 1}[sign] if sign else int(high[:6]) if high else _MANY if comma else least
    piece.optional = piece.optional or least == 0
    if possessive == "+":
        piece.grows = False
        return False
    piece.grows = piece.grows or (most > least and most >= _MANY)
    return most > least and most >= _MANY


def _leading(branch: list[_Piece]) -> Iterator[_Piece]:
    """Yield the pieces that a sequence can begin with."""
    for piece in branch:
        yield piece
        if not piece.optional:
            return


def _shares_out(branches: tuple[list[_Piece], ...]) -> bool:
    """Return whether the rounds of a repetition of these alternatives can share out one text in several ways."""
    alone = [branch[0] for branch in branches if len(branch) == 1 and not branch[0].grows]
    if any(one.characters & other.characters for index, one in enumerate(alone) for other in alone[:index]):
        return True
    return any(
        piece.grows and _reaches(piece, branch, index, branches)
        for branch in branches
        for index, piece in enumerate(branch)
    )


def _reaches(grower: _Piece, branch: list[_Piece], index: int, branches: tuple[list[_Piece], ...]) -> bool:
    """Return whether a piece that grows could take over everything up to the next piece that grows."""
    seen: set[int] = set()
    waiting = [(branch, index + 1)]
    while waiting:
        sequence, at = waiting.pop()
        if at >= len(sequence):
            waiting += [(other, 0) for other in branches if other and id(other[0]) not in seen]
            seen.update(id(other[0]) for other in branches if other)
            continue
        piece = sequence[at]
        if piece.optional:
            waiting.append((sequence, at + 1))
        if grower.characters & piece.firsts:
            if piece.grows:
                return True
            waiting.append((sequence, at + 1))
    return False


@lru_cache(maxsize=512)
def _characters(atom: str) -> frozenset[str]:
    """Return the characters of the sample that an atom stands for: none for an anchor or a reference."""
    compiled = _compiled(atom)
    return frozenset() if compiled is None else frozenset(filter(compiled.fullmatch, _SAMPLE))


def expressions_of(document: LintDocument) -> Iterator[tuple[Pointer, str]]:
    """Yield the regular expressions of a document that can be compiled, each input in them as a plain word."""
    for name, declared in declared_inputs(document).items():
        if isinstance(declared, dict):
            yield from _expression(("inputs", name, "pattern"), declared.get("pattern"))
    for placed in all_conditions(document):
        kind, argument = placed.condition.kind, placed.condition.argument
        if kind == "file_contains" and isinstance(argument, dict):
            yield from _expression((*placed.pointer, kind, "pattern"), argument.get("pattern"))
        elif kind in _SEARCHING_KINDS:
            yield from _expression((*placed.pointer, kind), argument)


def _expression(pointer: Pointer, value: Json) -> Iterator[tuple[Pointer, str]]:
    if isinstance(value, str) and len(value) <= LONGEST_PATTERN:
        expression = PLACEHOLDER.sub(_WORD, value)
        if _compiled(expression) is not None:
            yield pointer, expression
