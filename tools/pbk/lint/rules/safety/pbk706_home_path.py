"""PBK706: a path through somebody's home directory."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.passages import reading
from pbk.lint.rule import Family, Rule
from pbk.redaction.personal import find_home_paths


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the home directories of people in values, keys and comments."""
    read = reading(document)
    for found in find_home_paths(read.text):
        span = read.place(document, found.start, found.end)
        hint = "write it relative to the repository, or as ~ or $HOME"
        yield Finding(span, "this path leads through the home directory of one person", hint)


def _example(path: str) -> str:
    return (
        f"steps:\n  - do: build the documentation\n    run: [make, -C, {path}, html]\n    check: {{exit_code: 0}}\n"
        "  - do: read it\n    check: null\n"
    )


RULE = Rule(
    id="PBK706",
    name="home-path",
    family=Family.SAFETY,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="An absolute path through the home directory of a person.",
    why=(
        "Such a path works on the machine that the playbook was learnt on and nowhere else, and it tells the name of "
        "an account. It is a warning: nothing breaks by it, and a route of a web site may look the same."
    ),
    bad=_example("/home/jdoe/project/docs"),
    good=_example("docs"),
    check=check,
)
