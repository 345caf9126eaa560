"""A short way into `pbk match`, the verb that runs on every task: its options are read without loading typer.

Anything this reader does not know (another verb, `--help`, a mistake) it leaves to the whole command line, which then
says what is wrong. A test holds the two readers together.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbk.cli.quick_options import OptionTables, read_words

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
    return read_words(arguments, OptionTables(FLAGS, SINGLE, REPEATED, "task", several=False, value=_value))


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
