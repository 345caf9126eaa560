"""`pbk lint`, `pbk explain`, `pbk rules`: options, exit statuses, what is printed where."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pbk.lint.catalogue import all_rules
from pbk.lint.diagnostic import Finding
from pbk.lint.document import LintDocument
from support.command import Run
from support.libraries import git, repository
from support.lint_examples import filled
from support.lint_rules import rule, with_rules

BAD = "goall: x\n"
COMMENT = "goal: Publish a new version to PyPI  # pbk: ignore[pbk201] nothing is wrong\n"


def text(name: str, fragment: str = "scope: default\n") -> str:
    return filled(fragment).replace("name: example", f"name: {name}")


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "other" / "playbooks").mkdir(parents=True)
    root = tmp_path / "my library"
    (root / "playbooks").mkdir(parents=True)
    (root / "playbooks" / "good.yaml").write_text(text("good"), encoding="utf-8")
    monkeypatch.chdir(root)
    return root


def add(root: Path, name: str, fragment: str) -> Path:
    path = root / "playbooks" / f"{name}.yaml"
    path.write_text(text(name, fragment), encoding="utf-8")
    return path


def test_clean(run: Run, library: Path) -> None:
    ran = run("lint")
    assert (ran.status, ran.out, ran.err) == (0, "nothing found in 1 file\n", "")
    assert run("lint", "--quiet").out == ""


def test_text_shows_place_snippet_and_help(run: Run, library: Path) -> None:
    add(library, "bad", BAD)
    ran = run("lint", "--select", "PBK201")
    assert ran.status == 1
    assert ran.out == (
        "playbooks/bad.yaml:4:1: error PBK201 unknown key `goall` in the playbook\n"
        "4 | goall: x\n"
        "  | ^^^^^\n"
        "  = help: did you mean `goal`?\n"
        "\n"
        "1 error in 2 files\n"
    )


def test_json_is_the_interface(run: Run, library: Path) -> None:
    add(library, "bad", BAD)
    ran = run("lint", "--format", "json", "--select", "PBK201")
    assert ran.status == 1
    assert ran.json["schema"] == "pbk.lint/1"
    assert ran.json["diagnostics"] == [
        {
            "rule": "PBK201",
            "severity": "error",
            "path": "playbooks/bad.yaml",
            "line": 4,
            "column": 1,
            "end_line": 4,
            "end_column": 6,
            "message": "unknown key `goall` in the playbook",
            "hint": "did you mean `goal`?",
            "fixable": False,
        }
    ]
    summary = {"files": 2, "errors": 1, "warnings": 0, "infos": 0, "suppressed": 0, "fixed": 0}
    assert ran.json["summary"] == summary
    assert run("lint", "--json", "--select", "PBK201").out == ran.out


def test_what_fails_is_chosen(run: Run, library: Path) -> None:
    add(library, "noted", COMMENT)
    words = ("lint", "--select", "PBK902")
    assert run(*words).status == 0
    assert run(*words, "--fail-on", "error").status == 0
    assert run(*words, "--fail-on", "warning").status == 1
    assert run(*words, "--fail-on", "info").status == 1
    (library / "pbk.toml").write_text('[lint]\nfail_on = "warning"\n', encoding="utf-8")
    assert run(*words).status == 1
    assert run(*words, "--fail-on", "error").status == 0
    (library / "pbk.toml").write_text('[lint.severity]\nPBK902 = "error"\n', encoding="utf-8")
    assert run(*words).status == 1
    assert run(*words, "--ignore", "suppressions").status == 0


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--fix", "--diff"], 2, "contradict"),
        (["--unsafe-fixes"], 2, "--unsafe-fixes"),
        (["--select", "nothing"], 2, "--select"),
        (["--ignore", "PBK999"], 2, "--ignore"),
        (["--format", "xml"], 2, "xml"),
        (["--changed-since", "HEAD", "playbooks"], 2, "--changed-since"),
        (["--changed-since", "HEAD"], 2, "not a git repository"),
        (["nowhere.yaml"], 2, "no such file"),
        (["--now", "yesterday"], 2, "--now"),
        (["--library", "nowhere"], 2, "no library"),
        (["-L", ".", "-L", "../other"], 2, "several libraries"),
    ],
)
def test_a_wrong_call(run: Run, library: Path, words: list[str], status: int, message: str) -> None:
    ran = run("lint", *words)
    assert ran.status == status
    assert message in ran.err
    assert ran.out == ""


def test_a_broken_configuration(run: Run, library: Path) -> None:
    for table, message in (("selct = []", "did you mean `select`?"), ('select = ["shap"]', "did you mean `shape`?")):
        (library / "pbk.toml").write_text(f"[lint]\n{table}\n", encoding="utf-8")
        ran = run("lint")
        assert ran.status == 3
        assert message in ran.err


def test_a_fault_of_the_linter_is_told_and_not_hidden(run: Run, library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(document: LintDocument) -> list[Finding]:
        raise ZeroDivisionError

    with_rules(monkeypatch, rule("PBK298", check=broken))
    ran = run("lint")
    assert ran.status == 3
    assert "rule PBK298 failed on playbooks/good.yaml" in ran.err
    assert run("lint", "--json").json["internal_errors"]


def test_no_library(run: Run, tmp_path: Path) -> None:
    ran = run("lint", cwd=tmp_path)
    assert ran.status == 2
    assert "pbk init" in ran.err
    lone = tmp_path / "lone.yaml"
    lone.write_text(text("lone", BAD), encoding="utf-8")
    ran = run("lint", "lone.yaml", "--select", "PBK201")
    assert ran.status == 1
    assert ran.out.startswith("lone.yaml:4:1: error PBK201 ")
    assert list(tmp_path.iterdir()) == [lone], "no cache outside a library"


def test_library_option_and_working_directory(run: Run, library: Path, tmp_path: Path) -> None:
    add(library, "bad", BAD)
    ran = run("lint", "--library", library, "--select", "PBK201", cwd=tmp_path)
    assert ran.out.startswith("my library/playbooks/bad.yaml:4:1: ")
    assert run("lint", library / "playbooks", "--select", "PBK201", cwd=tmp_path).out == ran.out
    assert run("lint", "bad.yaml", "--select=PBK201", cwd=library / "playbooks").status == 1
    assert run("lint", "good.yaml", "--select=PBK201").status == 0


def test_only_what_changed(run: Run, library: Path) -> None:
    add(library, "bad", BAD)
    (library / ".gitignore").write_text(".pbk/\n", encoding="utf-8")
    repository(library)
    git(library, "switch", "-qc", "topic")
    ran = run("lint", "--changed-since", "main", "--json")
    assert (ran.status, ran.json["summary"]["files"]) == (0, 0)
    add(library, "good", "scope: other\n")
    assert run("lint", "--changed-since", "main", "--json").json["summary"]["files"] == 1
    add(library, "bad", "gaol: x\n")
    assert run("lint", "--changed-since", "main", "--select", "PBK201").status == 1
    assert run("lint", "--changed-since", "nothing").status == 2


def test_fix_and_diff(run: Run, library: Path) -> None:
    path = add(library, "noted", COMMENT)
    before = path.read_bytes()
    words = ("lint", "--select", "PBK902")
    assert "[fixable]" in run(*words).out
    ran = run(*words, "--diff")
    assert ran.status == 1
    assert "-goal: Publish a new version to PyPI  # pbk: ignore[pbk201]" in ran.out
    assert "1 file would change" in ran.err
    assert path.read_bytes() == before
    ran = run(*words, "--fix")
    assert (ran.status, ran.out) == (0, "nothing found in 2 files (1 fixed)\n")
    assert path.read_bytes() == before.replace(b"pbk201", b"PBK201")
    ran = run(*words, "--diff")
    assert (ran.status, ran.out) == (0, "")


def test_the_cache_is_only_made_where_it_is_wanted(run: Run, library: Path) -> None:
    run("lint", "--no-cache")
    assert not (library / ".pbk" / "lint-cache.json").exists()
    run("lint")
    assert json.loads((library / ".pbk" / "lint-cache.json").read_bytes())["files"]
    assert (library / ".pbk" / ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_sixty_columns_and_colour(run: Run, library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(library, "bad", f"{'goall':x<90}: {'y' * 90}\n")
    monkeypatch.setenv("COLUMNS", "60")
    ran = run("lint", "--select", "PBK201")
    assert max(map(len, ran.out.splitlines())) <= 60
    assert "^" in ran.out
    assert "\x1b" not in ran.out
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = run("lint", "--select", "PBK201").out
    assert "\x1b[1;31merror PBK201\x1b[0m" in coloured


def test_explain(run: Run) -> None:
    for word in ("PBK201", "pbk201", "schema-violation"):
        ran = run("explain", word)
        assert ran.status == 0
        assert ran.out.startswith("# PBK201: schema-violation\n")
    assert "# pbk: ignore[PBK201]" in ran.out
    assert run("explain", "PBK201", "--json").json["id"] == "PBK201"
    ran = run("explain", "schema-violatoin")
    assert ran.status == 2
    assert "did you mean `schema-violation`?" in ran.err


def test_rules(run: Run) -> None:
    ran = run("rules")
    assert [line.partition(" ")[0] for line in ran.out.splitlines()] == [one.id for one in all_rules()]
    rows = run("rules", "--json").json["rules"]
    assert {"id", "name", "family", "severity", "since", "summary"} == set(rows[0])


def test_help_loads_no_rule(library: Path) -> None:
    code = (
        "import sys\nfrom pbk.__main__ import main\nmain(['lint', '--help'])\n"
        "heavy = {'jsonschema', 'git', 'litellm', 'ruamel'}\n"
        "print(*(name for name in sys.modules if name.startswith('pbk.lint') or name in heavy), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=library)
    assert "--changed-since" in done.stdout
    assert done.stderr.split() == []
