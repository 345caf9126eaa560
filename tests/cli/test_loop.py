"""The loop that the project is for, from the command line, with no model and no network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.command import Run
from support.libraries import git

TASK = "publish version 1.4.0 to PyPI"


def test_match_fail_retire_revive(root: Path, run: Run) -> None:
    offered = run("match", TASK)
    assert offered.status == 0
    assert "cut-a-release" in offered.out
    assert "exit_code: 0" in offered.out

    told = [run("record", "cut-a-release", "--failure", "--level", "observed", "--note", f"try {n}") for n in range(5)]
    assert [ran.status for ran in told] == [0] * 5
    assert "0.50 -> 0.33" in told[0].out
    assert "waits for a person" in told[0].out
    assert "now retired" in told[4].out

    refused = run("match", TASK, "--explain")
    assert refused.status == 1
    assert "retired" in refused.out
    assert "cut-a-release" not in run("list").out
    assert "cut-a-release" in run("list", "--include-retired").out
    assert "retired" in run("show", "cut-a-release").out

    revived = run("revive", "cut-a-release", "--why", "the upload tool was replaced")
    assert revived.status == 0
    assert "offered with a caveat" in revived.out
    again = run("match", TASK, "--json").json
    assert (again["playbook"], again["band"]) == ("cut-a-release", "caveat")
    assert "No outcome" in again["caveat"]


def test_the_ledger_does_not_make_the_tree_unclean(root: Path, run: Run) -> None:
    run("record", "cut-a-release", "--success", "--level", "observed")
    assert "trust-ledger.jsonl" in git(root, "status", "--porcelain")
    offered = run("match", TASK, "--json").json
    assert offered["matched"] is True
    assert offered["band"] == "caveat"
    assert "1 of 1" in offered["caveat"]


def test_two_successes_lift_the_caveat(root: Path, run: Run) -> None:
    for _ in range(2):
        run("record", "cut-a-release", "--success", "--level", "observed")
    offered = run("match", TASK, "--json").json
    assert (offered["band"], offered["caveat"]) == ("normal", "")


def test_every_record_is_one_canonical_line(root: Path, run: Run) -> None:
    run("record", "cut-a-release", "--failure", "--run", "run-1", "--evidence", '{"exit": 1}', "--followed", "2/2")
    line = (root / "trust-ledger.jsonl").read_text(encoding="utf-8")
    event = json.loads(line)
    assert line == json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    assert event["evidence"] == {"exit": 1}
    assert event["level"] == "claimed"
    assert event["actor"] == "maintainer@example.org"


def test_on_a_branch_each_record_is_a_shard(root: Path, run: Run) -> None:
    git(root, "switch", "-qc", "topic")
    run("record", "cut-a-release", "--failure", "--level", "observed")
    run("record", "cut-a-release", "--failure", "--level", "observed")
    assert not (root / "trust-ledger.jsonl").exists()
    assert len(list((root / "trust-ledger.d").glob("*/*.jsonl"))) == 2
    assert run("list", "--json").json["playbooks"][0]["uses"] == 2


def test_a_line_that_a_killed_writer_left_torn_mutes_nothing(root: Path, run: Run) -> None:
    run("record", "cut-a-release", "--success", "--level", "observed")
    with (root / "trust-ledger.jsonl").open("ab") as stream:
        stream.write(b'{"actor":"ann","event":"outc')
    assert run("match", TASK).status == 0
    assert "torn" in run("doctor").out
    assert run("record", "cut-a-release", "--success", "--level", "observed").status == 0
    assert "torn" not in run("doctor").out
    assert run("list", "--json").json["playbooks"][0]["uses"] == 2


def test_a_line_that_was_changed_afterwards_is_found(root: Path, run: Run) -> None:
    run("record", "cut-a-release", "--failure", "--level", "observed")
    ledger = root / "trust-ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b'"failure"', b'"success"'))
    found = run("doctor")
    assert found.status == 3
    assert "trust-ledger.jsonl:1:1: this line was changed" in found.out


def test_what_was_before_a_revival_is_told(root: Path, run: Run) -> None:
    for _ in range(5):
        run("record", "cut-a-release", "--failure", "--level", "observed")
    run("revive", "cut-a-release", "--why", "mended")
    caveat = run("match", TASK, "--json").json["caveat"]
    assert "it worked 0 of 5 times and was retired" in caveat
    assert "never" not in run("stats").out


def test_an_agent_makes_no_corrections(root: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    event = run("record", "cut-a-release", "--failure", "--level", "observed", "--json").json
    monkeypatch.setenv("CLAUDECODE", "1")
    for words in (
        ["retire", "cut-a-release", "--why", "x"],
        ["revive", "cut-a-release", "--why", "x"],
        ["void", event["id"], "--why", "x"],
    ):
        refused = run(*words)
        assert refused.status == 4, words
        assert "CLAUDECODE" in refused.err


def test_six_claims_under_six_names_do_not_retire(root: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    for name in "abcdef":
        monkeypatch.setenv("PBK_ACTOR", name)
        run("record", "cut-a-release", "--failure")
    row = run("list", "--json").json["playbooks"][0]
    assert (row["uses"], row["band"]) == (1, "waiting")
