from __future__ import annotations

import stat
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.errors import BrokenError
from pbk.lint.diagnostic import Edit, Finding, Fix, Severity
from pbk.lint.document import LintDocument, first_character
from pbk.lint.engine import Request, lint_library
from pbk.lint.fix import Mended, mend, spliced, unified_diff, write
from pbk.lint.selection import Choice, every_rule
from support.libraries import git, repository
from support.lint_rules import rule, with_rules

NOW = 1_796_119_200_000_000  # 2026-12-01T10:00:00Z
STEPS = "steps:\n  - {do: run the tests, check: null}\n  - {do: look at them, check: null}\n"
TEXT = f"name: example\ngoal: one one   # kept\n{STEPS}"


def replacing(old: str, new: str, *, safe: bool = True) -> Callable[[LintDocument], Iterable[Finding]]:
    """Return a check that finds each `old` in the file and mends it to `new`."""

    def check(document: LintDocument) -> Iterator[Finding]:
        place = document.text.find(old)
        while place >= 0:
            fix = Fix("replace it", (Edit(place, place + len(old), new),), safe=safe)
            yield Finding(first_character(), f"it is {old[:10]}", fix=fix)
            place = document.text.find(old, place + len(old))

    return check


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "playbooks" / "example.yaml"
    path.parent.mkdir()
    path.write_bytes(TEXT.encode())
    return path


def mended(file: Path, *ids: str, unsafe: bool = False) -> Mended:
    severities = every_rule().severities
    choice = Choice({one: severities[one] for one in ids})
    return mend(Request(file.parent.parent, choice, NOW), unsafe=unsafe)


def fixed(file: Path, *ids: str, unsafe: bool = False) -> str:
    done = mended(file, *ids, unsafe=unsafe)
    write(done.changes)
    return file.read_bytes().decode()


