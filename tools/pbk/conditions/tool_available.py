"""`tool_available: gh` or `{name: python3, version: ">=3.11, <4"}`: the program is on PATH (in that version).

Asking for a version runs `NAME --version` outside the working directory, with hardly any environment. A program that
lies inside the repository is found, but never run: then its version is unknown.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pbk.conditions import arguments, programs, repository, versions
from pbk.conditions.evaluation import Evaluation, Undecidable, no, yes

if TYPE_CHECKING:
    from pathlib import Path

    from pbk.conditions.situation import Situation

# Programs that do not know `--version`, or do something else when they hear it.
VERSION_ARGUMENTS = {
    "go": ("version",),
    "helm": ("version", "--short"),
    "kubectl": ("version", "--client"),
    "openssl": ("version",),
    "ssh": ("-V",),
    "tmux": ("-V",),
}
# Shims of version managers and some tools read the folder that they start in, and run what its files name: they start
# in the root folder. `posix_spawn` cannot change folders, so a shell does.
IN_ROOT_FOLDER = ("/bin/sh", "-c", 'cd / && exec "$@"', "sh")


def evaluate(argument: object, situation: Situation) -> Evaluation:
    """Return whether the program is there, and its version within the bounds."""
    if isinstance(argument, str):
        name, bounds = argument, None
    else:
        given = arguments.mapping(argument, ("name",), ("version",))
        name = arguments.text(given["name"], "name")
        bounds = versions.parse_bounds(arguments.text(given["version"], "version")) if "version" in given else None
    if not name.strip() or any(sign in name for sign in "/\\\0") or name in {".", ".."}:
        raise Undecidable(f"{name!r} is no name of a program: tools are looked for on PATH only")
    path = programs.find_program(name, situation)
    if path is None:
        return no(f"{name} is not on PATH")
    if bounds is None:
        return yes(f"{name} is {path}")
    text = situation.remember(("version", name), lambda: _version(name, path, situation))
    if all(bound.allows(text) for bound in bounds):
        return yes(f"{name} is {text}")
    return no(f"{name} is {text}, not {', '.join(map(str, bounds))}")


def _version(name: str, path: Path, situation: Situation) -> str:
    if programs.lies_inside(path, *_own_folders(situation)):
        raise Undecidable(f"{path} lies inside the repository: it is not run to learn its version")
    from pbk.conditions import child_process  # noqa: PLC0415 - only where a version is asked for

    argv = [str(path), *VERSION_ARGUMENTS.get(name, ("--version",))]
    if sys.platform != "win32":
        argv = [*IN_ROOT_FOLDER, *argv]
    with situation.allowance("programs") as seconds:
        try:
            finished = child_process.run(argv, child_process.bare_environment(situation.environment), seconds)
        except child_process.TookTooLong:
            raise Undecidable(f"{name} did not say its version within {seconds:.1f} seconds") from None
    if finished.status != 0:
        raise Undecidable(f"{name} ended with status {finished.status} when asked for its version")
    version = versions.find((finished.output + b"\n" + finished.errors).decode("utf-8", "replace"))
    if version is None:
        raise Undecidable(f"{name} printed no version")
    return version


def _own_folders(situation: Situation) -> list[Path]:
    """Return the folders whose programs came with the work at hand: the working directory, and its repository."""
    try:
        return [situation.root, repository.of(situation).top]
    except Undecidable:
        return [situation.root]
