from __future__ import annotations

from pathlib import Path

import pytest

from support.command import Run

NAME = "cut-a-release"


def test_an_agent_may_not_verify(root: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    refused = run("record", NAME, "--success", "--level", "verified", "--evidence", "trust me")
    assert refused.status == 4
    assert "CLAUDECODE" in refused.err
    assert not (root / "trust-ledger.jsonl").exists()
    claimed = run("record", NAME, "--success", "--json")
    assert claimed.json["level"] == "claimed"
    assert claimed.json["actor"] == "agent:maintainer@example.org"
    assert run("list", "--json").json["playbooks"][0] | {} == run("list", "--json").json["playbooks"][0]
    row = run("list", "--json").json["playbooks"][0]
    assert (row["uses"], row["claimed"], row["trust"]) == (0, 1, 0.5)


def test_verified_needs_evidence(root: Path, run: Run) -> None:
    refused = run("record", NAME, "--success", "--level", "verified")
    assert refused.status == 2
    assert "--evidence" in refused.err
    assert run("record", NAME, "--success", "--level", "verified", "--evidence", "CI run 12").status == 0


def test_a_person_at_a_terminal_verifies(root: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbk.cli.record.at_terminal", lambda: True)
    assert run("record", NAME, "--success", "--json").json["level"] == "verified"


def test_a_claimed_success_says_that_it_does_not_count(root: Path, run: Run) -> None:
    ran = run("record", NAME, "--success")
    assert "does not count" in ran.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "say how it went"),
        (["--success", "--failure"], "exactly one"),
        (["--success", "--followed", "all"], "is not k/n"),
        (["--success", "--followed", "5/4"], "is not k/n"),
        (["--success", "--level", "verified", "--evidence", " "], "--evidence"),
        (["--success", "--evidence", "{broken"], "not a JSON object"),
        (["--success", "--level", "certain"], "certain"),
        (["--success", "--note", ""], "--note: is blank"),
    ],
)
def test_mistakes_write_nothing(root: Path, run: Run, words: list[str], message: str) -> None:
    ran = run("record", NAME, *words)
    assert ran.status == 2
    assert message in ran.err
    assert not (root / "trust-ledger.jsonl").exists()


def test_an_unknown_name_is_guessed(root: Path, run: Run) -> None:
    assert "did you mean 'cut-a-release'" in run("record", "cut-the-release", "--success").err


def test_one_outcome_of_a_run_counts(root: Path, run: Run) -> None:
    for words in (["--success", "--level", "observed"], ["--failure", "--level", "verified", "--evidence", "log"]):
        run("record", NAME, *words, "--run", "run-1")
    row = run("list", "--json").json["playbooks"][0]
    assert (row["uses"], row["successes"]) == (1, 0)


def test_log_and_void(root: Path, run: Run) -> None:
    event = run("record", NAME, "--failure", "--level", "observed", "--json").json
    assert event["id"] in run("log").out
    assert event["id"] in run("log", NAME).out
    assert run("log", "rotate-a-secret", "--json").json["events"] == []
    assert run("void", "deadbeefdeadbeef", "--why", "x").status == 2
    assert run("void", "dead", "--why", "x").status == 2
    taken = run("void", event["id"][:12], "--why", "another playbook was meant")
    assert taken.status == 0
    assert "0.33 -> 0.50" in taken.out
    assert "(voided)" in run("log").out
    assert "already" in run("void", event["id"], "--why", "x").err
    void_id = run("log", "--json").json["events"][-1]["id"]
    assert run("void", void_id, "--why", "x").status == 2
    assert len(run("log", "--json", "-n", "1").json["events"]) == 1


def test_a_read_only_ledger_is_an_error_in_words(root: Path, run: Run) -> None:
    (root / "trust-ledger.jsonl").mkdir()
    ran = run("record", NAME, "--success")
    assert ran.status == 3
    assert "trust-ledger.jsonl" in ran.err


def test_a_stamp_a_year_ahead_changes_nothing_today(root: Path, run: Run) -> None:
    run("retire", NAME, "--why", "a wrong clock", "--now", "2027-12-01T00:00:00Z")
    assert run("match", "publish a new version to PyPI", "--now", "2026-12-01T00:00:00Z").status == 0
    assert "future" in run("doctor", "--now", "2026-12-01T00:00:00Z").out
    event = run("record", NAME, "--failure", "--level", "observed", "--now", "2026-12-01T00:00:00Z", "--json").json
    assert event["ts"] == "2026-12-01T00:00:00.000000Z"
