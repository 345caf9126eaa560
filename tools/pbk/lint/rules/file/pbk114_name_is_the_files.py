"""PBK114: a name that is not the file's name."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family, Rule
from pbk.store.playbook_meaning import meaning_problems
from pbk.store.playbook_schema import SchemaProblem


def name_problems(document: LintDocument) -> list[SchemaProblem]:
    """Return what is objected to only because of how the file is called."""
    name = document.data.get("name")
    if not isinstance(name, str) or name == document.stem:
        return []
    under_its_name = meaning_problems(document.data, name)
    return [problem for problem in meaning_problems(document.data, document.stem) if problem not in under_its_name]


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the name where it is not the file's."""
    for problem in name_problems(document):
        yield Finding(document.value_span(problem.pointer), problem.message, problem.hint)


RULE = Rule(
    id="PBK114",
    name="name-is-not-the-files",
    family=Family.FILE,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="`name` is not the file's name without its suffix.",
    why=(
        "A playbook is asked for by its name, and its ledger goes by it. Where name and file differ, nobody finds the "
        "file that a record speaks of, and a copy of a file that kept the old name would inherit a trust that it never "
        "earned."
    ),
    bad="# file: playbooks/example.yaml\nname: another\n",
    good="scope: team-a\n",
    check=check,
)
