"""Asking git without letting the repository run a program through us.

A clone brings no configuration, but an unpacked archive or a shared folder does, and `git status` would start what is
named in it: a file-system monitor, hooks, clean filters, a transport that fetches what a partial clone lacks. All of
these are switched off, in options and variables that outrank every configuration file (git-config(1), git(1)).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pbk.conditions import child_process, programs
from pbk.conditions.evaluation import Undecidable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pbk.conditions.situation import Situation

OPTIONS = (
    "--no-pager",
    "-c",
    "core.fsmonitor=false",
    "-c",
    f"core.hooksPath={os.devnull}",
    "-c",
    "safe.bareRepository=explicit",  # a folder of the working tree that poses as a repository is none
)
VARIABLES = {
    "GIT_OPTIONAL_LOCKS": "0",  # never writes: no lock in the way of others, no hook for a changed index
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # for versions that do not know the line above: no transport is allowed
    "LC_ALL": "C",
}
# Of all variables that git reads only those stay that say where the user's own configuration lies. The others are left
# by hooks and wrappers and would point git at another repository, index or configuration.
KEPT = frozenset({"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"})


def ask(situation: Situation, top: Path, question: Sequence[str], options: Sequence[str] = ()) -> bytes | None:
    """Return what git answers in the working tree `top`, or None when it ends with status 1 (of a query: nothing).

    Raises `Undecidable` when there is no git, it fails, or it takes too long.
    """
    git = programs.find_program("git", situation)
    if git is None:
        raise Undecidable("git is not on PATH")
    if programs.lies_inside(git, top, situation.root):
        raise Undecidable(f"{git} lies inside the repository: it is not run")
    above = str(top.parent)
    if os.pathsep in above:
        raise Undecidable(f"git cannot be kept in a folder with {os.pathsep!r} in its path")
    environment = {
        name: value for name, value in situation.environment.items() if not name.startswith("GIT_") or name in KEPT
    }
    with situation.allowance("git") as seconds:
        try:
            finished = child_process.run(
                [str(git), *OPTIONS, *options, "-C", str(top), *question],
                # No search above `top`: the repository that answers is the one whose configuration was looked at.
                {**environment, **VARIABLES, "GIT_CEILING_DIRECTORIES": above},
                seconds,
            )
        except child_process.TookTooLong:
            raise Undecidable(f"git took longer than {seconds:.1f} seconds") from None
    if finished.status == 0:
        return finished.output
    if finished.status == 1:
        return None
    reason = finished.errors.decode("utf-8", "replace").strip().partition("\n")[0].removeprefix("fatal: ")
    raise Undecidable(f"git says: {reason}" if reason else f"git ended with status {finished.status}")
