from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbk.lint import cache, inspectors
from pbk.lint.cache import CACHE_FILE, Kept, load, save
from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import first_character
from pbk.lint.engine import Request, lint_library
from pbk.lint.inspection import Inspection, inspected
from pbk.lint.library import LintLibrary
from pbk.lint.result import LintResult
from pbk.lint.selection import Choice, every_rule
from support.lint_examples import filled
from support.lint_rules import rule, with_rules

NOW = 1_796_119_200_000_000  # 2026-12-01T10:00:00Z
GOOD = filled("scope: default  # pbk: ignore[PBK201] to have one\n")
BAD = filled("goall: x\n").replace("name: example", "name: bad")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "playbooks").mkdir()
    (tmp_path / "playbooks" / "example.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "playbooks" / "bad.yaml").write_text(BAD, encoding="utf-8")
    return tmp_path


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are really looked at."""
    seen: list[str] = []

    def noting(files: list[tuple[str, bytes]]) -> list[Inspection]:
        seen.extend(name for name, _ in files)
        return [inspected(name, content) for name, content in files]

    monkeypatch.setattr(inspectors, "all_inspected", noting)
    return seen


def lint(root: Path, choice: Choice | None = None) -> LintResult:
    return lint_library(Request(root, choice or every_rule(), NOW, cache=True))


def test_only_what_changed_is_looked_at_again(root: Path, looked_at: list[str]) -> None:
    first = lint(root)
    assert looked_at == ["playbooks/bad.yaml", "playbooks/example.yaml"]
    assert lint(root) == first
    assert len(looked_at) == 2
    (root / "playbooks" / "bad.yaml").write_text(BAD.replace("goall", "gaol"), encoding="utf-8")
    assert lint(root) != first
    assert looked_at[2:] == ["playbooks/bad.yaml"]
    (root / "playbooks" / "other.yaml").write_text(BAD, encoding="utf-8")
    lint(root)
    assert looked_at[3:] == ["playbooks/other.yaml"], "the same content under another name is another file"
    (root / "playbooks" / "other.yaml").unlink()
    lint(root)
    assert load(root).names() == {"playbooks/bad.yaml", "playbooks/example.yaml"}


def test_the_cache_is_the_same_for_all_settings(root: Path, looked_at: list[str]) -> None:
    one = Choice({"PBK201": Severity.INFO})
    assert lint(root, one) == lint_library(Request(root, one, NOW))
    looked_at.clear()
    assert lint(root) == lint_library(Request(root, every_rule(), NOW))
    assert looked_at == ["playbooks/bad.yaml", "playbooks/example.yaml"], "only the run without a cache looked"


def test_rules_about_the_library_are_asked_again_when_a_file_changes(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def finalize(library: LintLibrary) -> Iterator[Finding]:
        asked.append(len(library.facts))
        yield from (Finding(first_character(), "there", path=facts.path) for facts in library.facts)

    with_rules(monkeypatch, rule("PBK598", finalize=finalize))
    first = lint(root)
    assert lint(root) == first
    assert asked == [1]
    (root / "playbooks" / "bad.yaml").write_text(BAD.replace("goall: x\n", ""), encoding="utf-8")
    lint(root)
    assert asked == [1, 2]


def test_other_rules_make_it_void(root: Path, looked_at: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lint(root)
    monkeypatch.setattr(cache, "rules_version", lambda: "another")
    lint(root)
    assert len(looked_at) == 4


def test_a_failure_of_a_rule_is_not_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(document: object) -> Iterator[Finding]:
        raise ZeroDivisionError
        yield

    with monkeypatch.context() as patched:
        with_rules(patched, rule("PBK298", check=broken))
        assert lint(root).crashes
    assert not lint(root).crashes
    assert lint(root).diagnostics == lint_library(Request(root, every_rule(), NOW)).diagnostics


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00", b"[]", b"{}", b"null", b'{"rules": 1, "files": [], "library": {}}', b"[" * 5000, b"\xff", b'"x"'],
)
def test_damage_only_costs_time(root: Path, content: bytes) -> None:
    expected = lint(root)
    (root / ".pbk" / CACHE_FILE).write_bytes(content)
    assert lint(root) == expected
    assert json.loads((root / ".pbk" / CACHE_FILE).read_bytes())["files"]


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_no_damaged_row_is_believed(data: st.DataObject) -> None:
    """A row with a part of another kind is either read as it was meant, or not at all."""
    one = inspected("playbooks/bad.yaml", BAD.encode())
    row = json.loads(json.dumps(["hash", *cache._row(one)]))
    target: list[object] = row
    while True:
        index = data.draw(st.integers(0, len(target) - 1))
        part = target[index]
        if isinstance(part, list) and part and data.draw(st.booleans()):
            target = part
        else:
            target[index] = data.draw(st.sampled_from([None, {}, [], "x", -1, [[]]]))
            break
    found = Kept({"x": row}, {"PBK598": row}).get("x", "hash")
    assert found is None or isinstance(found, Inspection)
    Kept({"x": row}, {"PBK598": row}).library("PBK598", "hash")


def test_what_is_written_is_what_is_read(root: Path) -> None:
    found = {
        (name, "hash"): inspected(name, content.encode())
        for name, content in (("playbooks/bad.yaml", BAD), ("playbooks/example.yaml", GOOD), ("x.yaml", "a: ["))
    }
    save(root, found, {"PBK598": ("key", [Finding(first_character(), "there", path="x")])})
    kept = load(root)
    assert {key: kept.get(*key) for key in found} == found
    assert kept.library("PBK598", "key") == [Finding(first_character(), "there", path="x")]
    assert kept.library("PBK598", "other") is None
    assert kept.get("playbooks/bad.yaml", "other") is None


def test_a_disk_that_cannot_be_written_is_no_matter(root: Path) -> None:
    (root / ".pbk").write_text("in the way", encoding="utf-8")
    assert lint(root) == lint_library(Request(root, every_rule(), NOW))
