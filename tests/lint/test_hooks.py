"""What others install with pre-commit: the manifest is valid, and each entry runs and finds what it is for."""

from __future__ import annotations

import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from support.command import Run, runner
from support.lint_examples import filled

MANIFEST = Path(__file__).parent.parent.parent / ".pre-commit-hooks.yaml"
LEDGER = "trust-ledger.jsonl"


def hooks() -> dict[str, dict[str, Any]]:
    return {hook["id"]: hook for hook in YAML(typ="safe").load(MANIFEST.read_text(encoding="utf-8"))}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return runner(capsys, monkeypatch)


@pytest.mark.skipif(find_spec("pre_commit") is None, reason="pre-commit is not installed")
def test_pre_commit_accepts_the_manifest() -> None:
    from pre_commit.clientlib import load_manifest  # noqa: PLC0415 - it may not be there

    assert {hook["id"] for hook in load_manifest(str(MANIFEST))} == set(hooks())


def test_hooks_and_what_they_are_given() -> None:
    assert set(hooks()) == {"pbk-lint", "pbk-test", "pbk-ledger"}
    assert {hook["language"] for hook in hooks().values()} == {"python"}
    given = {name: hook.get("pass_filenames", True) for name, hook in hooks().items()}
    assert given == {"pbk-lint": True, "pbk-test": False, "pbk-ledger": False}
    for name, path, matches in (
        ("pbk-lint", "playbooks/a.yaml", True),
        ("pbk-lint", "playbooks/a.yml", True),
        ("pbk-lint", "docs/playbooks/a.yaml", False),
        ("pbk-lint", "playbooks/a.yaml.bak", False),
        ("pbk-ledger", LEDGER, True),
        ("pbk-ledger", "trust-ledger.d/2026-12/a.jsonl", True),
        ("pbk-ledger", "trust-ledger.md", False),
        ("pbk-test", "playbooks/a.yaml", True),
        ("pbk-test", "pbk.toml", True),
        ("pbk-test", "src/pbk.toml.py", False),
    ):
        assert bool(re.search(hooks()[name]["files"], path)) is matches, (name, path)


def test_entries_run_in_a_repository(run: Run, tmp_path: Path) -> None:
    def entry(name: str, *files: str) -> int:
        program, *words = shlex.split(hooks()[name]["entry"])
        assert program == "pbk"
        return run(*words, *files, cwd=tmp_path).status

    (tmp_path / "playbooks").mkdir()
    (tmp_path / "playbooks" / "example.yaml").write_text(filled("scope: default\n"), encoding="utf-8")
    (tmp_path / "playbooks" / "bad.yaml").write_text(filled("goall: x\n"), encoding="utf-8")
    (tmp_path / LEDGER).write_text("", encoding="utf-8")
    assert entry("pbk-lint", "playbooks/example.yaml") == 0, "only the file that changed is reported"
    assert entry("pbk-lint", "playbooks/example.yaml", "playbooks/bad.yaml") == 1
    assert entry("pbk-ledger") == 0, "what is wrong with a playbook is not the ledger's"
    (tmp_path / LEDGER).write_text("<<<<<<< ours\n", encoding="utf-8")
    assert entry("pbk-ledger") == 1
