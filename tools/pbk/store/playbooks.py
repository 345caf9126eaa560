"""Playbook files: which there are, and each as a procedure or as everything that is wrong with it."""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbk.errors import PbkError
from pbk.model.document import procedure_from_document
from pbk.model.procedure import Procedure
from pbk.store.playbook_meaning import meaning_problems
from pbk.store.playbook_schema import SchemaProblem, schema_problems
from pbk.store.snippet import snippet
from pbk.store.yaml_source import Span, YamlDocument, YamlProblem, read_yaml
from pbk.store.yaml_text import MOST_BYTES, shown_text

PLAYBOOK_SUFFIXES = (".yaml", ".yml")
MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a file: line and column from 1, 0 for the file as a whole."""

    path: str
    line: int
    column: int
    message: str
    hint: str = ""
    snippet: str = ""

    @property
    def where(self) -> str:
        """`path:line:column`, or the path alone."""
        return f"{self.path}:{self.line}:{self.column}" if self.line else self.path

    def __str__(self) -> str:
        told = f"{self.where}: {self.message}"
        return f"{told} ({self.hint})" if self.hint else told

    def report(self) -> str:
        """Return the problem with the line that it speaks of and a caret under the place."""
        return f"{self}\n{self.snippet}" if self.snippet else str(self)


class PlaybookError(PbkError):
    """A playbook file that cannot be used. `problems` has all that is wrong with it, sorted by place."""

    exit_code = 1

    def __init__(self, problems: Sequence[Problem]) -> None:
        first, *others = problems
        more = f"and {len(others)} more problem{'s' if len(others) > 1 else ''}" if others else ""
        super().__init__(first.message, where=first.where, mend="; ".join(filter(None, (first.hint, more))))
        self.problems = tuple(problems)

    def report(self) -> str:
        """Return every problem with its snippet."""
        return "\n".join(problem.report() for problem in self.problems)


@dataclass(frozen=True, slots=True)
class PlaybookFile:
    """A playbook file that was read: where, the SHA-256 of its bytes (hex), its data, and the procedure it words."""

    path: Path
    sha256: str
    document: dict[str, Any]
    procedure: Procedure


def playbook_paths(folder: Path) -> list[Path]:
    """Return what is named like a playbook in a folder, sorted by name, folders below it not searched.

    Links and folders that bear such a name are among them, for `read_file` to judge. A folder that is missing or cannot
    be read has none.
    """
    try:
        names = sorted(item.name for item in folder.iterdir())
    except OSError:
        return []
    return [folder / name for name in names if name.endswith(PLAYBOOK_SUFFIXES) and not name.startswith(".")]


def read_file(path: Path, *, root: Path, shown_as: str) -> bytes:
    """Return the content of a playbook file of the library at `root`, no more than a little over the largest allowed.

    Raises `PlaybookError` for what is no file, for a link that leads out of the library, and for what cannot be read.
    """
    try:
        if path.is_symlink() and not path.resolve(strict=True).is_relative_to(root.resolve()):
            raise _unreadable(shown_as, "this link leads out of the library", "put the file itself here")
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):  # opening a pipe would wait for ever
            kind = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
            raise _unreadable(shown_as, f"this is {kind}, not a playbook", "rename or remove it")
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise _unreadable(
            shown_as, f"the file cannot be read: {reason}", "check that it exists and may be read"
        ) from None
    except RuntimeError:  # a loop of links, on Python 3.12 and older
        raise _unreadable(shown_as, "this link leads to itself", "remove it") from None


def read_playbook(path: Path, content: bytes, *, shown_as: str) -> PlaybookFile:
    """Return the playbook that `content` says, as the file `path` that errors call `shown_as`.

    Raises `PlaybookError` with everything that is wrong with it, at most `MOST_PROBLEMS` problems.
    """
    try:
        document = read_yaml(content)
    except YamlProblem as problem:
        text = shown_text(content)
        raise PlaybookError([_problem(shown_as, text, problem.span, problem.message, problem.hint)]) from None
    found = [*schema_problems(document.data), *meaning_problems(document.data, path.stem)]
    if found:
        raise PlaybookError(_placed(found, document, shown_as))
    return PlaybookFile(
        path=path,
        sha256=hashlib.sha256(content).hexdigest(),
        document=document.data,
        procedure=procedure_from_document(document.data),
    )


def span_of(document: YamlDocument, problem: SchemaProblem) -> Span:
    """Return where a problem of a document stands in its text."""
    if problem.target == "key" and problem.pointer in document.keys:
        return document.keys[problem.pointer]
    return document.values[problem.pointer]


def _placed(found: Iterable[SchemaProblem], document: YamlDocument, shown_as: str) -> list[Problem]:
    placed = sorted(((span_of(document, problem), problem) for problem in found), key=lambda pair: pair[0].start)
    return [
        _problem(shown_as, document.text, span, problem.message, problem.hint)
        for span, problem in placed[:MOST_PROBLEMS]
    ]


def _problem(shown_as: str, text: str, span: Span, message: str, hint: str) -> Problem:
    shown = snippet(text, span.line, span.column, span.end_line, span.end_column)
    return Problem(shown_as, span.line, span.column, message, hint, shown)


def _unreadable(shown_as: str, message: str, hint: str) -> PlaybookError:
    return PlaybookError([Problem(shown_as, 0, 0, message, hint)])
