"""Rules: what the linter looks for. A rule is one module that defines `RULE`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.library import LintLibrary


class Family(StrEnum):
    """What a rule is about, and so the hundred that its id is in."""

    FILE = "file"  # PBK1xx
    SHAPE = "shape"  # PBK2xx
    CHECKS = "checks"  # PBK3xx
    CONDITIONS = "conditions"  # PBK4xx
    LIBRARY = "library"  # PBK5xx
    LINEAGE = "lineage"  # PBK6xx
    SAFETY = "safety"  # PBK7xx
    LEDGER = "ledger"  # PBK8xx
    SUPPRESSIONS = "suppressions"  # PBK9xx


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. Its id is never used for another one, not even after it is gone.

    `check` is given every file that could be read as YAML (and those that could not, for the family *file*); `finalize`
    is given the whole library once. `bad` and `good` are examples that the tests run and the rule's page shows: either
    top-level keys of a playbook (what is missing is filled in), a whole file (it begins with `name:` or a comment), or
    several files, each after a line `# file: playbooks/x.yaml`.
    """

    id: str
    name: str  # kebab-case
    family: Family
    severity: Severity
    since: str  # the version that added it
    summary: str  # one line: what it finds
    why: str  # a paragraph: why that matters
    bad: str
    good: str
    check: Callable[[LintDocument], Iterable[Finding]] | None = None
    finalize: Callable[[LintLibrary], Iterable[Finding]] | None = None
