"""One file, looked at by every rule that looks at one file: what was found is a plain value that can be kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath

from pbk.lint.catalogue import all_rules
from pbk.lint.diagnostic import Finding
from pbk.lint.document import LintDocument
from pbk.lint.library import Facts
from pbk.lint.rule import Family
from pbk.lint.suppress import Suppression, suppressions_of


@dataclass(frozen=True, slots=True)
class Inspection:
    """What one file holds for the linter, whatever the settings say.

    `findings` are pairs of a rule's id and what it found. `facts` are those of a valid playbook. `readable` tells that
    the file is YAML. `crashes` name rules that failed on it: such an inspection is never kept.
    """

    readable: bool
    findings: tuple[tuple[str, Finding], ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    facts: Facts | None = None
    crashes: tuple[str, ...] = ()


MOST_FINDINGS = 100  # of one rule in one file: who has so many mends one and sees the others


def inspected(path: str, content: bytes) -> Inspection:
    """Return what every rule says of the file that reports call `path`. Nothing that is wrong with it raises."""
    try:
        document = LintDocument(path, content)
        suppressions = tuple(suppressions_of(document))
        facts = facts_of(document)
    except Exception as error:  # noqa: BLE001 - a fault of the linter is reported as one, and the run goes on
        return Inspection(readable=False, crashes=(f"{path} could not be looked at: {fault(error)}",))
    findings: list[tuple[str, Finding]] = []
    crashes: list[str] = []
    for rule in all_rules():
        if rule.check is None or (document.yaml is None and rule.family is not Family.FILE):
            continue
        try:
            findings += [(rule.id, finding) for finding in islice(rule.check(document), MOST_FINDINGS)]
        except Exception as error:  # noqa: BLE001 - as above
            crashes.append(f"rule {rule.id} failed on {path}: {fault(error)}")
    return Inspection(document.yaml is not None, tuple(findings), suppressions, facts, tuple(crashes))


def all_inspected(files: Iterable[tuple[str, bytes]]) -> list[Inspection]:
    """Return the inspection of each file: what a worker process is sent."""
    return [inspected(path, content) for path, content in files]


def facts_of(document: LintDocument) -> Facts | None:
    """Return what a document contributes to rules about the whole library, None where it is not valid."""
    procedure = document.procedure
    if procedure is None:
        return None
    return Facts(
        path=document.path,
        name=procedure.name,
        scope=procedure.scope,
        rev=procedure.rev,
        goal=procedure.goal,
        match_examples=tuple(procedure.match_examples),
        no_match_examples=tuple(procedure.no_match_examples),
        name_span=document.value_span(("name",)),
        goal_span=document.value_span(("goal",)),
        example_spans=(
            tuple(document.value_span(("examples", "match", index)) for index in range(len(procedure.match_examples))),
            tuple(
                document.value_span(("examples", "no_match", index))
                for index in range(len(procedure.no_match_examples))
            ),
        ),
    )


def fault(error: Exception) -> str:
    """Return an error of the program on one line, without what it may quote from the file."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        where = f" at {PurePath(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    return f"{type(error).__name__}{where}"
