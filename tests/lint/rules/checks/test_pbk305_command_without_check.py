"""The fix of a check that is null: an exit code instead, and only on demand."""

from __future__ import annotations

from pbk.lint.document import LintDocument
from pbk.lint.rules.checks.pbk305_command_without_check import RULE

TEXT = "steps:\n  - run: [pytest]\n    check: {}  # judgement\n"


def fixed(said: str) -> tuple[str, bool] | None:
    document = LintDocument("playbooks/x.yaml", TEXT.format(said).encode())
    assert RULE.check is not None
    (finding,) = RULE.check(document)
    if finding.fix is None:
        return None
    (edit,) = finding.fix.edits
    return document.text[: edit.start] + edit.text + document.text[edit.end :], finding.fix.safe


def test_null_becomes_an_exit_code_unsafely() -> None:
    expected = TEXT.format("{exit_code: 0}")
    assert fixed("null") == (expected, False)
    assert fixed("~") == (expected, False)


def test_prose_is_left_to_its_author() -> None:
    assert fixed("the report has no failed test") is None
