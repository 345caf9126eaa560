from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from support.command import Run
from support.libraries import write_playbook

TASK = "publish version 1.4.0 to PyPI"
SECRET = "rotate the leaked secret"


def test_json_is_the_stable_shape(root: Path, run: Run) -> None:
    answer = run("match", TASK, "--json").json
    assert list(answer) == [
        "schema", "id", "task", "matched", "playbook", "library", "trust", "band", "caveat", "why", "advisory",
        "questions", "candidates", "skipped",
    ]  # fmt: skip
    assert answer["schema"] == "pbk.match/1"
    assert (answer["matched"], answer["playbook"], answer["library"]) == (True, "cut-a-release", "my library")
    assert answer["candidates"][0]["stage"] == "offered"
    assert answer["candidates"][0]["eliminated_by"] is None
    none = run("match", "what is the weather in Paris", "--json")
    assert none.status == 1
    assert (none.json["playbook"], none.json["trust"], none.json["band"], none.json["advisory"]) == (None,) * 4
    assert [item["stage"] for item in none.json["candidates"]] == ["floor", "floor"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda root: (root / "stray.txt").touch(), "git_clean: true"),
        (lambda root: (root / "pyproject.toml").rename(root / "setup.cfg"), "file_exists: pyproject.toml"),
        (
            lambda root: [(root / "packages" / "a").mkdir(parents=True), (root / "packages/a/pyproject.toml").touch()],
            "git_clean: true",
        ),
    ],
)
def test_each_refusal_names_the_condition(root: Path, run: Run, change: object, named: str) -> None:
    change(root)  # type: ignore[operator]  # a table of functions
    answer = run("match", TASK, "--json")
    assert answer.status == 1
    assert named in answer.json["candidates"][0]["eliminated_by"]
    assert named in run("match", TASK).out


def test_conditions_hold_in_the_target_not_in_the_library(root: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    target.mkdir()
    assert run("match", TASK, "--library", root, "--directory", target).status == 1
    assert run("match", TASK, cwd=target).status == 1
    assert "no library" in run("match", TASK, cwd=target).out


def test_no_match_example_eliminates(root: Path, run: Run) -> None:
    answer = run("match", "publish a new version to TestPyPI, not to PyPI", "--json").json
    assert answer["matched"] is False
    assert answer["candidates"][0]["stage"] == "no_match"


def test_open_questions_and_their_answers(root: Path, run: Run) -> None:
    asked = run("match", SECRET, "--json")
    assert asked.status == 1
    first, second = asked.json["questions"]
    assert (first["kind"], second["kind"]) == ("precondition", "anti_precondition")
    assert f"--assume {first['id']}=yes" in run("match", SECRET).out

    both = [f"{first['id']}=yes", f"{second['id']}=no"]
    assert run("match", SECRET, "--assume", both[0], "--assume", both[1]).status == 0
    assert run("match", SECRET, "--assume", both[0]).status == 1
    unknown = run("match", SECRET, "--assume", both[0], "--assume", f"{second['id']}=unknown", "--json")
    assert (unknown.status, unknown.json["band"]) == (0, "caveat")
    assert second["text"] in unknown.json["caveat"]
    wrong = run("match", SECRET, "--assume", both[0], "--assume", f"{second['id']}=yes", "--json")
    assert wrong.status == 1
    assert "holds" in wrong.json["candidates"][0]["eliminated_by"]

    answers = root / ".pbk" / "answers.json"
    answers.write_text(json.dumps({"answers": {first["id"]: "yes", second["id"]: "no"}}), encoding="utf-8")
    assert run("match", SECRET, "--answers", answers).status == 0
    write_playbook(root, "rotate-a-secret", "Rotate a leaked secret", preconditions=["it was pushed"])
    stale = run("match", SECRET, "--answers", answers)
    assert stale.status == 2
    assert first["id"] in stale.err


def test_batch(root: Path, run: Run) -> None:
    tasks = root / ".pbk" / "tasks.jsonl"
    tasks.parent.mkdir(exist_ok=True)
    tasks.write_text(f'{{"id": 7, "task": "{TASK}"}}\n\n{{"id": "b", "task": "sing"}}\n', encoding="utf-8")
    ran = run("match", "--batch", tasks)
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 0
    assert [(line["id"], line["matched"]) for line in lines] == [(7, True), ("b", False)]
    tasks.write_text('{"id": 1}\n', encoding="utf-8")
    assert run("match", "--batch", tasks).err.startswith(f"pbk: error: {tasks}:1:1:")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["match"], "give one task"),
        (["match", "  "], "the task is empty"),
        (["match", "x", "--context", "nonsense"], "not KEY=VALUE"),
        (["match", "x", "--assume", "zz=yes"], "asked by no playbook"),
        (["match", "x", "--answers", "nowhere.json"], "cannot be read"),
        (["match", "x", "--adjudicate", "robot"], "'robot' is not known"),
        (["match", "x", "--adjudicate", "model"], "no model is configured"),
        (["match", "x", "--directory", "nowhere"], "is not a folder"),
        (["match", "x", "--library", "nowhere"], "no library at"),
        (["match", "x", "--now", "yesterday"], "not an RFC 3339 time"),
        (["match", "x", "--floor", "7"], "--floor"),
        (["match", "x", "--nonsense"], "--nonsense"),
    ],
)
def test_usage_errors(root: Path, run: Run, words: list[str], message: str) -> None:
    ran = run(*words)
    assert ran.status == 2
    assert message in ran.err
    assert ran.out == ""


