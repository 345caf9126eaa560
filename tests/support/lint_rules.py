"""Rules made for a test, in place of or beside the real ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from pbk.lint import catalogue, engine, fix, inspection, selection, whole
from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule

MODULES = (catalogue, engine, fix, inspection, selection, whole)


def rule(
    identifier: str,
    *,
    check: Callable[[LintDocument], Iterable[Finding]] | None = None,
    finalize: Callable[[LintLibrary], Iterable[Finding]] | None = None,
    severity: Severity = Severity.WARNING,
    family: Family = Family.SHAPE,
) -> Rule:
    name = f"rule-{identifier.lower()}"
    return Rule(
        id=identifier,
        name=name,
        family=family,
        severity=severity,
        since="0.1.0",
        summary="made for a test",
        why="made for a test",
        bad="",
        good="",
        check=check,
        finalize=finalize,
    )


def with_rules(monkeypatch: pytest.MonkeyPatch, *added: Rule) -> None:
    """Let the linter know these rules besides its own."""
    rules = tuple(sorted([*catalogue.all_rules(), *added], key=lambda one: one.id))
    for module in MODULES:
        monkeypatch.setattr(module, "all_rules", lambda: rules)
