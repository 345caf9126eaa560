"""The examination behind `pbk doctor`: one function for each thing that can be wrong."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec

from pbk.errors import BrokenError
from pbk.model.event import event_id
from pbk.model.visible import visible
from pbk.store.actor import agent_variable
from pbk.store.git import git_place
from pbk.store.ledger.read import read_events
from pbk.store.library import Library
from pbk.store.private import private_folder
from pbk.store.shelf import Shelf


class Severity(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, how to mend it, and the exit status that it asks for."""

    severity: Severity
    message: str
    mend: str = ""
    exit_code: int = 0


def examine(shelf: Shelf, environment: Mapping[str, str]) -> list[Finding]:
    """Look at everything and return what was found, good and bad."""
    findings = list(_program(environment))
    if not shelf.libraries:
        findings.append(Finding(Severity.WARNING, "no library here", "`pbk init` makes one, --library names one"))
    for library in shelf.libraries:
        findings += _library(library, environment)
    for item in shelf.playbooks():
        if item.shadowed_by:
            findings.append(Finding(Severity.NOTE, f"{item.qualified} is shadowed by library {item.shadowed_by}"))
    return findings


def _program(environment: Mapping[str, str]) -> Iterator[Finding]:
    yield Finding(Severity.OK, f"Python {'.'.join(map(str, sys.version_info[:3]))}")
    if find_spec("_ruamel_yaml") is None:
        yield Finding(
            Severity.NOTE,
            "the fast YAML parser is not installed: a changed library loads some six times slower",
            "pip install ruamel.yaml.clib",
        )
    if shutil.which("git") is None:
        yield Finding(
            Severity.WARNING, "there is no git program: git conditions are unknown, which fails them", "install git"
        )
    agent = agent_variable(environment)
    if agent:
        yield Finding(Severity.NOTE, f"{agent} says that an agent is typing: what it records is a claim")


def _library(library: Library, environment: Mapping[str, str]) -> Iterator[Finding]:
    yield Finding(
        Severity.OK, f"library {library.name}: {len(library.entries)} playbooks, {visible(str(library.root))}"
    )
    for skipped in library.skipped:
        report = "\n".join(visible(line) for line in (skipped.report or skipped.error).split("\n"))
        yield Finding(Severity.ERROR, report, exit_code=1)
    yield from _ledger(library)
    yield from _model(library, environment)
    yield from _git(library)
    try:
        private_folder(library.root)
    except OSError as error:
        yield Finding(
            Severity.NOTE, f".pbk/ cannot be written ({error.strerror}): every call parses the playbooks anew"
        )


def _ledger(library: Library) -> Iterator[Finding]:
    try:
        ledger = library.ledger
        stored = list(read_events(library.root))
    except BrokenError as error:
        where = f"{error.where}: " if error.where else ""
        yield Finding(Severity.ERROR, f"{where}{visible(error.what)}", error.mend, exit_code=BrokenError.exit_code)
        return
    yield Finding(Severity.OK, f"ledger: {ledger.events} events")
    for item in stored:
        if event_id(item.event.fields()) != item.event.id:
            yield Finding(
                Severity.ERROR,
                f"{item.path}:{item.line}:1: this line was changed after it was written: its id is not its content's",
                "bring back the line that was written (Git has it); a wrong event is taken back with `pbk void`",
                exit_code=BrokenError.exit_code,
            )
    for warning in ledger.warnings:
        yield Finding(Severity.WARNING, visible(warning))
    count = sum(item.event.ts > library.seen_until and not item.voided for item in stored)
    if count:
        yield Finding(
            Severity.WARNING,
            f"{count} event{'s' * (count != 1)} of the ledger lie in the future and are not seen yet",
            "a clock was wrong when they were written: `pbk log` shows them, `pbk void ID --why ...` takes them back",
        )
    known = {(entry.scope, entry.name) for entry in library.entries}
    orphans = sorted(f"{name} ({scope})" for scope, name in ledger.histories if (scope, name) not in known)
    if orphans:
        yield Finding(
            Severity.NOTE,
            f"the ledger speaks of playbooks that have no readable file: {visible(', '.join(orphans), limit=300)}",
            "a playbook is retired, not deleted: bring the file back, or leave the record as it is",
        )
    pending = sum(ledger.pending.values())
    if pending:
        yield Finding(Severity.NOTE, f"{pending} events lie in the local outbox: counted here, seen by nobody else")
    for entry in library.entries:
        if library.standing(entry).waiting:
            yield Finding(
                Severity.WARNING,
                f"{entry.name} is below the trust floor and waits for a person",
                f"fix the playbook, or `pbk revive {entry.name} --why ...`, or `pbk retire {entry.name} --why ...`",
            )


def _model(library: Library, environment: Mapping[str, str]) -> Iterator[Finding]:
    model = library.settings.text("model", "name")
    if model is None:
        yield Finding(Severity.OK, "no model is configured: prose conditions are for a person or the calling agent")
        return
    if find_spec("litellm") is None:
        yield Finding(
            Severity.ERROR,
            f"the model {visible(model)} is configured, but litellm is not installed",
            "pip install 'playbook-kit[model]'",
            exit_code=BrokenError.exit_code,
        )
    elif model.startswith("openai/") and not environment.get("OPENAI_API_KEY"):
        yield Finding(Severity.WARNING, f"the model {visible(model)} needs a key", "set OPENAI_API_KEY")


def _git(library: Library) -> Iterator[Finding]:
    place = git_place(library.root, default_branch=library.settings.text("ledger", "default_branch"))
    if place is None:
        yield Finding(Severity.NOTE, "not in a Git repository: nothing reviews the playbooks or keeps their history")
        return
    if place.default_branch is None:
        yield Finding(
            Severity.NOTE,
            "Git cannot tell the default branch: events are written as shards everywhere",
            'set [ledger] default_branch = "main" in pbk.toml',
        )
    attributes = library.root / ".gitattributes"
    try:
        text = attributes.read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    if "trust-ledger.jsonl" not in text:
        yield Finding(
            Severity.WARNING,
            ".gitattributes does not speak of trust-ledger.jsonl: merges of it conflict, line ends may change",
            "`pbk init` adds the lines",
        )
