"""A short way into `pbk lint`, which runs on every commit: its options are read without loading typer.

Anything this reader does not know (`--help`, a mistake) it leaves to the whole command line, which then says what is
wrong. A test holds the two readers together.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbk.cli.quick_options import OptionTables, read_words

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
PATHS = {"library", "paths"}


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
    return read_words(arguments, OptionTables(FLAGS, SINGLE, REPEATED, "paths", several=True, value=_value))


def _value(field: str, text: str) -> object:
    from pbk.cli.lint_answer import FORMATS, LEVELS  # noqa: PLC0415 - only once it is known to be this verb

    if text not in {"output": FORMATS, "fail_on": LEVELS}.get(field, (text,)):
        return None
    return Path(text) if field in PATHS else text
