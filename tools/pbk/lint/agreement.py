"""How two conditions stand to each other: whether one holds wherever the other does, and whether both can."""

from __future__ import annotations

from pbk.lint.placed_conditions import texts_of
from pbk.model.condition import Condition

ANY_OF = frozenset(("task_mentions", "git_branch", "git_remote", "os"))  # a list holds if one of it does
ALL_OF = frozenset(("file_exists", "file_absent", "env_set"))  # a list holds if all of it do
_WILDCARDS = frozenset("*?[")


def implies(one: Condition, other: Condition) -> bool:
    """Return whether `other` certainly holds wherever `one` does."""
    if one == other:
        return True
    if one.is_prose and other.is_prose:
        return _same_words(one, other)
    if one.kind != other.kind:
        return False
    mine, others = set(texts_of(one.argument)), set(texts_of(other.argument))
    if one.kind in ANY_OF:
        return bool(mine) and mine <= others
    return one.kind in ALL_OF and bool(others) and others <= mine


def exclude(one: Condition, other: Condition) -> bool:
    """Return whether the two can never hold together."""
    kinds = {one.kind, other.kind}
    if kinds == {"file_exists", "file_absent"}:
        return bool(set(texts_of(one.argument)) & set(texts_of(other.argument)))
    if len(kinds) > 1:
        return False
    if one.kind == "git_clean":
        return isinstance(one.argument, bool) and isinstance(other.argument, bool) and one.argument != other.argument
    mine, others = set(texts_of(one.argument)), set(texts_of(other.argument))
    if one.kind in {"os", "git_branch"}:
        literal = not any(sign in text for text in mine | others for sign in _WILDCARDS)
        return literal and bool(mine) and bool(others) and mine.isdisjoint(others)
    return one.kind == "context" and _other_value(one, other)


def complement(one: Condition, other: Condition) -> bool:
    """Return whether one of the two always holds, so that as anti-preconditions they always block."""
    if one.kind == other.kind == "git_clean":
        return exclude(one, other)
    mine, others = texts_of(one.argument), texts_of(other.argument)
    return {one.kind, other.kind} == {"file_exists", "file_absent"} and len(mine) == 1 and mine == others


def _same_words(one: Condition, other: Condition) -> bool:
    spoken = [" ".join(str(condition.argument).casefold().rstrip(" .").split()) for condition in (one, other)]
    return spoken[0] == spoken[1]


def _other_value(one: Condition, other: Condition) -> bool:
    mine, others = one.argument, other.argument
    if not isinstance(mine, dict) or not isinstance(others, dict) or mine.get("key") != others.get("key"):
        return False
    both = "equals" in mine and "equals" in others
    return both and (type(mine["equals"]), mine["equals"]) != (type(others["equals"]), others["equals"])
