"""What was found in each file, kept in the library's `.pbk/` under the hash of the file's content.

Kept is what the rules find before any setting decides about it, so that no setting can make it wrong. The whole is
only good for the very modules that found it: their sizes and times of change are a part of the key, and so is the
version of Python. It is plain JSON; what is damaged in it is found out again. Everything in it is disposable.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from pathlib import Path
from typing import Any

from pbk.errors import PbkError
from pbk.lint.diagnostic import Edit, Finding, Fix
from pbk.lint.inspection import Inspection
from pbk.lint.library import Facts
from pbk.lint.suppress import Fault, Suppression, Word
from pbk.store.private import PRIVATE_FOLDER, private_folder
from pbk.store.yaml_place import Span

CACHE_FILE = "lint-cache.json"
FORMAT = 1
_ROOMS = ("lint", "model", "store", "conditions", "similarity", "redaction", "schema")


class Kept:
    """What a cache holds: rows by name, and by rule for the whole library, each decoded when it is asked for."""

    def __init__(self, rows: Mapping[str, Any], library: Mapping[str, Any]) -> None:
        self._rows = rows
        self._library = library

    def library(self, rule: str, key: str) -> list[Finding] | None:
        """Return what a rule found in the whole library when that had this key, None where that is not known."""
        try:
            kept, rows = self._library[rule]
            return [_finding(row) for row in rows] if kept == key else None
        except (KeyError, TypeError, ValueError, IndexError):
            return None

    def names(self) -> AbstractSet[str]:
        """Return the names of the files that it speaks of."""
        return self._rows.keys()

    def get(self, name: str, sha256: str) -> Inspection | None:
        """Return what was found in the file `name` when its content had this hash, None where that is not known."""
        try:
            row = self._rows[name]
            return _inspection(row[1:]) if row[0] == sha256 else None
        except (KeyError, TypeError, ValueError, IndexError):
            return None


def load(root: Path) -> Kept:
    """Return what the cache of the library at `root` holds; nothing where it is missing, damaged or of other rules."""
    try:
        kept = json.loads((root / PRIVATE_FOLDER / CACHE_FILE).read_bytes())
        rows, library = kept["files"], kept["library"]
        if kept["rules"] != rules_version() or not isinstance(rows, dict) or not isinstance(library, dict):
            return Kept({}, {})
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return Kept({}, {})
    return Kept(rows, library)


def save(
    root: Path, found: Mapping[tuple[str, str], Inspection], library: Mapping[str, tuple[str, Sequence[Finding]]]
) -> None:
    """Write what was found in each (name, hash), and by each rule in the whole library of some key.

    A disk that cannot be written only costs time at the next call.
    """
    from pbk.store.files import write_atomically  # noqa: PLC0415 - a run in which nothing changed writes nothing

    rows = {name: [sha256, *_row(one)] for (name, sha256), one in found.items()}
    whole = {rule: [key, [_finding_row(one) for one in findings]] for rule, (key, findings) in library.items()}
    text = json.dumps({"rules": rules_version(), "files": rows, "library": whole}, separators=(",", ":"))
    try:
        write_atomically(private_folder(root) / CACHE_FILE, text.encode("ascii"), durable=False)
    except (OSError, PbkError):
        return


@lru_cache(maxsize=1)
def rules_version() -> str:
    """Return a hash that changes with every change of the modules that decide what is found in a file."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(f"{FORMAT} {sys.version_info} {parser_place()}".encode())
    folders = [package / room for room in _ROOMS] + [package.parent.parent / "schema"]
    for folder in folders:
        for place, inner, names in os.walk(folder):
            inner.sort()
            for name in sorted(names):
                if name.endswith((".py", ".json")):
                    status = os.stat(os.path.join(place, name))  # noqa: PTH116, PTH118 - some two hundred files
                    digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def parser_place() -> str:
    """Return whether the fast YAML parser is there: without it another one reads the files."""
    from importlib.util import find_spec  # noqa: PLC0415 - only where there is a cache

    spec = find_spec("_ruamel_yaml")
    return str(spec.origin) if spec else ""


def _row(one: Inspection) -> list[object]:
    return [
        one.readable,
        [[rule, *_finding_row(finding)] for rule, finding in one.findings],
        [
            [_places(it.span), [[word.text, _places(word.span)] for word in it.words], it.reason, it.lines, it.fault]
            for it in one.suppressions
        ],
        None if one.facts is None else _facts_row(one.facts),
    ]


def _inspection(row: list[Any]) -> Inspection:
    readable, findings, suppressions, facts = row
    return Inspection(
        bool(readable),
        tuple((str(rule), _finding(rest)) for rule, *rest in findings),
        tuple(
            Suppression(
                _span(span),
                tuple(Word(str(text), _span(place)) for text, place in words),
                str(reason),
                None if lines is None else (int(lines[0]), int(lines[1])),
                None if fault is None else Fault(fault),
            )
            for span, words, reason, lines, fault in suppressions
        ),
        None if facts is None else _facts(facts),
    )


def _finding_row(one: Finding) -> list[object]:
    fix = one.fix
    fix_row = None if fix is None else [fix.says, [[it.start, it.end, it.text] for it in fix.edits], fix.safe]
    return [_places(one.span), one.message, one.hint, fix_row, one.path]


def _finding(row: list[Any]) -> Finding:
    span, message, hint, fix, path = row
    mend = None
    if fix is not None:
        says, edits, safe = fix
        mend = Fix(str(says), tuple(Edit(int(start), int(end), str(text)) for start, end, text in edits), bool(safe))
    return Finding(_span(span), str(message), str(hint), mend, None if path is None else str(path))


def _facts_row(one: Facts) -> list[object]:
    return [
        one.path,
        one.name,
        one.scope,
        one.rev,
        one.goal,
        one.match_examples,
        one.no_match_examples,
        _places(one.name_span),
        _places(one.goal_span),
        [[_places(span) for span in spans] for spans in one.example_spans],
    ]


def _facts(row: list[Any]) -> Facts:
    path, name, scope, rev, goal, match, no_match, name_span, goal_span, (matching, others) = row
    return Facts(
        path=str(path),
        name=str(name),
        scope=str(scope),
        rev=str(rev),
        goal=str(goal),
        match_examples=tuple(map(str, match)),
        no_match_examples=tuple(map(str, no_match)),
        name_span=_span(name_span),
        goal_span=_span(goal_span),
        example_spans=(tuple(map(_span, matching)), tuple(map(_span, others))),
    )


def _places(span: Span) -> list[int]:
    return [span.line, span.column, span.end_line, span.end_column, span.start, span.end]


def _span(row: list[Any]) -> Span:
    line, column, end_line, end_column, start, end = map(int, row)
    return Span(line, column, end_line, end_column, start, end)
