"""Arguments of conditions that can never hold, whatever the repository looks like."""

from __future__ import annotations

from collections.abc import Iterable

from pbk.conditions import inflection
from pbk.lint.placed_conditions import texts_of
from pbk.model.condition import Condition

_PATH_KINDS = ("file_exists", "file_absent")


def path_fault(path: str) -> str:
    """Return why a path or glob is always refused, as `pbk.conditions.jail` does, "" where it is not."""
    if "\\" in path or "\0" in path:
        return "a path has `/` between its folders, and no `\\`"
    if path.startswith("/") or path[1:2] == ":":
        return "the path is absolute, and only what lies below the working directory is looked at"
    parts = [part for part in path.split("/") if part not in {"", "."}]
    if ".." in parts:
        return "the path leaves the working directory with `..`"
    return "" if parts else "the path names no file"


def argument_fault(condition: Condition) -> str:
    """Return why a structured condition is unknown in every repository, "" where it is not."""
    kind, argument = condition.kind, condition.argument
    if kind in _PATH_KINDS:
        return _first(path_fault(path) for path in texts_of(argument))
    if kind == "file_contains" and isinstance(argument, dict):
        return _first(path_fault(path) for path in texts_of(argument.get("path")))
    if kind == "tool_available":
        return _first(map(_tool_fault, texts_of(argument.get("name") if isinstance(argument, dict) else argument)))
    if kind == "task_mentions":
        return _first("it holds no word" if not inflection.words(word) else "" for word in texts_of(argument))
    return ""


def _tool_fault(name: str) -> str:
    if any(sign in name for sign in "/\\\0") or name in {".", ".."}:
        return "tools are looked for on PATH by name, and this is a path"
    return "the name of a program has no blanks in it" if any(map(str.isspace, name.strip())) else ""


def _first(faults: Iterable[str]) -> str:
    return next(filter(None, faults), "")