def test_every_byte_elsewhere_stays(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_rules(monkeypatch, rule("PBK298", check=replacing("one", "two")))
    content = f"\ufeff# é \r\nname: example\r\ngoal: one one   # kept\t\r\n{STEPS}\r\n\r\n"
    file.write_bytes(content.encode())
    done = mended(file, "PBK298")
    assert (len(done.before.diagnostics), len(done.after.diagnostics), done.after.fixed) == (2, 0, 2)
    assert file.read_bytes() == content.encode(), "nothing is written before write()"
    write(done.changes)
    assert file.read_bytes() == content.replace("one", "two").encode()
    assert mended(file, "PBK298").changes == [], "a second time changes nothing"


def test_new_lines_end_as_those_of_the_file_do(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_rules(monkeypatch, rule("PBK298", check=replacing("one one", "it\nscope: default")))
    file.write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert "goal: it\r\nscope: default   # kept\r\n" in fixed(file, "PBK298")


def test_rounds_follow_one_another_and_the_first_of_two_at_one_place_wins(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_rules(
        monkeypatch,
        rule("PBK297", check=replacing("one one", "two two")),
        rule("PBK298", check=replacing("one", "three")),
        rule("PBK299", check=replacing("two", "four")),
    )
    assert "goal: four four " in fixed(file, "PBK297", "PBK298", "PBK299")


def test_unsafe_ones_only_when_asked_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_rules(monkeypatch, rule("PBK298", check=replacing("one", "two", safe=False)))
    assert fixed(file, "PBK298") == TEXT
    assert fixed(file, "PBK298", unsafe=True) == TEXT.replace("one", "two")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("goal: one one", "goal: [one"),  # not readable any more
        ("goal: one one", "gaol: one one"),  # an error that was not there
        ("one one", "one one one one"),  # does not take the finding away
        ("# kept", "# kept # kept"),
    ],
)
def test_what_makes_it_worse_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    with_rules(
        monkeypatch, rule("PBK297", check=replacing(old, new)), rule("PBK298", check=replacing("run the", "do the"))
    )
    assert fixed(file, "PBK297") == TEXT
    assert fixed(file, "PBK297", "PBK298") == TEXT.replace("run the", "do the"), "the good one is still applied"


def test_what_is_suppressed_switched_off_or_elsewhere_is_not_fixed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_rules(monkeypatch, rule("PBK298", check=replacing("one", "two")))
    other = file.with_name("other.yaml")
    other.write_text(TEXT.replace("name: example", "name: other"), encoding="utf-8")
    request = Request(file.parent.parent, Choice({"PBK298": Severity.INFO}), NOW, paths=[Path("playbooks/other.yaml")])
    assert [change.shown for change in mend(request).changes] == ["playbooks/other.yaml"]
    assert mended(file, "PBK201").changes == []
    file.write_text(f"# pbk: ignore-file[PBK298] as it is\n{TEXT}", encoding="utf-8")
    assert [change.shown for change in mended(file, "PBK298").changes] == ["playbooks/other.yaml"]


def test_mode_and_link_are_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_rules(monkeypatch, rule("PBK298", check=replacing("one", "two")))
    real = file.parent.parent / "real.yaml"
    file.rename(real)
    real.chmod(0o640)
    file.symlink_to("../real.yaml")
    assert fixed(file, "PBK298") == TEXT.replace("one", "two")
    assert file.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert {path.name for path in real.parent.iterdir()} == {"playbooks", "real.yaml"}, "no temporary file stays"


def test_what_changed_meanwhile_is_not_overwritten(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_rules(monkeypatch, rule("PBK298", check=replacing("one", "two")))
    done = mended(file, "PBK298")
    file.write_text("name: mine\n", encoding="utf-8")
    with pytest.raises(BrokenError, match="changed meanwhile"):
        write(done.changes)
    assert file.read_text(encoding="utf-8") == "name: mine\n"


@pytest.mark.parametrize("ending", ["\n", "", "\r\n"])
def test_the_diff_is_one_that_git_applies(file: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    with_rules(monkeypatch, rule("PBK298", check=replacing("one", "two")))
    content = f"name: example\n{STEPS}goal: one one{ending}".encode()
    file.write_bytes(content)
    root = repository(file.parent.parent)
    diff = unified_diff(mended(file, "PBK298").changes)
    subprocess.run(["git", "-C", str(root), "apply", "-"], input=diff.encode(), check=True)
    assert file.read_bytes() == content.replace(b"one", b"two")
    assert git(root, "diff", "--stat").count("|") == 1


def test_real_fixes_of_suppressions(file: Path) -> None:
    file.write_text(
        "name: example\n# pbk: ignore[PBK201] nothing is wrong here\ngoal: one  # pbk: ignore[pbk201] nor here\n"
        + STEPS,
        encoding="utf-8",
    )
    assert fixed(file, "PBK201", "PBK901", "PBK902") == f"name: example\ngoal: one\n{STEPS}"
    assert lint_library(Request(file.parent.parent, Choice({"PBK901": Severity.ERROR}), NOW)).diagnostics == []


EDITS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 5), st.text("xyz", max_size=3)), max_size=6)


@given(st.text("abc\n", min_size=12, max_size=12), EDITS)
def test_splicing_touches_nothing_else(text: str, places: list[tuple[int, int, str]]) -> None:
    fixes = [Fix("x", (Edit(start, min(12, start + size), new),)) for start, size, new in places]
    result, applied = spliced(text, fixes)
    assert applied <= set(range(len(fixes)))
    if len(applied) == 1 == len(fixes):
        edit = fixes[0].edits[0]
        assert result == text[: edit.start] + edit.text + text[edit.end :]
    assert [letter for letter in result if letter in "abc\n"] == [
        letter
        for index, letter in enumerate(text)
        if not any(edit.start <= index < edit.end for edit in taken(text, fixes))
    ]


def taken(text: str, fixes: list[Fix]) -> list[Edit]:
    """Return the edits that win, found the slow way."""
    chosen: list[Edit] = []
    for edit in sorted((fix.edits[0] for fix in fixes), key=lambda one: one.start):
        alone = all(
            edit.start > other.end or (edit.start == other.end and other.start < other.end and edit.start < edit.end)
            for other in chosen
        )
        if alone and edit.end <= len(text):
            chosen.append(edit)
    return chosen
