"""PBK306: a command as a text for a shell, of which no shell is needed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from pbk.lint.commands import PLACEHOLDER
from pbk.lint.diagnostic import Finding, Fix, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.lint.splice import flow_list, replacement

HINT = "write it as a list of arguments: no quoting, no surprises from spaces or an input's value"
_FOR_A_SHELL = re.compile(r"[|&;<>()$`\\*?\[\]{}~!#\n]")
_BUILT_IN = frozenset(
    ("cd", "export", "source", ".", "alias", "set", "unset", "ulimit", "umask", "eval", "exec", "trap")
)
_STAND_IN = "PBKINPUT{}PBK"
_STANDING_IN = re.compile(r"PBKINPUT(\d+)PBK")


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the commands that are one text and hold nothing that a shell would have to read."""
    for index, step in document.steps():
        run = step.get("run")
        argv = _arguments(run) if isinstance(run, str) else []
        if argv:
            pointer = ("steps", index, "run")
            edits = replacement(document, pointer, flow_list(argv), list(argv))
            fix = Fix("write the command as a list", edits, safe=False) if edits else None
            yield Finding(document.value_span(pointer), "this command needs no shell", HINT, fix)


def _arguments(command: str) -> list[str]:
    """Return the arguments of a command that a shell would read word by word, and back; nothing for any other."""
    inputs = PLACEHOLDER.findall(command)
    numbers = iter(range(len(inputs)))
    bare = PLACEHOLDER.sub(lambda _: _STAND_IN.format(next(numbers)), command.strip())
    try:
        argv = shlex.split(bare)
    except ValueError:
        return []
    unquoted = re.sub(r"'[^']*'|\"[^\"$`\\!]*\"", "", bare)
    if not argv or argv[0] in _BUILT_IN or _FOR_A_SHELL.search(unquoted) or "=" in argv[0]:
        return []
    if shlex.join(argv) != bare and shlex.join(argv).replace("'", '"') != bare:
        return []
    return [_STANDING_IN.sub(lambda found: inputs[int(found[1])], word) for word in argv]


RULE = Rule(
    id="PBK306",
    name="needless-shell",
    family=Family.CHECKS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A command is a text for a shell although it has nothing that a shell would do.",
    why=(
        "A text goes through a shell, which splits it at blanks, expands what an input's value may hold, and differs "
        "between systems. A list of arguments arrives as it is written. Texts with pipes, globs, variables or "
        "redirections are left alone: they do need a shell."
    ),
    bad=(
        "steps:\n  - do: run the tests\n    run: python -m pytest -q\n    check: {exit_code: 0}\n"
        "  - do: read the report\n    check: null\n"
    ),
    good=(
        "steps:\n  - do: run the tests\n    run: [python, -m, pytest, -q]\n    check: {exit_code: 0}\n"
        "  - do: read the report\n    check: null\n"
    ),
    check=check,
)
