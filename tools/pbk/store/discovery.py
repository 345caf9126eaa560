"""Which libraries a call means: the nearest one above the working directory, then those of the user's configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pbk.config import CONFIG_FILE
from pbk.errors import BrokenError, UsageError

PLAYBOOKS_FOLDER = "playbooks"
LIBRARY_VARIABLE = "PBK_LIBRARY"


def nearest_library(start: Path) -> Path | None:
    """Return the nearest ancestor of `start` (itself included) that has `pbk.toml` or `playbooks/`."""
    for folder in (start, *start.parents):
        if (folder / CONFIG_FILE).is_file() or (folder / PLAYBOOKS_FOLDER).is_dir():
            return folder
    return None


def library_roots(start: Path, named: Sequence[Path], environment: Mapping[str, str]) -> list[Path]:
    """Return the roots of the libraries to use, strongest first, without repeats.

    `named` (from `--library`) or `PBK_LIBRARY` (paths separated as in PATH) stand alone; else the nearest ancestor of
    `start`, then the user's configuration. Raises `UsageError` for a named folder that is not there.
    """
    wanted = list(named) or _from_variable(environment)
    if wanted:
        roots = [_existing(path, LIBRARY_VARIABLE if not named else "--library") for path in wanted]
    else:
        nearest = nearest_library(start)
        roots = [nearest] if nearest else []
        roots += user_libraries(environment)
    return list(dict.fromkeys(root.resolve() for root in roots))


def user_config_path(environment: Mapping[str, str]) -> Path:
    """Return where the user's own configuration lies."""
    base = environment.get("XDG_CONFIG_HOME") or environment.get("APPDATA")
    return (Path(base) if base else _expanded(Path("~/.config"), "HOME")) / "pbk" / "config.toml"


def user_libraries(environment: Mapping[str, str]) -> list[Path]:
    """Return the libraries that the user's configuration names, those that are missing left out.

    Raises `BrokenError` for a configuration that cannot be read.
    """
    path = user_config_path(environment)
    try:
        content = path.read_text(encoding="utf-8")
    except OSError:
        return []
    except UnicodeDecodeError:
        raise BrokenError("is not UTF-8", where=str(path), mend="save it as UTF-8") from None
    import tomllib  # noqa: PLC0415 - most users have no such file

    try:
        named = tomllib.loads(content).get("libraries", [])
    except tomllib.TOMLDecodeError as error:
        raise BrokenError(f"is not valid TOML: {error}", where=str(path), mend="mend the line it names") from None
    if not isinstance(named, list) or not all(isinstance(item, str) for item in named):
        raise BrokenError("`libraries` must be a list of paths", where=str(path), mend='libraries = ["~/playbooks"]')
    folders = [_expanded(Path(item), str(path)) for item in named]
    return [folder for folder in folders if folder.is_dir()]


def _from_variable(environment: Mapping[str, str]) -> list[Path]:
    import os  # noqa: PLC0415 - for the separator of this platform only

    text = environment.get(LIBRARY_VARIABLE, "")
    return [Path(part) for part in text.split(os.pathsep) if part]


def _expanded(path: Path, source: str) -> Path:
    try:
        return path.expanduser()
    except RuntimeError:
        raise UsageError(f"{path}: nobody has that home folder", where=source, mend="write the path in full") from None


def _existing(named: Path, source: str) -> Path:
    path = _expanded(named, source)
    if path.name == PLAYBOOKS_FOLDER and path.is_dir() and not (path / PLAYBOOKS_FOLDER).is_dir():
        path = path.parent
    if not (path / PLAYBOOKS_FOLDER).is_dir() and not (path / CONFIG_FILE).is_file():
        raise UsageError(
            f"no library at {path}", where=source, mend="name a folder that holds playbooks/, or run `pbk init`"
        )
    return path
