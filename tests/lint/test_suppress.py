from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.engine import Request, lint_library
from pbk.lint.library import LintLibrary
from pbk.lint.result import LintResult
from pbk.lint.selection import Choice, every_rule
from pbk.lint.suppress import Fault, suppressions_of
from support.lint_rules import rule, with_rules

NOW = 1_796_119_200_000_000  # 2026-12-01T10:00:00Z


def document(text: str) -> LintDocument:
    return LintDocument("playbooks/example.yaml", text.encode())


@pytest.mark.parametrize(
    ("text", "lines", "reason"),
    [
        ("a: 1 # pbk: ignore[PBK201] why\nb: 2\n", (1, 1), "why"),
        ("a: 1\n# pbk: ignore[PBK201] why\nb: 2\n", (3, 3), "why"),
        ("# pbk: ignore[PBK201] why\n\n# a remark\nb: 2\n", (4, 4), "why"),
        ("# pbk: ignore[PBK201] one\n# pbk: ignore[PBK202] two\nb: 2\n", (3, 3), "one"),
        ("# pbk:ignore [PBK201]:  why\na: 1\n", (2, 2), "why"),
        ("#pbk: ignore[ PBK201 ] - why\na: 1\n", (2, 2), "why"),
        ("a: 1 # pbk: ignore[PBK201] why\r\nb: 2\r\n", (1, 1), "why"),
        ("a: 1\r# pbk: ignore[PBK201] why\rb: 2\r", (3, 3), "why"),
        ("\ufeff# pbk: ignore[PBK201] why\na: 1\n", (2, 2), "why"),
        ("a: 1\nb:\n  # pbk: ignore[PBK201] why\n  c: 2\n", (4, 4), "why"),
        ("a: | # pbk: ignore[PBK201] why\n  one\n  two\nb: 2\n", (1, 3), "why"),
        ("# pbk: ignore[PBK201] why\na: >-\n  one\n  two\nb: 2\n", (2, 4), "why"),
        ("# pbk: ignore[PBK201] why\na:\n  b: 1\n  c: 2\n", (2, 2), "why"),
        ("# pbk: ignore-file[PBK201] why\na: 1\n", None, "why"),
        ("# x\n\n# pbk: ignore-file[PBK201] why\na: 1\n", None, "why"),
    ],
)
def test_what_is_covered(text: str, lines: tuple[int, int] | None, reason: str) -> None:
    one = suppressions_of(document(text))[0]
    assert (one.fault, one.lines, one.reason) == (None, lines, reason)
    assert [word.text for word in one.words] == ["PBK201"]
    word = one.words[0]
    assert text[word.span.start : word.span.end] == "PBK201"
    assert one.covers("PBK201", lines[1] if lines else 99)
    assert not one.covers("PBK202", lines[1] if lines else 99)
    assert lines is None or not one.covers("PBK201", lines[1] + 1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: 1 # pbk: ignore PBK201 why\n", Fault.FORM),
        ("a: 1 # pbk: ignore[PBK201 why\n", Fault.FORM),
        ("a: 1 # pbk: ignore[] why\n", Fault.FORM),
        ("a: 1 # pbk: ignored[PBK201] why\n", Fault.FORM),
        ("a: 1 # PBK: ignore[PBK201] why\n", Fault.FORM),
        ("a: 1 # pbk: nonsense\n", Fault.FORM),
        ("a: 1\n# pbk: ignore[PBK201] nothing follows\n", Fault.PLACE),
        ("a: 1\n# pbk: ignore[PBK201] nothing follows\n\n# more\n", Fault.PLACE),
        ("a: 1\n# pbk: ignore-file[PBK201] too late\n", Fault.PLACE),
        ("a: 1 # pbk: ignore-file[PBK201] not alone\n", Fault.PLACE),
        ("a: |\n  text\n  # pbk: ignore[PBK201] in a text\nb: 1\n", Fault.PLACE),
    ],
)
def test_what_has_no_effect(text: str, fault: Fault) -> None:
    (one,) = suppressions_of(document(text))
    assert one.fault is fault
    assert not one.covers("PBK201", one.span.line)


def test_what_is_none() -> None:
    for text in ("a: '# pbk: ignore[PBK201] quoted'\n", "a: x#pbk: ignore\n", "# about pbk: ignore\na: 1\n", "a: [\n"):
        assert suppressions_of(document(text)) == []


def every_line(document: LintDocument) -> Iterator[Finding]:
    if document.yaml:
        for pointer in document.yaml.keys:
            yield Finding(document.key_span(pointer), "here")


def of_the_library(library: LintLibrary) -> Iterator[Finding]:
    yield from (Finding(facts.goal_span, "there", path=facts.path) for facts in library.facts)


@pytest.fixture
def lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    with_rules(monkeypatch, rule("PBK298", check=every_line), rule("PBK598", finalize=of_the_library))

    def run(text: str, choice: Choice | None = None) -> LintResult:
        (tmp_path / "playbooks").mkdir(exist_ok=True)
        (tmp_path / "playbooks" / "example.yaml").write_text(text, encoding="utf-8")
        return lint_library(Request(tmp_path, choice or every_rule(), NOW))

    return run


STEPS = "steps:\n  - {do: run the tests, check: null}\n  - {do: look at them, check: null}\n"


def lines_of(result: LintResult, rule_id: str) -> list[int]:
    return [one.span.line for one in result.diagnostics if one.rule == rule_id]


def test_a_covered_finding_is_counted_not_reported(lint) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    plain = f"name: example\ngoal: Publish it\n{STEPS}"
    base = lint(plain)
    assert 2 in lines_of(base, "PBK298")
    result = lint(plain.replace("Publish it", "Publish it # pbk: ignore[PBK298, PBK598] fine here"))
    assert 2 not in lines_of(result, "PBK298")
    assert lines_of(result, "PBK598") == []
    assert result.summary.suppressed == base.summary.suppressed + 2
    assert lines_of(result, "PBK901") == []
    whole = lint(f"# pbk: ignore-file[PBK298] fine here\n{plain}")
    assert lines_of(whole, "PBK298") == []
    assert lines_of(whole, "PBK598") == [3]


def test_unused_ones_are_found_unless_nobody_could_tell(lint) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    text = f"name: example\ngoal: Publish it # pbk: ignore[PBK201, PBK298] fine here\n{STEPS}"
    (one,) = [one for one in lint(text).diagnostics if one.rule == "PBK901"]
    assert text[one.span.start : one.span.end] == "PBK201"
    every = every_rule().severities
    without = Choice({key: value for key, value in every.items() if key != "PBK201"})
    assert lines_of(lint(text, without), "PBK901") == []
    per_path = Choice(every, per_path=(("playbooks/*", frozenset({"PBK201"})),))
    assert lines_of(lint(text, per_path), "PBK901") == []
    assert lines_of(lint(text, Choice({"PBK298": Severity.INFO})), "PBK901") == []


def test_findings_about_suppressions_cannot_be_suppressed(lint) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    result = lint(f"name: example\ngoal: Publish it # pbk: ignore[PBK904]\n{STEPS}")
    assert lines_of(result, "PBK904") == [2]
    assert lines_of(result, "PBK901") == [2]
