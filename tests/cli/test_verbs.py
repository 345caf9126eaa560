from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pbk.model.instant import format_instant
from support.command import Run
from support.libraries import repository, write_playbook


def test_list_json_is_the_stable_shape(root: Path, run: Run) -> None:
    answer = run("list", "--json").json
    assert answer["schema"] == "pbk.list/1"
    row = answer["playbooks"][0]
    assert {
        "name", "library", "id", "rev", "scope", "goal", "status", "band", "trust", "uses", "successes", "claimed",
        "misfires", "last_used", "waiting",
    } <= set(row)  # fmt: skip
    assert (row["status"], row["band"], row["trust"], row["waiting"]) == ("provisional", "caveat", 0.5, False)


def test_list_fits_sixty_columns(root: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = run("list").out.splitlines()
    assert max(map(len, lines)) <= 60 or all(line.endswith("…") for line in lines[1:])


def test_waiting_is_listed(root: Path, run: Run) -> None:
    run("record", "cut-a-release", "--failure", "--level", "observed")
    assert "waiting" in run("list").out
    assert run("list", "--json").json["playbooks"][0]["waiting"] is True
    assert "waits for a person" in run("doctor").out
    assert "waits for a person" in run("stats").out


def test_show_says_everything(root: Path, run: Run) -> None:
    out = run("show", "cut-a-release").out
    for words in ("git_clean: true", "packages/*", "pytest -q", "check: exit_code: 0", "ship 1.4", "to TestPyPI"):
        assert words in out
    answer = run("show", "cut-a-release", "--json").json
    assert answer["document"]["goal"] == "Publish a new version to PyPI"
    assert answer["path"] == "playbooks/cut-a-release.yaml"


def test_replay_advises_only_where_the_conditions_hold(root: Path, run: Run) -> None:
    assert "Publish a new version" in run("replay", "cut-a-release").out
    refused = run("replay", "cut-a-release", "--task", "yank it")
    assert refused.status == 1
    assert "task_mentions" in refused.out
    (root / "stray").touch()
    assert "git_clean" in run("replay", "cut-a-release", "--json").json["why"]
    (root / "stray").unlink()
    run("retire", "cut-a-release", "--why", "the index moved")
    retired = run("replay", "cut-a-release")
    assert retired.status == 1
    assert "the index moved" in retired.out


def test_stats(root: Path, run: Run) -> None:
    assert "no outcome was ever counted" in run("stats").out
    for number in range(31):
        write_playbook(root, f"playbook-{number}", f"Do the thing number {number}")
    answer = run("stats", "--json").json["libraries"][0]
    assert answer["playbooks"] == 33
    assert sum(answer["trust"]) == 33
    assert "more than 30" in answer["notes"][0]


@pytest.mark.parametrize("name", ["playbook", "event", "config"])
def test_schema(root: Path, run: Run, name: str) -> None:
    assert run("schema", name).json["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_new_writes_a_playbook_that_loads(root: Path, run: Run) -> None:
    ran = run(
        "new", "back-port-a-fix", "--goal", 'Back-port "a fix": to a release branch', "--now", "2026-12-01T00:00:00Z"
    )
    assert ran.status == 0
    assert run("show", "back-port-a-fix").status == 0
    assert run("list", "--json").json["playbooks"][0]["goal"] == 'Back-port "a fix": to a release branch'
    text = (root / "playbooks" / "back-port-a-fix.yaml").read_text(encoding="utf-8")
    again = run("new", "back-port-a-fix")
    assert again.status == 2
    assert (root / "playbooks" / "back-port-a-fix.yaml").read_text(encoding="utf-8") == text
    assert "try back-port-a-fix" in run("new", "Back Port: a fix!").err
    assert run("new", "../evil").status == 2


def test_init_makes_a_library_that_works_and_never_overwrites(tmp_path: Path, run: Run) -> None:
    folder = repository(tmp_path / "a new one")
    (folder / ".gitignore").write_bytes(b"dist/")
    (folder / ".pre-commit-config.yaml").write_text("repos: []\n", encoding="utf-8")
    first = run("init", folder)
    assert first.status == 0
    assert (folder / ".gitignore").read_bytes() == b"dist/\n.pbk/\n"
    assert (folder / ".pre-commit-config.yaml").read_text(encoding="utf-8") == "repos: []\n"
    assert "entry: pbk lint" in first.out
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and ".git/" not in str(path)}
    second = run("init", folder, "--json").json
    assert {item["state"] for item in second["files"]} == {"kept"}
    assert all(path.read_bytes() == content for path, content in before.items())
    repository(folder)
    assert run("doctor", "--quiet", cwd=folder).out == ""
    assert run("match", "bisect the regression since v1.2").status == 0
    assert json.loads((folder / "schema" / "playbook.schema.json").read_text(encoding="utf-8"))["$schema"]


def test_init_here_and_on_a_file(tmp_path: Path, run: Run) -> None:
    assert run("init", cwd=tmp_path).status == 0
    (tmp_path / "file").touch()
    assert run("init", tmp_path / "file").status == 2


def test_doctor_names_what_is_broken(root: Path, run: Run) -> None:
    healthy = run("doctor", "--json")
    assert healthy.status == 0
    assert {item["severity"] for item in healthy.json["findings"]} <= {"ok", "note", "warning"}
    assert "`pbk init` adds the lines" in run("doctor").out
    (root / "playbooks" / "bad.yaml").write_text("name: [\n", encoding="utf-8")
    broken = run("doctor", "--quiet")
    assert broken.status == 1
    assert "playbooks/bad.yaml:" in broken.out
    (root / "trust-ledger.jsonl").write_text("<<<<<<< HEAD\n", encoding="utf-8")
    worse = run("doctor", "--quiet")
    assert worse.status == 3
    assert "trust-ledger.jsonl:1" in worse.out
    (root / "pbk.toml").write_text("[match]\nflor = 1\n", encoding="utf-8")
    assert "did you mean `floor`" in run("doctor").out
    assert run("list").status == 3


def test_doctor_without_a_library(tmp_path: Path, run: Run) -> None:
    ran = run("doctor", cwd=tmp_path)
    assert ran.status == 0
    assert "`pbk init`" in ran.out


def test_verbs_without_a_library_say_so(tmp_path: Path, run: Run) -> None:
    for words in (["list"], ["show", "x"], ["record", "x", "--success"], ["stats"], ["log"], ["new", "x"]):
        ran = run(*words, cwd=tmp_path)
        assert (ran.status, "there is no library here" in ran.err) == (2, True), words


def test_a_pending_event_of_the_outbox_is_counted_and_marked(root: Path, run: Run) -> None:
    from pbk.store.ledger.places import Place  # noqa: PLC0415
    from pbk.store.library import Library  # noqa: PLC0415
    from pbk.store.recording import record  # noqa: PLC0415

    record(Library.open(root), "cut-a-release", succeeded=True, place=Place.OUTBOX)
    row = run("list", "--json").json["playbooks"][0]
    assert (row["uses"], row["pending"]) == (1, 1)
    assert "not yet published" in run("show", "cut-a-release").out
    assert "outbox" in run("doctor").out


def test_help_and_version(run: Run) -> None:
    assert "Exit status" in run("--help").out
    assert run("--version").out.startswith("pbk ")
    for verb in ("match", "record", "init", "doctor", "list"):
        assert run(verb, "--help").status == 0
    assert run("nonsense").status == 2
    assert run().status in {0, 2}


def test_completion_is_offered() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pbk", "--show-completion", "bash"], capture_output=True, text=True, check=False
    )
    assert "_PBK_COMPLETE" in done.stdout or "_PBK_COMPLETE" in done.stderr or done.returncode == 0


def test_times_are_printed_as_the_ledger_stores_them(root: Path, run: Run) -> None:
    run("record", "cut-a-release", "--success", "--level", "observed", "--now", "2026-12-01T10:00:00Z")
    row = run("list", "--json", "--now", "2026-12-01T10:00:00Z").json["playbooks"][0]
    assert row["last_used"] == format_instant(1_796_119_200_000_000)


def test_schema_write_refreshes_the_copy_that_editors_read(root: Path, run: Run) -> None:
    first = run("schema", "--write")
    assert (first.status, first.out) == (0, "wrote    schema/playbook.schema.json\n")
    copy = root / "schema" / "playbook.schema.json"
    assert copy.read_text(encoding="utf-8") == run("schema").out
    assert run("schema", "--write").out.startswith("kept")
    copy.write_text("{}", encoding="utf-8")
    assert run("schema", "config", "--write").out.count("wrote") == 2
    assert run("schema", "--library", root).status == 2
