"""`git_clean: true` or `false`: whether the working tree has neither changes nor untracked files.

The trust ledger and the `.pbk` folder do not count: recording how a playbook did must not stop the next one. The
content of submodules does count.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pbk.conditions import git_question, repository
from pbk.conditions.evaluation import Evaluation, Undecidable, no, yes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pbk.conditions.repository import Repository
    from pbk.conditions.situation import Situation

# Submodules are asked one by one with the same care: git itself would start a plain `git status` in each.
STATUS = (
    "status",
    "--porcelain=v1",
    "-z",
    "--untracked-files=normal",
    "--ignored=no",
    "--ignore-submodules=dirty",
    "--no-renames",
)
LEDGER = "trust-ledger"
OWN_FOLDERS = frozenset({".pbk", "trust-ledger.d"})
SUBMODULE_MODE = b"160000 "
SUBMODULE_MODE_IN_INDEX = b"\x00\x00\xe0\x00"  # the same in the 32 bits of an index entry (gitformat-index(5))


def evaluate(argument: object, situation: Situation) -> Evaluation:
    """Return whether the working tree is as clean as the argument says."""
    if not isinstance(argument, bool):
        raise Undecidable("git_clean must be true or false")
    change = situation.remember("git status", lambda: _first_change(situation, repository.of(situation)))
    detail = f"not committed: {change}" if change else "the working tree is clean"
    return yes(detail) if (not change) is argument else no(detail)


def _first_change(situation: Situation, where: Repository) -> str:
    """Return the first path with a change that counts, "" when there is none."""
    filters = _foreign_filters(situation, where)
    options = [
        word
        for name in filters
        for key in ("clean=", "process=", "required=false")
        for word in ("-c", f"filter.{name}.{key}")
    ]
    answer = git_question.ask(situation, where.top, STATUS, options)
    if answer is None:
        raise Undecidable("git could not tell its status")
    modified = ""
    for state, path in _entries(answer):
        if not _is_own(path):
            if state != " M" or not filters:
                return path
            modified = modified or path
    if modified:
        raise Undecidable(
            f"{modified} may be modified: the filters that the repository configures ({', '.join(filters)}) are not run"
        )
    for submodule in _submodules(situation, where):
        change = _first_change(situation, submodule)
        if change:
            return f"{submodule.top.relative_to(where.top)}/{change}"
    return ""


def _entries(answer: bytes) -> Iterator[tuple[str, str]]:
    fields = iter(answer.split(b"\0"))
    for field in fields:
        if field:
            entry = os.fsdecode(field)
            if entry[0] in "RC":
                next(fields, None)  # where it was renamed or copied from
            yield entry[:2], entry[3:]


def _is_own(path: str) -> bool:
    parts = path.rstrip("/").split("/")
    return parts[-1].startswith(LEDGER) or not OWN_FOLDERS.isdisjoint(parts)


def _foreign_filters(situation: Situation, where: Repository) -> list[str]:
    """Return the names of the clean filters that the repository itself configures: programs that are not to be run.

    Those of the user's own configuration are trusted, unless the repository adds programs to them (git-lfs runs what
    `lfs.extension` names). The second question to git is asked only where the text of the configuration gives cause.
    """
    text = b"".join(
        _content(folder / name) for folder, name in ((where.common, "config"), (where.private, "config.worktree"))
    ).lower()
    if not any(word in text for word in (b"filter", b"lfs", b"include")):
        return []
    question = ("config", "--show-scope", "-z", "--name-only", "--get-regexp", r"^(filter|lfs\.extension)\.")
    answer = os.fsdecode(git_question.ask(situation, where.top, question) or b"").split("\0")
    names = set()
    for scope, key in zip(answer[::2], answer[1::2], strict=False):
        if scope in {"local", "worktree"}:
            family, _, rest = key.partition(".")
            names.add(rest.rpartition(".")[0] if family == "filter" else "lfs")
    for name in names:
        if "=" in name or "\n" in name:  # could not be named in an option that switches it off
            raise Undecidable(
                f"the repository configures a filter with the name {name!r}, which cannot be switched off"
            )
    return sorted(names)


def _submodules(situation: Situation, where: Repository) -> Iterator[Repository]:
    """Yield the submodules that are checked out; git is asked only where the index holds the mark of one."""
    if SUBMODULE_MODE_IN_INDEX not in _content(where.private / "index") and not any(
        entry.name.startswith("sharedindex.") for entry in where.private.iterdir()
    ):
        return
    listing = git_question.ask(situation, where.top, ("ls-files", "-z", "--stage")) or b""
    for entry in listing.split(b"\0"):
        if entry.startswith(SUBMODULE_MODE):
            found = repository.at(where.top / os.fsdecode(entry.partition(b"\t")[2]))
            if found is not None:
                yield found


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
