"""The disposable index: what a cold call needs of the playbooks, without parsing YAML.

`.pbk/index.jsonl` holds one header line, one line with a summary of every file, and one line per file with its decoded
document, which is only read when that playbook is needed. An entry stands for a file as long as the file's size, inode
and times are the ones it was made from; a file that changed within `RACY` of the index being written is read again, as
Git does, because its times could not tell. It is plain JSON, so that a hostile clone can at worst waste time.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from pbk.errors import PbkError
from pbk.model.document import procedure_from_document
from pbk.model.procedure import Procedure
from pbk.store.private import PRIVATE_FOLDER, RACY, private_folder

FORMAT = 1
INDEX_FILE = "index.jsonl"
PLAYBOOK_SUFFIXES = (".yaml", ".yml")

Signature = tuple[int, int, int, int]


class Entry(NamedTuple):
    """One playbook file: where it is, what it was made from, and its summary, or why it cannot be read."""

    path: str  # from the library's root, with "/"
    signature: Signature
    sha256: str
    name: str = ""
    scope: str = ""
    rev: str = ""
    goal: str = ""
    match_examples: tuple[str, ...] = ()
    no_match_examples: tuple[str, ...] = ()
    problem: str = ""  # the first one, in one line
    report: str = ""  # every one, with the lines that they speak of
    document: bytes = b""

    def procedure(self) -> Procedure:
        """Return the procedure that the file words, without the ledger's counters."""
        return procedure_from_document(json.loads(self.document))


def read_entries(root: Path, folder: str) -> list[Entry]:
    """Return an entry for every playbook file of the library at `root`, sorted by path.

    Files that the index knows are not opened; the others are parsed, and the index is written again where it can be.
    """
    started = time.time_ns()
    present = _present(root / folder, folder)
    index = root / PRIVATE_FOLDER / INDEX_FILE
    built, known = _load(index)
    entries: list[Entry] = []
    changed = known.keys() != present.keys()
    for path, signature in sorted(present.items()):
        entry = known.get(path)
        if entry is None or entry.signature != signature:
            # Never by the hash alone: whoever plants an index in a clone knows the hash, but not the times.
            entry, changed = _parsed(root, path, signature, None), True
        elif max(signature[0], signature[1]) >= built - RACY:
            entry, changed = _parsed(root, path, signature, entry), True
        entries.append(entry)
    if changed and present:
        _save(index, entries, started)
    return entries


def parsed_again(root: Path, path: str) -> Procedure:
    """Return the procedure of a file whose index entry is damaged. Raises `PlaybookError` as reading it does."""
    from pbk.store.playbooks import read_file, read_playbook  # noqa: PLC0415 - brings the YAML parser

    return read_playbook(root / path, read_file(root / path, root=root, shown_as=path), shown_as=path).procedure


def _present(folder: Path, name: str) -> dict[str, Signature]:
    """Return the signature of each playbook file: modification and change time in nanoseconds, size, inode."""
    found: dict[str, Signature] = {}
    try:
        with os.scandir(folder) as items:
            for item in items:
                if item.name.endswith(PLAYBOOK_SUFFIXES) and not item.name.startswith("."):
                    status = _status(item)
                    found[f"{name}/{item.name}"] = status
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError:
        return {name: (0, 0, -1, 0)}  # reading it as a file says what is wrong with the folder
    return found


def _status(item: os.DirEntry[str]) -> Signature:
    try:
        status = item.stat()
    except OSError:
        return (0, 0, -1, 0)  # a broken link: reading it says why
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


def _parsed(root: Path, path: str, signature: Signature, before: Entry | None) -> Entry:
    """Read one file. If its bytes are those of `before`, only the signature is new and nothing is parsed."""
    import hashlib  # noqa: PLC0415 - a warm call reads no file at all

    from pbk.store.playbooks import PlaybookError, read_file, read_playbook  # noqa: PLC0415 - brings the YAML parser

    try:
        content = read_file(root / path, root=root, shown_as=path)
        sha256 = hashlib.sha256(content).hexdigest()
        if before is not None and before.sha256 == sha256:
            return before._replace(signature=signature)
        playbook = read_playbook(root / path, content, shown_as=path)
    except PlaybookError as error:
        return Entry(path, signature, "", problem=str(error), report=error.report())
    procedure = playbook.procedure
    return Entry(
        path,
        signature,
        sha256,
        name=procedure.name,
        scope=procedure.scope,
        rev=procedure.rev,
        goal=procedure.goal,
        match_examples=tuple(procedure.match_examples),
        no_match_examples=tuple(procedure.no_match_examples),
        document=json.dumps(playbook.document, ensure_ascii=True).encode("ascii"),
    )


def _load(index: Path) -> tuple[int, dict[str, Entry]]:
    """Return when the index was written (nanoseconds) and its entries; nothing when it is missing, old or damaged."""
    try:
        lines = index.read_bytes().split(b"\n")
        header = json.loads(lines[0])
        summaries = json.loads(lines[1])
        if header != {"format": FORMAT, "built": header["built"], "files": len(lines) - 3}:
            return 0, {}
        entries = [_entry(row, document) for row, document in zip(summaries, lines[2:-1], strict=True)]
        return int(header["built"]), {entry.path: entry for entry in entries}
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return 0, {}


def _entry(row: list[Any], document: bytes) -> Entry:
    path, (modified, changed, size, inode), sha256, name, scope, rev, goal, match, no_match, problem, report = row
    signature = (modified, changed, size, inode)
    return Entry(
        path, signature, sha256, name, scope, rev, goal, tuple(match), tuple(no_match), problem, report, document
    )


def _save(index: Path, entries: Iterable[Entry], started: int) -> None:
    """Write the index where that is possible; a read-only disk only costs time at the next call."""
    from pbk.store.files import write_atomically  # noqa: PLC0415 - a warm call writes nothing

    kept = list(entries)
    summaries = [
        [
            entry.path,
            entry.signature,
            entry.sha256,
            entry.name,
            entry.scope,
            entry.rev,
            entry.goal,
            entry.match_examples,
            entry.no_match_examples,
            entry.problem,
            entry.report,
        ]
        for entry in kept
    ]
    header = {"format": FORMAT, "built": started, "files": len(kept)}
    lines = [json.dumps(header).encode(), json.dumps(summaries).encode(), *(entry.document for entry in kept), b""]
    try:
        private_folder(index.parent.parent)
        write_atomically(index, b"\n".join(lines), durable=False)
    except (PbkError, OSError):
        return
