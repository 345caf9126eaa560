"""A library of the linter made of files, and what one rule about the ledger says of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pbk.lint.catalogue import rule_called
from pbk.lint.diagnostic import Finding
from pbk.lint.document import LintDocument
from pbk.lint.inspection import facts_of
from pbk.lint.library import LintLibrary, ledger_lines
from pbk.model.instant import parse_instant
from support.libraries import playbook_text

MAIN = "trust-ledger.jsonl"
NOW = parse_instant("2026-12-02T00:00:00Z")
PLAYBOOK = {"playbooks/cut-a-release.yaml": playbook_text("cut-a-release", "Publish a new version to PyPI").encode()}


def lint_library(files: Mapping[str, bytes], *, now: int = NOW) -> LintLibrary:
    """Return the library that these files (path to content) make: `.jsonl` are the ledger, the rest playbooks."""
    documents = [LintDocument(path, content) for path, content in files.items() if not path.endswith(".jsonl")]
    facts = {document.path: facts_of(document) for document in documents}
    lines = [
        line for path, data in sorted(files.items()) if path.endswith(".jsonl") for line in ledger_lines(path, data)
    ]
    return LintLibrary(
        facts=[fact for fact in facts.values() if fact is not None],
        ledger=lines,
        events=(),
        histories={},
        active=lambda _: True,
        now=now,
        warn_above=30,
        broken=[path for path, fact in facts.items() if fact is None],
    )


def library_in(folder: Path) -> LintLibrary:
    """Return the library that the files in and below a folder make."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return lint_library({path.relative_to(folder).as_posix(): path.read_bytes() for path in paths})


def findings(rule: str, files: Mapping[str, bytes] | LintLibrary, *, now: int = NOW) -> list[Finding]:
    """Return what a rule finds in files, or in a library, in the order of file and place."""
    found = rule_called(rule)
    assert found is not None
    assert found.finalize is not None
    library = files if isinstance(files, LintLibrary) else lint_library(files, now=now)
    return sorted(found.finalize(library), key=lambda item: (item.path, item.span.line, item.span.column))


def in_main(rule: str, text: str | bytes) -> list[Finding]:
    """Return what a rule finds in a main ledger of this text, in a library that has `cut-a-release`."""
    return findings(rule, {**PLAYBOOK, MAIN: text if isinstance(text, bytes) else text.encode()})


def shown(rule: str, found: list[Finding]) -> str:
    """Return findings as the golden files hold them, one a line."""
    known = rule_called(rule)
    assert known is not None
    return "".join(
        f"{item.path}:{item.span.line}:{item.span.column}: {rule} {known.severity.value} {item.message}"
        f"{f' ({item.hint})' if item.hint else ''}\n"
        for item in found
    )
