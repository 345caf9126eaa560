"""`pbk init`: a new library in a folder, without touching anything that is there."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from pbk.cli.options import JsonOption
from pbk.cli.output import emit, emit_json
from pbk.config import CONFIG_FILE, config_template
from pbk.errors import BrokenError, UsageError
from pbk.store.discovery import PLAYBOOKS_FOLDER
from pbk.store.files import create_file, write_atomically
from pbk.store.index import PLAYBOOK_SUFFIXES
from pbk.store.schemas import PLAYBOOK_SCHEMA, schema_text

SCHEMA = "pbk.init/1"
SAMPLE = "find-the-commit-that-broke-it.yaml"
LEDGER = "trust-ledger.jsonl"
PRE_COMMIT = ".pre-commit-config.yaml"

GIT_ATTRIBUTES = ("trust-ledger.jsonl text eol=lf merge=union", "trust-ledger.d/** text eol=lf")
GIT_IGNORE = (".pbk/",)
PRE_COMMIT_HOOK = """\
  - repo: local
    hooks:
      - id: pbk-lint
        name: playbooks
        entry: pbk lint
        language: system
        files: ^playbooks/.*\\.ya?ml$
      - id: pbk-test
        name: every example reaches its playbook
        entry: pbk test
        language: system
        files: ^(playbooks/.*\\.ya?ml|pbk\\.toml)$
        pass_filenames: false
      - id: pbk-ledger
        name: the trust ledger
        entry: pbk lint --select ledger
        language: system
        files: ^trust-ledger
        pass_filenames: false
"""


def init(
    folder: Annotated[Path, typer.Argument(help="Where the library goes.")] = Path(),
    *,
    json: JsonOption = False,
) -> None:
    """Make a playbook library: folders, schema, settings, one sample, and what Git needs to know.

    Safe to run again: what exists is kept, and only lines that Git needs are added at the end of its files.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError("is not a folder", where=str(folder), mend="name a folder")
    done = list(_steps(folder))
    if json:
        emit_json({"schema": SCHEMA, "files": [{"path": path, "state": state} for path, state in done]})
        return
    for path, state in done:
        emit(f"{state:<8} {path}")
    if ("kept", PRE_COMMIT) in [(state, path) for path, state in done] and "pbk" not in _text(folder / PRE_COMMIT):
        emit(f"\nto check playbooks on each commit, add to {PRE_COMMIT}:\n{PRE_COMMIT_HOOK}")
    emit('next: `pbk list`, then `pbk new NAME`, then `pbk match "your task"`')


def _steps(folder: Path) -> Iterator[tuple[str, str]]:
    """Make what is missing, and yield each path with what became of it: wrote, added or kept."""
    playbooks = folder / PLAYBOOKS_FOLDER
    empty = not any(path.suffix in PLAYBOOK_SUFFIXES for path in playbooks.glob("*"))
    fresh: list[tuple[str, str]] = []
    if empty:
        sample = files("pbk.cli").joinpath("templates", SAMPLE).read_text(encoding="utf-8")
        fresh.append((f"{PLAYBOOKS_FOLDER}/{SAMPLE}", sample))
    fresh += [
        (f"schema/{PLAYBOOK_SCHEMA}", schema_text(PLAYBOOK_SCHEMA)),
        (CONFIG_FILE, config_template()),
        (LEDGER, ""),
        (PRE_COMMIT, f"repos:\n{PRE_COMMIT_HOOK}"),
    ]
    for path, text in fresh:
        yield path, "wrote" if create_file(folder / path, text.encode()) else "kept"
    for path, lines in ((".gitattributes", GIT_ATTRIBUTES), (".gitignore", GIT_IGNORE)):
        yield path, _with_lines(folder / path, lines)


def _with_lines(named: Path, lines: tuple[str, ...]) -> str:
    """Add the lines that the file lacks at its end, leaving every byte before as it was; a link stays a link."""
    path = named.resolve()
    if path.exists() and not path.is_file():
        raise BrokenError("is no file", where=str(named), mend="move what is there away")
    if not path.exists():
        write_atomically(path, "".join(f"{line}\n" for line in lines).encode())
        return "wrote"
    before = path.read_bytes()
    present = {line.strip() for line in before.decode("utf-8", errors="replace").split("\n")}
    missing = [line for line in lines if line not in present]
    if not missing:
        return "kept"
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    joint = b"" if not before or before.endswith(b"\n") else newline
    write_atomically(path, before + joint + b"".join(line.encode() + newline for line in missing))
    return "added"


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")
