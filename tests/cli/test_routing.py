from __future__ import annotations

from pathlib import Path

import pytest

from pbk.cli.routing import route
from pbk.store.library import Library
from pbk.store.shelf import Shelf
from support.command import Run
from support.libraries import write_playbook

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library that is no repository and lies elsewhere than the working directory."""
    folder = tmp_path / "library"
    write_playbook(
        folder,
        "cut-a-release",
        "Publish a new version to PyPI",
        preconditions=[
            {"file_exists": "no/such/file"},
            {"git_clean": True},
            {"env_set": "NEVER_SET"},
            {"os": "windows"},
            {"os": "macos"},
            {"context": {"key": "k", "equals": "v"}},
            "the moon is full",
            {"task_mentions": ["publish", "ship"]},
        ],
        anti_preconditions=[{"file_absent": "no/such/file"}, "it is Friday", {"task_mentions": ["yank"]}],
        examples={"match": ["ship 1.4"], "no_match": ["publish a new version to TestPyPI"]},
    )
    write_playbook(folder, "rotate-a-secret", "Rotate a leaked secret", examples={"match": ["the API key leaked"]})
    return folder


def examples_of(run: Run, folder: Path, *names: str) -> dict[str, dict[str, object]]:
    answer = run("test", *names, "--json", "--library", folder).json
    assert answer["schema"] == "pbk.test/1"
    return {one["text"]: one for one in answer["examples"]}


def test_only_words_decide_in_a_library_that_is_not_the_target(folder: Path, tmp_path: Path, run: Run) -> None:
    ran = run("test", "--json", "--library", folder, cwd=tmp_path)
    assert ran.status == 0
    assert ran.json["summary"] == {
        "examples": 3,
        "passed": 3,
        "failed": 0,
        "playbooks": 2,
        "retired": [],
        "without_examples": [],
    }
    found = {one["text"]: one for one in ran.json["examples"]}
    assert found["ship 1.4"] == {
        "playbook": "cut-a-release",
        "kind": "match",
        "text": "ship 1.4",
        "passed": True,
        "got": "cut-a-release",
        "score": 1.0,
        "why": "similarity 1.00, 2 conditions of the task",
    }
    away = found["publish a new version to TestPyPI"]
    assert (away["kind"], away["passed"], away["got"]) == ("no_match", True, None)
    assert "nearer to its no_match example" in str(away["why"])


def test_a_condition_of_the_task_fails_a_match(folder: Path, run: Run) -> None:
    write_playbook(
        folder,
        "undo-a-merge",
        "Undo a bad merge",
        preconditions=[{"task_mentions": ["undo"]}],
        anti_preconditions=[{"task_mentions": ["conflict"]}],
        examples={"match": ["take the merge back", "undo the merge with the conflict", "undo it"]},
    )
    ran = run("test", "undo-a-merge", "--library", folder)
    assert ran.status == 1
    lines = ran.out.splitlines()
    assert [line[:6] for line in lines[1:4]] == ["FAILED", "FAILED", "passed"]
    assert "precondition `task_mentions" in lines[1]
    assert "anti-precondition `task_mentions" in lines[2]
    assert lines[-1] == "1 of 3 examples went where they should"


def test_a_match_that_another_playbook_takes(folder: Path, run: Run) -> None:
    write_playbook(folder, "a-tag", "Tag the last commit")
    write_playbook(folder, "the-tag", "Tag it", examples={"match": ["tag the last commit"]})
    found = examples_of(run, folder, "the-tag")["tag the last commit"]
    assert (found["passed"], found["got"], found["why"]) == (False, "a-tag", "a-tag is nearer and fits")
    write_playbook(folder, "announce", "Announce it", examples={"no_match": ["ship 1.4"]})
    elsewhere = examples_of(run, folder, "announce")["ship 1.4"]
    assert (elsewhere["passed"], elsewhere["got"]) == (True, "cut-a-release")


def test_a_no_match_that_is_offered_fails(folder: Path, run: Run) -> None:
    write_playbook(
        folder, "tag", "Tag the last commit", examples={"match": ["tag the tip"], "no_match": ["tag the tip"]}
    )
    ran = run("test", "tag", "--json", "--library", folder)
    assert ran.status == 1
    first = ran.json["examples"][0]
    assert (first["kind"], first["passed"], first["got"]) == ("no_match", False, "tag")
    assert ran.json["summary"]["failed"] == 1


def test_trust_is_not_tested_and_the_retired_are_left_out(root: Path, run: Run) -> None:
    write_playbook(root, "cut-a-release", "Publish a new version to PyPI", examples={"match": ["ship 1.4"]})
    for _ in range(3):
        run("record", "cut-a-release", "--failure", "--level", "observed")
    assert run("list", "--json").json["playbooks"][0]["waiting"] is True
    assert run("test").status == 0
    run("retire", "cut-a-release", "--why", "the index moved")
    ran = run("test")
    assert ran.status == 0
    assert "left out as retired: cut-a-release" in ran.err
    assert "without examples: rotate-a-secret" in ran.err
    assert "0 of 0 examples" in ran.out
    assert run("test", "--json").json["summary"]["retired"] == ["cut-a-release"]


def test_names(folder: Path, run: Run) -> None:
    assert set(examples_of(run, folder, "rotate-a-secret")) == {"the API key leaked"}
    wrong = run("test", "rotate-a-secrt", "--library", folder)
    assert (wrong.status, "did you mean 'rotate-a-secret'" in wrong.err) == (2, True)


def test_a_broken_file_is_said_and_mutes_nothing(folder: Path, run: Run) -> None:
    (folder / "playbooks" / "bad.yaml").write_text("name: [\n", encoding="utf-8")
    ran = run("test", "--library", folder)
    assert ran.status == 0
    assert "skipped: playbooks/bad.yaml" in ran.err
    assert run("test", "--json", "--library", folder).json["skipped"][0]["path"] == "playbooks/bad.yaml"


def test_only_the_nearest_library_counts(folder: Path, tmp_path: Path, run: Run, clean_environment: Path) -> None:
    other = tmp_path / "other"
    write_playbook(other, "ship-it", "ship 1.4", examples={"match": ["ship 1.4"]})
    settings = clean_environment / ".config" / "pbk"
    settings.mkdir(parents=True)
    (settings / "config.toml").write_text(f'libraries = ["{other.as_posix()}"]\n', encoding="utf-8")
    texts = [one["playbook"] for one in run("test", "--json", cwd=folder).json["examples"]]
    assert "ship-it" not in texts


def test_no_library(tmp_path: Path, run: Run) -> None:
    ran = run("test", cwd=tmp_path)
    assert (ran.status, "there is no library here" in ran.err) == (2, True)


def test_other_scopes_do_not_compete(folder: Path) -> None:
    write_playbook(folder, "ship-it", "ship 1.4", scope="team", examples={"match": ["ship 1.4 now"]})
    routing = route(Shelf((Library.open(folder),)))
    assert routing.failed == 0
    assert {one.playbook for one in routing.examples} == {"cut-a-release", "rotate-a-secret", "ship-it"}


def test_the_playbooks_of_this_project_go_where_they_should(tmp_path: Path, run: Run) -> None:
    ran = run("test", "--json", "--library", PROJECT, cwd=tmp_path)
    failures = [one for one in ran.json["examples"] if not one["passed"]]
    assert failures == []
    assert ran.json["summary"]["playbooks"] >= 14
    assert ran.status == 0
