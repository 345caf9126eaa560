from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbk.model.procedure import Procedure
from pbk.store import yaml_source
from pbk.store.playbooks import MOST_PROBLEMS, PlaybookError, Problem, playbook_paths, read_file, read_playbook

CASES = Path(__file__).parent.parent / "cases" / "playbooks"
UPDATE = bool(os.environ.get("UPDATE_CASES"))  # writes the expectations instead of comparing
GOOD = """\
name: cut
goal: Publish a new version
preconditions:
  - git_clean: true
steps:
  - {do: test, check: {exit_code: 0}}
  - {do: publish, check: null}
"""


@pytest.fixture(params=["c", "pure"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "pure":
        monkeypatch.setattr(yaml_source, "c_parser", lambda: None)
    return str(request.param)


def content_of(path: Path) -> bytes:
    return path.read_bytes().replace(b"\r\n", b"\n")  # whatever a checkout made of the line ends


def problems_of(path: Path, content: bytes) -> tuple[Problem, ...]:
    with pytest.raises(PlaybookError) as caught:
        read_playbook(path, content, shown_as=path.name)
    return caught.value.problems


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("case", sorted(CASES.glob("[!o]*/*.yaml")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_bad_file_says_what_where_and_how_to_mend_it(case: Path) -> None:
    told = "\n".join(problem.report() for problem in problems_of(case, content_of(case))) + "\n"
    expected = case.with_suffix(".out")
    if UPDATE:
        expected.write_text(told, encoding="utf-8", newline="\n")
    assert told == expected.read_text(encoding="utf-8")


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("case", sorted(CASES.glob("ok/*.yaml")), ids=lambda path: path.stem)
def test_a_good_file_is_read(case: Path) -> None:
    playbook = read_playbook(case, content_of(case), shown_as=case.name)
    assert playbook.procedure.name == case.stem
    assert playbook.path == case


def test_every_case_has_its_expectation_and_none_is_left_over() -> None:
    wanted = {path.with_suffix(".out") for path in CASES.glob("[!o]*/*.yaml")}
    assert set(CASES.glob("*/*.out")) == wanted


def test_messages_are_short_and_never_print_a_value() -> None:
    secret = "hunter2" * 30
    text = f"name: {secret}\ngoal: [{secret}]\nsteps: {secret}\npreconditions: [{{os: {secret}}}]\n"
    for problem in problems_of(Path("a.yaml"), text.encode()):
        assert "hunter2" not in problem.message + problem.hint
        assert len(problem.message) <= 400


def test_there_are_at_most_twenty_problems_sorted_by_place() -> None:
    text = GOOD + "".join(f"k{number}: 1\n" for number in range(30))
    problems = problems_of(Path("cut.yaml"), text.encode())
    assert len(problems) == MOST_PROBLEMS
    assert [problem.line for problem in problems] == sorted(problem.line for problem in problems)


def test_the_error_names_the_first_problem_and_counts_the_others() -> None:
    with pytest.raises(PlaybookError) as caught:
        read_playbook(Path("cut.yaml"), (GOOD + "gaol: 1\nsetps: 2\n").encode(), shown_as="playbooks/cut.yaml")
    assert caught.value.where == "playbooks/cut.yaml:8:1"
    told = "playbooks/cut.yaml:8:1: unknown key `gaol` in the playbook (did you mean `goal`?; and 1 more problem)"
    assert str(caught.value) == told
    assert "\n" not in str(caught.value.problems[0])
    assert caught.value.report().count("^^^^") == 2


def test_lines_and_columns_are_right_with_crlf_and_a_byte_order_mark() -> None:
    text = "\ufeff" + GOOD.replace("\n", "\r\n").replace("git_clean", "git_claen")
    (problem,) = problems_of(Path("cut.yaml"), text.encode())
    assert (problem.line, problem.column) == (4, 5)
    assert problem.snippet == "4 |   - git_claen: true\n  |     ^^^^^^^^^"


def test_a_picture_and_a_huge_file_are_one_clear_error_each() -> None:
    (picture,) = problems_of(Path("a.yaml"), b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01" * 50)
    (huge,) = problems_of(Path("a.yaml"), b"a: " + b"x" * 10_000_000)
    assert str(picture) == "a.yaml:1:1: this is not a text file (a playbook is YAML in UTF-8)"
    assert picture.snippet == ""
    assert "256 KiB" in huge.message


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library" / "playbooks"
    folder.mkdir(parents=True)
    (folder / "b.yml").write_text(GOOD)
    (folder / "a.yaml").write_text(GOOD)
    (folder / "notes.txt").write_text("")
    (folder / ".a.yaml.tmp.yaml").write_text("")
    (folder / "folder.yaml").mkdir()
    return folder


def test_playbook_paths_are_sorted_flat_and_without_hidden_files(library: Path) -> None:
    (library / "folder.yaml" / "below.yaml").write_text(GOOD)
    assert [path.name for path in playbook_paths(library)] == ["a.yaml", "b.yml", "folder.yaml"]
    assert playbook_paths(library / "missing") == []


def told_of(library: Path, name: str) -> str:
    with pytest.raises(PlaybookError) as caught:
        read_file(library / name, root=library.parent, shown_as=f"playbooks/{name}")
    return str(caught.value)


def test_what_is_no_readable_file_is_reported(library: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text(GOOD)
    (library / "leaves.yaml").symlink_to(tmp_path / "secret.yaml")
    (library / "broken.yaml").symlink_to("nowhere.yaml")
    (library / "loop.yaml").symlink_to("loop.yaml")
    assert (
        told_of(library, "folder.yaml")
        == "playbooks/folder.yaml: this is a folder, not a playbook (rename or remove it)"
    )
    assert "leads out of the library" in told_of(library, "leaves.yaml")
    assert "No such file" in told_of(library, "broken.yaml")
    assert "loop.yaml" in told_of(library, "loop.yaml")
    assert "No such file" in told_of(library, "gone.yaml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_waited_for(library: Path) -> None:
    os.mkfifo(library / "pipe.yaml")
    assert "not a regular file" in told_of(library, "pipe.yaml")


def test_a_link_inside_the_library_is_read_and_a_huge_file_not_whole(library: Path) -> None:
    (library / "link.yaml").symlink_to("a.yaml")
    (library / "huge.yaml").write_bytes(b"x" * 1_000_000)
    assert read_file(library / "link.yaml", root=library.parent, shown_as="link.yaml") == GOOD.encode()
    assert len(read_file(library / "huge.yaml", root=library.parent, shown_as="huge.yaml")) < 300_000


def procedure(text: str) -> Procedure:
    return read_playbook(Path("cut.yaml"), text.encode(), shown_as="cut.yaml").procedure


SAME = {
    "comments": "# why\n" + GOOD.replace("\n", "  # because\n"),
    "quoting": GOOD.replace("Publish a new version", '"Publish a new version"').replace("do:", "'do':"),
    "key order": "steps:\n  - {check: {exit_code: 0}, do: test}\n  - {check: null, do: publish}\n"
    "preconditions: [{git_clean: true}]\ngoal: Publish a new version\nname: cut\n",
    "examples": GOOD + "examples: {match: [ship it], no_match: [yank it]}\n",
    "provenance": GOOD + "provenance: {episodes: 5}\ninduced_from: [ep_1]\ncreated_at: 2026-12-01\n",
    "spelt out defaults": GOOD.replace("do: test,", "do: test, on_fail: stop and report, gate: false,"),
    "own keys": GOOD + "x-team: ours\n",
    "empty lists": GOOD + "anti_preconditions: []\ninputs: {}\n",
}
OTHER = {
    "goal": GOOD.replace("Publish", "Release"),
    "step": GOOD.replace("do: test", "do: check"),
    "order of steps": GOOD.replace("test", "TEMP").replace("publish", "test").replace("TEMP", "publish"),
    "check": GOOD.replace("exit_code: 0", "exit_code: 1"),
    "run": GOOD.replace("do: test,", "do: test, run: [pytest],"),
    "gate": GOOD.replace("do: test,", "do: test, gate: true,"),
    "wait": GOOD.replace("do: test,", "do: test, wait: {timeout: 10m},"),
    "when": GOOD.replace("do: test,", "do: test, when: {os: linux},"),
    "precondition": GOOD.replace("git_clean: true", "git_clean: false"),
    "anti-precondition": GOOD + "anti_preconditions: [it is Friday]\n",
    "inputs": GOOD + "inputs: {version: {description: which}}\n",
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME.keys())
def test_the_revision_ignores(text: str) -> None:
    assert procedure(text).rev == procedure(GOOD).rev


@pytest.mark.parametrize("text", OTHER.values(), ids=OTHER.keys())
def test_the_revision_changes_with(text: str) -> None:
    assert procedure(text).rev != procedure(GOOD).rev


def test_the_name_is_not_part_of_the_revision() -> None:
    renamed = GOOD.replace("name: cut", "name: ship")
    other = read_playbook(Path("ship.yaml"), renamed.encode(), shown_as="ship.yaml").procedure
    assert other.rev == procedure(GOOD).rev
    assert other.id != procedure(GOOD).id
