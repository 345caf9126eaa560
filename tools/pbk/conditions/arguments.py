"""Reading what a condition was given: each reader returns the plain shape or raises `Undecidable`."""

from __future__ import annotations

from pbk.conditions.evaluation import Undecidable


def text(argument: object, meaning: str) -> str:
    """Return `argument` if it is a text with something in it; `meaning` names it in the refusal."""
    if isinstance(argument, str) and argument.strip():
        return argument
    raise Undecidable(f"{meaning} must be a text that is not empty")


def texts(argument: object, meaning: str) -> list[str]:
    """Return one text, or a list of one or more, as a list."""
    if isinstance(argument, list):
        if not argument:
            raise Undecidable(f"{meaning} must not be an empty list")
        return [text(item, f"each {meaning}") for item in argument]
    if isinstance(argument, str):
        return [text(argument, meaning)]
    raise Undecidable(f"{meaning} must be a text or a list of texts")


def mapping(argument: object, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, object]:
    """Return a mapping that has the required keys and at most the optional ones besides."""
    names = ", ".join((*required, *optional))
    if not isinstance(argument, dict):
        raise Undecidable(f"the argument must be a mapping with {names}")
    for key in required:
        if key not in argument:
            raise Undecidable(f"the key {key} is missing")
    for key in argument:
        if key not in required and key not in optional:
            raise Undecidable(f"the key {key!r} is unknown: expected {names}")
    return argument
