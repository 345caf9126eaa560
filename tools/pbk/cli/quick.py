"""A short way into `pbk match`, the verb that runs on every task: its options are read without loading typer.

Anything this reader does not know (another verb, `--help`, a mistake) it leaves to the whole command line, which then
says what is wrong. A test holds the two readers together.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

FLAGS = {"--json": "json", "--explain": "explain", "--below-floor": "below_floor"}
SINGLE = {
    "--batch": "batch",
    "--scope": "scope",
    "--directory": "directory",
    "-C": "directory",
    "--adjudicate": "adjudicate",
    "--model": "model",
    "--answers": "answers",
    "--floor": "floor",
    "--now": "now",
}
REPEATED = {"--context": "context", "--assume": "assume", "--library": "library", "-L": "library"}
PATHS = {"batch", "directory", "answers", "library"}


def quick_match(arguments: Sequence[str]) -> int | None:
    """Run `pbk match` for its plain forms and return the exit status; None where the whole command line must decide."""
    if not arguments or arguments[0] != "match":
        return None
    values = read_options(arguments[1:])
    if values is None:
        return None
    from pbk.cli.match_answer import MatchOptions, answer_match  # noqa: PLC0415 - only once it is known to be a match

    return answer_match(MatchOptions(**values))  # type: ignore[arg-type]  # the tables above give each option its type


def read_options(arguments: Sequence[str]) -> dict[str, object] | None:
    """Return the fields of `MatchOptions` that the arguments set, or None for what is not in the tables."""
    values: dict[str, object] = {}
    repeated: dict[str, list[object]] = {}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        option, equals, attached = word.partition("=") if word.startswith("--") else (word, "", "")
        if option in FLAGS and not equals:
            values[FLAGS[option]] = True
        elif option in SINGLE or option in REPEATED:
            if not equals and not rest:
                return None
            text = attached if equals else rest.pop(0)
            field = SINGLE.get(option) or REPEATED[option]
            value = _value(field, text)
            if value is None:
                return None
            if option in REPEATED:
                repeated.setdefault(field, []).append(value)
            else:
                values[field] = value
        elif word.startswith("-") or "task" in values:
            return None
        else:
            values["task"] = word
    return values | {field: tuple(found) for field, found in repeated.items()}


def _value(field: str, text: str) -> object:
    if field in PATHS:
        return Path(text)
    if field == "floor":
        try:
            number = float(text)
        except ValueError:
            return None
        return number if 0.0 <= number <= 1.0 else None
    return text
