"""Where a program lies that a name stands for, on PATH alone."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pbk.conditions.situation import Situation


def find_program(name: str, situation: Situation) -> Path | None:
    """Return the full path of the first program called `name` on the situation's PATH, or None.

    Relative and empty entries of PATH are passed over: they mean another program in each directory.
    """
    return situation.remember(("program", name), lambda: _find(name, situation.environment))


def lies_inside(path: Path, *folders: Path) -> bool:
    """Return whether `path`, as it is written or with its links followed, lies in one of the folders."""
    forms = (Path(os.path.normpath(path)), Path(os.path.realpath(path)))
    return any(form.is_relative_to(folder) for form in forms for folder in folders)


def _find(name: str, environment: Mapping[str, str]) -> Path | None:
    folders = [folder for folder in environment.get("PATH", "").split(os.pathsep) if Path(folder).is_absolute()]
    if sys.platform == "win32":
        import shutil  # noqa: PLC0415 - knows PATHEXT; elsewhere its import costs more than the search

        found = shutil.which(name, path=os.pathsep.join(folders)) if folders else None
        return Path(found) if found else None
    for folder in folders:
        path = Path(folder, name)
        if os.access(path, os.X_OK) and path.is_file():
            return path
    return None
