"""The loop that the project is for, from the command line, with no model and no network."""

from __future__ import annotations

import json
from pathlib import Path

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
