from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbk.config import settings_from
from pbk.errors import BrokenError, UsageError
from pbk.lint import inspectors
from pbk.lint.diagnostic import MESSAGE_LIMIT, Diagnostic, Finding, Severity
from pbk.lint.document import LintDocument, first_character
from pbk.lint.engine import Request, lint_library
from pbk.lint.inspection import inspected
from pbk.lint.library import LintLibrary
from pbk.lint.result import LintResult
from pbk.lint.rule import Family
from pbk.lint.selection import Choice, choose, every_rule
from support.lint_examples import filled
from support.lint_rules import rule, with_rules

NOW = 1_796_119_200_000_000  # 2026-12-01T10:00:00Z
BAD = "goall: x\n"
BAD_NAME = "playbooks/bad.yaml"


def text(name: str, fragment: str = "scope: default\n") -> str:
    return filled(fragment).replace("name: example", f"name: {name}")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    library = tmp_path / "library"
    (library / "playbooks").mkdir(parents=True)
    (library / "playbooks" / "good.yaml").write_text(text("good"), encoding="utf-8")
    (library / "playbooks" / "bad.yaml").write_text(text("bad", BAD), encoding="utf-8")
    return library


def shape(root: Path, **fields: object) -> LintResult:
    request = Request(root, Choice({"PBK201": Severity.ERROR, "PBK100": Severity.ERROR}), NOW)
    return lint_library(replace(request, **fields))  # type: ignore[arg-type]  # each test names fields of a request


def rules_of(result: LintResult) -> list[tuple[str, str]]:
    return [(one.path, one.rule) for one in result.diagnostics]


def test_a_finding_has_place_severity_and_hint_and_the_summary_counts(root: Path) -> None:
    result = shape(root)
    (one,) = result.diagnostics
    assert (one.path, one.rule, one.severity) == (BAD_NAME, "PBK201", Severity.ERROR)
    assert result.sources[BAD_NAME][one.span.start : one.span.end] == "goall"
    assert one.hint == "did you mean `goal`?"
    assert (result.summary.files, result.summary.errors, result.summary.warnings) == (2, 1, 0)
    assert result.reaches(Severity.WARNING)
    assert not replace(result, diagnostics=[]).reaches(Severity.INFO)


def test_what_cannot_be_read_is_one_finding_each(root: Path) -> None:
    folder = root / "playbooks"
    (folder / "folder.yaml").mkdir()
    (folder / "lost.yaml").symlink_to("nowhere.yaml")
    (folder / "outside.yaml").symlink_to(root.parent / "elsewhere.yaml")
    (root.parent / "elsewhere.yaml").write_text(text("outside"), encoding="utf-8")
    os.mkfifo(folder / "pipe.yaml")
    found = {one.path: one for one in shape(root).diagnostics if one.rule == "PBK100"}
    assert sorted(found) == [f"playbooks/{name}.yaml" for name in ("folder", "lost", "outside", "pipe")]
    assert all(one.span.line == one.span.column == 1 for one in found.values())
    assert "out of the library" in found["playbooks/outside.yaml"].message


def test_a_link_inside_the_library_is_read(root: Path) -> None:
    (root / "real").write_text(text("linked", BAD), encoding="utf-8")
    (root / "playbooks" / "linked.yaml").symlink_to("../real")
    assert ("playbooks/linked.yaml", "PBK201") in rules_of(shape(root))


def test_what_is_no_yaml_is_only_for_rules_about_files(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str]] = []

    def noting(name: str) -> object:
        def check(document: LintDocument) -> Iterator[Finding]:
            seen.append((name, document.path))
            yield from ()

        return check

    (root / "playbooks" / "bad.yaml").write_bytes(b"a: [")
    with_rules(
        monkeypatch,
        rule("PBK198", check=noting("file"), family=Family.FILE),  # type: ignore[arg-type]  # as a rule has it
        rule("PBK298", check=noting("shape")),  # type: ignore[arg-type]
    )
    lint_library(Request(root, every_rule(), NOW))
    assert seen == [("file", BAD_NAME), ("file", "playbooks/good.yaml"), ("shape", "playbooks/good.yaml")]