def test_explain_shows_the_funnel(root: Path, run: Run) -> None:
    out = run("match", TASK, "--explain").out
    assert "needs git_clean: true: yes, by code" in out
    assert "wrong if file_exists: packages/*/pyproject.toml: no, by code" in out
    assert "rotate-a-secret" in out


def test_a_bad_file_is_told_and_skipped(root: Path, run: Run) -> None:
    (root / "playbooks" / "bad.yaml").write_text("name: bad\n", encoding="utf-8")
    ran = run("match", TASK, "--json", "--directory", root)
    assert ran.json["skipped"][0]["path"] == "playbooks/bad.yaml"
    assert ran.json["skipped"][0]["error"].startswith("playbooks/bad.yaml:1:1: ")


def test_escape_sequences_do_not_reach_the_terminal(root: Path, run: Run) -> None:
    write_playbook(root, "trick", "Paint the \x1b[31mterminal\u202e red")
    out = run("match", "paint the terminal red").out + run("list").out + run("show", "trick").out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_below_the_floor_only_when_asked(root: Path, run: Run) -> None:
    run("record", "cut-a-release", "--failure", "--level", "observed")
    refused = run("match", TASK, "--json").json
    assert (refused["matched"], refused["candidates"][0]["stage"]) == (False, "trust")
    offered = run("match", TASK, "--below-floor", "--json").json
    assert (offered["matched"], offered["band"]) == (True, "caveat")
    assert "0 of 1" in offered["caveat"]


def test_a_person_is_asked_at_a_terminal(root: Path) -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pbk", "match", SECRET], cwd=root, stdin=slave, stdout=subprocess.PIPE, stderr=slave
    )
    os.write(master, b"y\nn\n")
    out, _ = process.communicate(timeout=30)
    os.close(slave)
    os.close(master)
    assert process.returncode == 0
    assert b"rotate-a-secret" in out


def test_a_reader_that_leaves_is_no_error(root: Path) -> None:
    line = f'"{sys.executable}" -m pbk match "{TASK}" --explain | head -n 0; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", line], cwd=root, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.strip() == "0"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", [f'match "{SECRET}"', 'match ""', "list", "record cut-a-release --success"])
def test_closed_streams_are_no_traceback(root: Path, closed: str, words: str) -> None:
    line = f'"{sys.executable}" -m pbk {words} {closed}'
    done = subprocess.run(["bash", "-c", line], cwd=root, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr + done.stdout
    assert done.returncode in {0, 1, 2}


def test_json_is_json_whatever_the_encoding(root: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    words = [sys.executable, "-m", "pbk", "match", "veröffentlichen", "--json"]
    done = subprocess.run(words, cwd=root, capture_output=True, env=environment, check=False)
    assert json.loads(done.stdout)["task"] == "veröffentlichen"


def test_answers_belong_to_one_task(root: Path, run: Run) -> None:
    tasks = root / "tasks.jsonl"
    tasks.write_text('{"id": 1, "task": "x"}\n', encoding="utf-8")
    assert run("match", "--batch", tasks, "--assume", "0123456789ab=yes").status == 2


def test_a_library_that_is_none_is_an_error(root: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    assert run("match", TASK, "-L", tmp_path / "plain").status == 2
    assert run("match", TASK, "-L", "~nobody-of-that-name/x").status == 2


def test_two_libraries_of_one_name_are_told_apart(tmp_path: Path, run: Run) -> None:
    one, two = tmp_path / "a" / "tools", tmp_path / "b" / "tools"
    for folder in (one, two):
        write_playbook(folder, "deploy", "Deploy the service")
    both = ["-L", one, "-L", two]
    rows = run("list", "--json", *both).json["playbooks"]
    assert [(row["library"], row["shadowed_by"]) for row in rows] == [("tools", None), ("tools~2", "tools")]
    run("record", "tools~2:deploy", "--failure", *both)
    assert (two / "trust-ledger.jsonl").exists()
    assert "pbk record tools:deploy" in run("match", "deploy the service", *both).out
