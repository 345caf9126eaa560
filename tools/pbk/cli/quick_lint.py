"""A short way into `pbk lint`, which runs on every commit: its options are read without loading typer.

Anything this reader does not know (`--help`, a mistake) it leaves to the whole command line, which then says what is
wrong. A test holds the two readers together.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

FLAGS = {
    "--fix": "fix",
    "--diff": "diff",
    "--unsafe-fixes": "unsafe_fixes",
    "--no-cache": "no_cache",
    "--quiet": "quiet",
    "-q": "quiet",
    "--json": "json",
}
SINGLE = {"--format": "output", "--fail-on": "fail_on", "--changed-since": "changed_since", "--now": "now"}
REPEATED = {"--select": "select", "--ignore": "ignore", "--library": "library", "-L": "library"}


def quick_lint(arguments: Sequence[str]) -> int | None:
    """Run `pbk lint` and return the exit status; None where the whole command line must decide."""
    if not arguments or arguments[0] != "lint":
        return None
    values = read_options(arguments[1:])
    if values is None:
        return None
    from pbk.cli.lint_answer import LintOptions, answer_lint  # noqa: PLC0415 - only once it is known to be this verb

    return answer_lint(LintOptions(**values))  # type: ignore[arg-type]  # the tables above give each option its type


def read_options(arguments: Sequence[str]) -> dict[str, object] | None:
    """Return the fields of `LintOptions` that the arguments set, or None for what is not in the tables."""
    from pbk.cli.lint_answer import FORMATS, LEVELS  # noqa: PLC0415 - as above

    choices = {"output": FORMATS, "fail_on": LEVELS}
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
            if text not in choices.get(field, (text,)):
                return None
            if option in REPEATED:
                repeated.setdefault(field, []).append(Path(text) if field == "library" else text)
            else:
                values[field] = text
        elif word.startswith("-"):
            return None
        else:
            repeated.setdefault("paths", []).append(Path(word))
    return values | {field: tuple(found) for field, found in repeated.items()}