def test_a_rule_that_fails_takes_nothing_down_and_is_named(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(document: LintDocument) -> Iterator[Finding]:
        yield Finding(first_character(), "before it fails")
        raise ZeroDivisionError(document.text)

    def broken_library(library: LintLibrary) -> Iterator[Finding]:
        raise KeyError(library.now)
        yield

    with_rules(monkeypatch, rule("PBK298", check=broken), rule("PBK598", finalize=broken_library))
    result = lint_library(Request(root, every_rule(), NOW))
    assert [crash.partition(":")[0] for crash in result.crashes] == [
        "rule PBK298 failed on playbooks/bad.yaml",
        "rule PBK298 failed on playbooks/good.yaml",
        "rule PBK598 failed on the library",
    ]
    assert "ZeroDivisionError at test_engine.py:" in result.crashes[0]
    assert "steps" not in result.crashes[0], "an error must not show the file"
    assert (BAD_NAME, "PBK201") in rules_of(result)


def test_messages_are_one_short_line(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def long(document: LintDocument) -> Iterator[Finding]:
        yield Finding(first_character(), f"line\nline \x1b[31m {'x' * 500}", "hint\nhint")

    with_rules(monkeypatch, rule("PBK298", check=long))
    found = [one for one in lint_library(Request(root, every_rule(), NOW)).diagnostics if one.rule == "PBK298"]
    assert len(found) == 2
    for one in found:
        assert len(one.message) == MESSAGE_LIMIT
        assert one.message.isprintable()
        assert one.hint == "hint hint"


def test_order_is_by_file_place_and_rule(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def backwards(document: LintDocument) -> Iterator[Finding]:
        for pointer in reversed(list(document.yaml.keys if document.yaml else ())):
            yield Finding(document.key_span(pointer), "here")

    with_rules(monkeypatch, rule("PBK298", check=backwards), rule("PBK299", check=backwards))
    result = lint_library(Request(root, every_rule(), NOW))
    assert [one.order for one in result.diagnostics] == sorted(one.order for one in result.diagnostics)
    again = lint_library(Request(root, every_rule(), NOW))
    assert again.diagnostics == result.diagnostics


def test_only_named_files_are_reported(root: Path) -> None:
    assert rules_of(shape(root, paths=[Path("playbooks/good.yaml")])) == []
    assert rules_of(shape(root, paths=[Path("playbooks/bad.yaml")])) == [(BAD_NAME, "PBK201")]
    assert rules_of(shape(root, paths=[root / "playbooks" / "bad.yaml"])) == [(BAD_NAME, "PBK201")]
    assert rules_of(shape(root, paths=[Path("playbooks")])) == [(BAD_NAME, "PBK201")]
    assert rules_of(shape(root, paths=[Path()])) == [(BAD_NAME, "PBK201")]
    assert shape(root, paths=[]).summary.files == 0
    assert shape(root, paths=[Path("playbooks/good.yaml")]).summary.files == 1
    with pytest.raises(UsageError, match="no such file"):
        shape(root, paths=[Path("playbooks/nothing.yaml")])


def test_paths_are_told_from_the_working_directory(root: Path) -> None:
    inner = root / "deep" / "er"
    inner.mkdir(parents=True)
    assert rules_of(shape(root, directory=root.parent)) == [("library/playbooks/bad.yaml", "PBK201")]
    found = shape(root, directory=inner, paths=[Path("../../playbooks/bad.yaml")])
    assert rules_of(found) == [("../../playbooks/bad.yaml", "PBK201")]
    assert list(found.sources) == ["../../playbooks/bad.yaml"]


def test_other_files_are_checked_alone(root: Path, tmp_path: Path) -> None:
    lone = tmp_path / "lone.yaml"
    lone.write_text(text("lone", BAD), encoding="utf-8")
    assert rules_of(shape(root, paths=[lone], directory=tmp_path)) == [("lone.yaml", "PBK201")]
    nowhere = Request(None, Choice({"PBK201": Severity.ERROR}), NOW, paths=[Path("lone.yaml")], directory=tmp_path)
    assert rules_of(lint_library(nowhere)) == [("lone.yaml", "PBK201")]
    assert shape(root, paths=[root / "pbk.toml"] if (root / "pbk.toml").exists() else []).diagnostics == []


def names_twice(library: LintLibrary) -> Iterator[Finding]:
    """Report each goal that several files have, at the first of them, naming how many."""
    goals: dict[str, list[str]] = {}
    for facts in library.facts:
        goals.setdefault(facts.goal, []).append(facts.path)
    for paths in goals.values():
        if len(paths) > 1:
            yield Finding(first_character(), f"{len(paths)} of {len(library.facts)}", path=paths[0])


def test_rules_about_the_library_see_all_of_it_and_report_what_involves_a_named_file(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = root / "playbooks"
    (folder / "a.yaml").write_text(text("a"), encoding="utf-8")
    (folder / "b.yaml").write_text(text("b"), encoding="utf-8")
    (folder / "good.yaml").write_text(text("good", "goal: Something else\n"), encoding="utf-8")
    with_rules(
        monkeypatch,
        rule(
            "PBK598", finalize=lambda library: [replace(finding, message="twice") for finding in names_twice(library)]
        ),
    )

    def reported(*paths: str) -> list[tuple[str, str]]:
        named = [Path("playbooks") / path for path in paths] or None
        return rules_of(lint_library(Request(root, Choice({"PBK598": Severity.WARNING}), NOW, paths=named)))

    assert reported() == [("playbooks/a.yaml", "PBK598")]
    assert reported("a.yaml") == [("playbooks/a.yaml", "PBK598")]
    assert reported("b.yaml") == [("playbooks/a.yaml", "PBK598")], "b is the other half of the pair"
    assert reported("good.yaml") == []
    assert reported("bad.yaml") == []


def test_settings_choose_rules_severities_and_paths(root: Path) -> None:
    def told(table: dict[str, object], **options: object) -> list[tuple[str, Severity]]:
        choice = choose(settings_from({"pbk.toml": {"lint": table}}, {}), **options)  # type: ignore[arg-type]
        found = lint_library(Request(root, choice, NOW)).diagnostics
        return [(one.rule, one.severity) for one in found if one.rule == "PBK201"]

    error = [("PBK201", Severity.ERROR)]
    assert told({}) == error
    for word in ("PBK201", "pbk201", "schema-violation", "shape", "PBK2", "PBK", "all"):
        assert told({"select": [word]}) == error
        assert told({"ignore": [word]}) == []
    assert told({"select": ["ledger"]}) == []
    assert told({"select": ["ledger"]}, select=["shape"]) == error
    assert told({"ignore": ["shape"]}, select=["shape"]) == []
    assert told({}, ignore=["shape"]) == []
    assert told({"severity": {"PBK201": "info"}}) == [("PBK201", Severity.INFO)]
    assert told({"severity": {"PBK201": "off"}}) == []
    assert told({"severity": {"shape": "off", "PBK201": "warning"}}) == [("PBK201", Severity.WARNING)]
    assert told({"per-path": {"playbooks/bad*": ["shape"]}}) == []
    assert told({"per-path": {"bad.yaml": ["shape"]}}) == []
    assert told({"per-path": {"playbooks/good*": ["shape"]}}) == error


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"select": ["PBK999"]}, "no rule 'PBK999'"),
        ({"ignore": ["schema-violatoin"]}, "did you mean `schema-violation`?"),
        ({"severity": {"shap": "off"}}, "did you mean `shape`?"),
        ({"per-path": {"*": ["nothing at all"]}}, "`pbk rules` lists them"),
    ],
)
def test_a_word_that_is_no_rule_is_named(table: dict[str, object], message: str) -> None:
    with pytest.raises(BrokenError) as caught:
        choose(settings_from({"pbk.toml": {"lint": table}}, {}))
    assert message in str(caught.value)
    assert caught.value.where == "pbk.toml"


