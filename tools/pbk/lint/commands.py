"""Commands of steps: what is run, behind `sudo` and inside `sh -c`, and whether it can be undone."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from pbk.lint.document import LintDocument
from pbk.lint.hazards import hazard
from pbk.model.canonical import Json
from pbk.store.yaml_place import Pointer

PLACEHOLDER = re.compile(r"\{\{[^{}\n]*\}\}")
_OPERATORS = frozenset(("|", "||", "&", "&&", ";", ";;", "(", ")", "|&", "\n"))
_SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ksh"))
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=.*", re.DOTALL)
# Programs that run the command that follows them.
_WRAPPERS = frozenset(("sudo", "doas", "env", "nice", "nohup", "time", "command", "exec", "xargs"))
_LAUNCHERS = frozenset(("npx", "uvx"))
_RUNNERS = {
    ("uv", "run"),
    ("poetry", "run"),
    ("pipenv", "run"),
    ("hatch", "run"),
    ("pdm", "run"),
    ("pipx", "run"),
    ("bundle", "exec"),
}
_WITH_ARGUMENT = frozenset(("-u", "-g", "-n", "-I", "-P", "-L"))
_PYTHON = re.compile(r"python[0-9.]*|py")
_CODE = re.compile(r"`([^`\n]+)`")
# What stands before code that a step asks for; anything else may be a warning or an aside.
_ASKED_FOR = re.compile(r"(?:^|[;:,.]\s|\b(?:run|execute|call|type|with|using|via|then|and)\s)$", re.IGNORECASE)
_DEEPEST = 5


@lru_cache(maxsize=1)
def dangerous_commands(document: LintDocument) -> tuple[tuple[int, Pointer, str], ...]:
    """Return the steps that do what cannot be undone: index, pointer to the place that says so, name of the command."""
    return tuple(_dangerous(document))


def _dangerous(document: LintDocument) -> Iterator[tuple[int, Pointer, str]]:
    for index, step in document.steps():
        run = step.get("run")
        key = "run" if run is not None else "do"
        asked = commands_of(run) if run is not None else _asked_for(step.get("do"))
        named = next((name for argv in asked if (name := hazard(argv))), None)
        if named:
            yield index, ("steps", index, key), named


def commands_of(run: Json, depth: int = 0) -> Iterator[Sequence[str]]:
    """Yield the simple commands of a `run`, wrappers such as `sudo` and `sh -c` taken off; nothing for what is none."""
    if isinstance(run, str):
        for argv in _shell_commands(run):
            yield from _unwrapped(argv, depth)
    elif isinstance(run, list):
        words = [word for word in run if isinstance(word, str)]
        if words and len(words) == len(run):
            yield from _unwrapped(words, depth)


def _asked_for(do: Json) -> Iterator[Sequence[str]]:
    if isinstance(do, str):
        for code in _CODE.finditer(do):
            if _ASKED_FOR.search(do[: code.start()]):
                yield from commands_of(code[1])


def _shell_commands(text: str) -> Iterator[list[str]]:
    """Yield the commands between the operators of a shell; a text that no shell would read yields nothing."""
    lexer = shlex.shlex(text.replace("\\\n", " ").replace("\n", " ; "), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:
        return
    argv: list[str] = []
    for word in words:
        if word in _OPERATORS or set(word) <= set("|&;()"):
            if argv:
                yield argv
            argv = []
        else:
            argv.append(word)
    if argv:
        yield argv


def _unwrapped(argv: Sequence[str], depth: int) -> Iterator[Sequence[str]]:
    words = list(argv)
    while words and _ASSIGNMENT.fullmatch(words[0]):
        del words[0]
    if not words or depth > _DEEPEST:
        return
    program = words[0].rpartition("/")[2]
    if program in _WRAPPERS:
        yield from _unwrapped(_after_options(words[1:]), depth + 1)
    elif program in _LAUNCHERS or tuple(words[:2]) in _RUNNERS:
        yield from _unwrapped(_after_options(words[1 if program in _LAUNCHERS else 2 :]), depth + 1)
    elif _PYTHON.fullmatch(program) and "-m" in words[1:3]:
        yield from _unwrapped(words[words.index("-m") + 1 :], depth + 1)
    elif program in _SHELLS:
        handed = (after for word, after in pairwise(words) if re.fullmatch(r"-[a-z]*c", word))
        yield from commands_of(next(handed, None), depth + 1)
    else:
        yield [program, *words[1:]]


def _after_options(words: Sequence[str]) -> Sequence[str]:
    position = 0
    while position < len(words) and words[position].startswith("-"):
        position += 2 if words[position] in _WITH_ARGUMENT else 1
    return words[position:]