def test_a_word_of_the_call_that_is_no_rule_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="--select"):
        choose(settings_from({}, {}), select=["nothing"])
    with pytest.raises(UsageError, match="PBK_LINT_IGNORE"):
        choose(settings_from({}, {"PBK_LINT_IGNORE": "nothing, PBK201"}))


def test_several_processes_find_the_same(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        (root / "playbooks" / f"n{number}.yaml").write_text(text(f"n{number}", BAD), encoding="utf-8")
    alone = lint_library(Request(root, every_rule(), NOW))
    monkeypatch.setattr(inspectors, "PAYS_FROM", 1)
    monkeypatch.setattr(inspectors, "_CHUNK", 3)
    several = lint_library(Request(root, every_rule(), NOW, processes=2))
    assert several == alone


VALID = text("example", "scope: default  # pbk: ignore[PBK201] a comment that suppresses\n").encode()


def sane(found: list[Diagnostic], content: bytes) -> None:
    lines = content.count(b"\n") + content.count(b"\r") + 2
    for one in found:
        assert 1 <= one.span.line <= lines
        assert one.span.column >= 1
        assert 0 < len(one.message) <= MESSAGE_LIMIT
        assert one.message.isprintable()


@settings(max_examples=75, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(st.integers(0, len(VALID) - 1), st.integers(0, 12), st.binary(max_size=6)), min_size=1, max_size=4
    )
)
def test_no_mutation_of_a_file_takes_the_linter_down(edits: list[tuple[int, int, bytes]]) -> None:
    content = VALID
    for place, length, new in edits:
        content = content[:place] + new + content[place + length :]
    looked_at(content)


LINES = st.sampled_from(VALID.decode().splitlines())
WORDS = st.sampled_from(
    ["- ", "  ", "? ", "[", "{", "'", '"', "|", "# pbk: ignore[", "]", ": ", "\t", "\r", "é", "\u202e"]
)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.sampled_from(["", "  ", "    "]), st.one_of(LINES, WORDS, st.text(max_size=12))), max_size=12)
)
def test_no_document_takes_the_linter_down(lines: list[tuple[str, str]]) -> None:
    looked_at("\n".join(indent + line for indent, line in lines).encode("utf-8", "surrogatepass"))


def looked_at(content: bytes) -> None:
    inspection = inspected("playbooks/example.yaml", content)
    assert inspection.crashes == ()
    every = every_rule()
    sane(
        [
            Diagnostic("x", finding.span, rule_id, every.severities[rule_id], finding.message[:MESSAGE_LIMIT])
            for rule_id, finding in inspection.findings
        ],
        content,
    )
