"""git_clean, git_branch, git_remote against real repositories, friendly and hostile."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pbk.conditions import child_process, git_remote
from pbk.conditions.registry import evaluate
from pbk.conditions.situation import Situation
from pbk.model.condition import Condition

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbk.conditions.evaluation import Evaluation

SETTINGS = ("user.name=t", "user.email=t@example.org", "init.defaultBranch=main", "protocol.file.allow=always")


@pytest.fixture(autouse=True)
def _own_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    (tmp_path / "gitconfig").touch()
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)


def git(folder: Path, *arguments: str) -> None:
    options = [word for setting in SETTINGS for word in ("-c", setting)]
    subprocess.run(["git", *options, "-C", folder, *arguments], check=True, capture_output=True)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return committed(tmp_path_factory.mktemp("template") / "repo")


@pytest.fixture
def repo(template: Path, tmp_path: Path) -> Path:
    shutil.copytree(template, tmp_path / "repo")
    return tmp_path / "repo"


def committed(folder: Path) -> Path:
    folder.mkdir()
    git(folder, "init", "-q", "--template=")
    (folder / ".git" / "hooks").mkdir()
    (folder / ".git" / "info").mkdir()
    (folder / "a.txt").write_text("a\n")
    (folder / "sub").mkdir()
    (folder / "sub" / "b.txt").write_text("b\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    return folder


def ask(kind: str, argument: Any, folder: Path, **options: Any) -> Evaluation:
    return evaluate(Condition(kind, argument), Situation("", folder, **options))


def write(*names: str) -> Callable[[Path], None]:
    def change(repo: Path) -> None:
        for name in names:
            (repo / name).parent.mkdir(parents=True, exist_ok=True)
            (repo / name).write_text("changed\n")

    return change


def touch(repo: Path) -> None:
    os.utime(repo / "a.txt", (1_000_000_000, 1_000_000_000))


def stage_removal(repo: Path) -> None:
    git(repo, "rm", "-q", "--cached", "a.txt")


def stage_rename(repo: Path) -> None:
    git(repo, "mv", "a.txt", "trust-ledger.jsonl")


def hide_untracked(repo: Path) -> None:
    git(repo, "config", "status.showUntrackedFiles", "no")
    write("new.txt")(repo)


def commit_ledger_then_append(repo: Path) -> None:
    write("trust-ledger.jsonl", "library/trust-ledger.jsonl")(repo)
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "ledger")
    (repo / "trust-ledger.jsonl").write_text("another line\n")


@pytest.mark.parametrize(
    ("change", "clean", "path"),
    [
        (write(), True, ""),
        (touch, True, ""),
        (write("trust-ledger.jsonl", "trust-ledger.d/2026-12/x.jsonl", ".pbk/outbox/1"), True, ""),
        (write("library/trust-ledger.jsonl", "library/.pbk/index", "library/trust-ledger.d/y"), False, "library/"),
        (commit_ledger_then_append, True, ""),
        (write("a.txt"), False, "a.txt"),
        (write("new.txt"), False, "new.txt"),
        (write("new/deep.txt"), False, "new/"),
        (write("e\nvil.txt"), False, "e vil.txt"),
        (stage_removal, False, "a.txt"),
        (stage_rename, False, "a.txt"),
        (hide_untracked, False, "new.txt"),
    ],
)
def test_git_clean(change: Callable[[Path], None], *, clean: bool, path: str, repo: Path) -> None:
    change(repo)
    for folder in (repo, repo / "sub"):
        evaluation = ask("git_clean", True, folder)
        assert evaluation.holds is clean, evaluation.detail
        assert path in evaluation.detail
        assert ask("git_clean", False, folder).holds is not clean


@pytest.mark.parametrize("argument", [None, "true", 1, []])
def test_git_clean_takes_only_true_and_false(argument: Any, repo: Path) -> None:
    assert ask("git_clean", argument, repo).holds is None


@pytest.mark.parametrize("kind", ["git_clean", "git_branch", "git_remote"])
def test_outside_a_repository_it_is_unknown(kind: str, tmp_path: Path) -> None:
    evaluation = ask(kind, "main" if kind == "git_branch" else True, tmp_path)
    assert evaluation.holds is None
    assert "no Git repository" in evaluation.detail


def test_without_git_it_is_unknown(repo: Path) -> None:
    evaluation = ask("git_clean", True, repo, environment={"PATH": "/nonexistent"})
    assert (evaluation.holds, evaluation.detail) == (None, "git is not on PATH")
    assert ask("git_branch", "main", repo, environment={}).holds is True


def test_a_slow_git_is_unknown_and_asked_once(repo: Path, tmp_path: Path) -> None:
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text('#!/bin/sh\necho asked >> "$0.log"\n/bin/sleep 30 &\nwait\n')
    slow.chmod(0o755)
    situation = Situation("", repo, environment={"PATH": str(slow.parent)}, timeout=0.3)
    for _ in range(3):
        evaluation = evaluate(Condition("git_clean", True), situation)
        assert evaluation.holds is None
        assert "longer than 0.3 seconds" in evaluation.detail
    assert slow.with_name("git.log").read_text() == "asked\n"


def test_a_failing_git_is_unknown_with_its_reason(repo: Path, tmp_path: Path) -> None:
    failing = tmp_path / "bin" / "git"
    failing.parent.mkdir()
    failing.write_text('#!/bin/sh\necho "fatal: detected dubious ownership in repository" >&2\nexit 128\n')
    failing.chmod(0o755)
    evaluation = ask("git_clean", True, repo, environment={"PATH": str(failing.parent)})
    assert evaluation.holds is None
    assert evaluation.detail == "git says: detected dubious ownership in repository"


def test_status_is_asked_once_for_all_playbooks(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    run = child_process.run

    def counting(argv: list[str], *rest: Any, **options: Any) -> child_process.Finished:
        calls.append(argv)
        return run(argv, *rest, **options)

    monkeypatch.setattr(child_process, "run", counting)
    situation = Situation("", repo)
    for argument in (True, False, True, True, True):
        evaluate(Condition("git_clean", argument), situation)
    assert len(calls) == 1
    evaluate(Condition("git_clean", True), situation.renewed())
    assert len(calls) == 2


def test_variables_of_a_hook_do_not_mislead(repo: Path, tmp_path: Path) -> None:
    other = committed(tmp_path / "other")
    write("new.txt")(other)
    misleading = {**os.environ, "GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(other), "GIT_INDEX_FILE": "/x"}
    assert ask("git_clean", True, repo, environment=misleading).holds is True


# --- a repository that wants to run a program through us ------------------------------------------------------------


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A program that leaves a trace when it is run."""
    program = tmp_path / "trap.sh"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\ncat\n")
    program.chmod(0o755)
    return program


def monitor(repo: Path, trap: Path) -> None:
    git(repo, "config", "core.fsmonitor", str(trap))


def hooks(repo: Path, trap: Path) -> None:
    for name in ("post-index-change", "pre-auto-gc", "reference-transaction"):
        (repo / ".git" / "hooks" / name).symlink_to(trap)


def clean_filter(repo: Path, trap: Path) -> None:
    git(repo, "config", "filter.evil.clean", str(trap))
    (repo / ".git" / "info" / "attributes").write_text("* filter=evil\n")


def process_filter(repo: Path, trap: Path) -> None:
    git(repo, "config", 'filter.E.v i"l.process', str(trap))
    git(repo, "config", 'filter.E.v i"l.required', "true")
    git(repo, "config", "filter.other.clean", str(trap))
    (repo / ".git" / "info" / "attributes").write_text("* filter=other\n")


def included_filter(repo: Path, trap: Path) -> None:
    (repo / ".git" / "more").write_text(f'[FILTER "evil"]\n\tclean = {trap}\n')
    git(repo, "config", "include.path", "more")
    (repo / ".git" / "info" / "attributes").write_text("* filter=evil\n")


def worktree_filter(repo: Path, trap: Path) -> None:
    git(repo, "config", "extensions.worktreeConfig", "true")
    git(repo, "config", "--worktree", "filter.evil.clean", str(trap))
    (repo / ".git" / "info" / "attributes").write_text("* filter=evil\n")


def lazy_fetch(repo: Path, trap: Path) -> None:
    git(repo, "config", "core.repositoryFormatVersion", "1")
    git(repo, "config", "extensions.partialClone", "evil")
    git(repo, "config", "remote.evil.url", f"ext::{trap}")
    git(repo, "config", "remote.evil.promisor", "true")
    git(repo, "config", "protocol.ext.allow", "always")
    tree = subprocess.run(
        ["git", "-C", repo, "rev-parse", "HEAD^{tree}"], check=True, capture_output=True, text=True
    ).stdout.strip()
    (repo / ".git" / "objects" / tree[:2] / tree[2:]).unlink()


def bare_repository(repo: Path, trap: Path) -> None:
    """The working directory itself poses as a bare repository with a configuration of its own."""
    git(repo, "init", "-q", "--bare", "fake")
    for name in ("HEAD", "config", "objects", "refs"):
        (repo / "fake" / name).rename(repo / "sub" / name)
    with (repo / "sub" / "config").open("a") as config:
        config.write(f"[core]\n\tbare = false\n\tworktree = {repo}\n\tfsmonitor = {trap}\n")


def empty_git_folder(repo: Path, trap: Path) -> None:
    """What looks like the repository is none, so that git would look for one above, with filters."""
    clean_filter(repo, trap)
    for name in ("objects", "refs"):
        (repo / "sub" / ".git" / name).mkdir(parents=True)
    (repo / "sub" / ".git" / "HEAD").write_text("no reference\n")


@pytest.mark.parametrize(
    "lay",
    [
        monitor,
        hooks,
        clean_filter,
        process_filter,
        included_filter,
        worktree_filter,
        lazy_fetch,
        bare_repository,
        empty_git_folder,
    ],
)
def test_no_program_of_the_repository_is_run(
    lay: Callable[[Path, Path], None], repo: Path, trap: Path, tmp_path: Path
) -> None:
    lay(repo, trap)
    os.utime(repo / "a.txt", (1_000_000_000, 1_000_000_000))  # its content must be looked at
    for kind in ("git_clean", "git_remote"):
        for folder in (repo, repo / "sub"):
            ask(kind, True, folder)
    assert not (tmp_path / "sprung").exists()
    # The trap is live: git on its own springs it (the last three need other bait than `git status` at the top).
    if lay in {monitor, clean_filter, included_filter, worktree_filter, process_filter}:
        subprocess.run(["git", "-C", repo, "status"], check=True, capture_output=True)
        assert (tmp_path / "sprung").exists()


def test_a_filter_of_the_repository_leaves_modified_files_in_doubt(repo: Path, trap: Path) -> None:
    clean_filter(repo, trap)
    assert ask("git_clean", True, repo).holds is True
    write("a.txt")(repo)
    evaluation = ask("git_clean", True, repo)
    assert evaluation.holds is None
    assert "evil" in evaluation.detail
    write("new.txt")(repo)
    assert ask("git_clean", True, repo).holds is False


def test_a_filter_of_the_user_is_run(repo: Path, trap: Path, tmp_path: Path) -> None:
    (tmp_path / "gitconfig").write_text(f'[filter "mine"]\n\tclean = {trap}\n')
    (repo / ".git" / "info" / "attributes").write_text("* filter=mine\n")
    touch(repo)
    assert ask("git_clean", True, repo).holds is True
    assert (tmp_path / "sprung").exists()


def test_a_filter_name_that_cannot_be_switched_off_is_unknown(repo: Path, trap: Path, tmp_path: Path) -> None:
    git(repo, "config", "filter.a=b.clean", str(trap))
    (repo / ".git" / "info" / "attributes").write_text("* filter=a=b\n")
    touch(repo)
    assert ask("git_clean", True, repo).holds is None
    assert not (tmp_path / "sprung").exists()


def test_a_git_inside_the_repository_is_not_run(repo: Path, trap: Path, tmp_path: Path) -> None:
    (repo / "git").write_bytes(trap.read_bytes())
    (repo / "git").chmod(0o755)
    evaluation = ask("git_clean", True, repo / "sub", environment={"PATH": str(repo)})
    assert evaluation.holds is None
    assert not (tmp_path / "sprung").exists()


# --- submodules and linked working trees ----------------------------------------------------------------------------


def test_the_content_of_submodules_counts_and_their_programs_are_not_run(
    repo: Path, trap: Path, tmp_path: Path
) -> None:
    committed(tmp_path / "library")
    git(repo, "submodule", "--quiet", "add", str(tmp_path / "library"), "lib")
    git(repo, "commit", "-qm", "submodule")
    assert ask("git_clean", True, repo).holds is True
    git(repo / "lib", "config", "filter.evil.clean", str(trap))
    git(repo / "lib", "config", "core.fsmonitor", str(trap))
    (repo / "lib" / ".gitattributes").write_text("* filter=evil\n")
    touch(repo / "lib")
    evaluation = ask("git_clean", True, repo)
    assert evaluation.holds is False
    assert "lib/.gitattributes" in evaluation.detail
    assert not (tmp_path / "sprung").exists()


def test_a_linked_working_tree_has_its_own_branch_and_state(repo: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(repo, "worktree", "add", "-q", "-b", "feature/x", str(linked))
    git(repo, "remote", "add", "origin", "https://example.org/x.git")
    write("new.txt")(repo)
    assert ask("git_branch", "feature/*", linked).holds is True
    assert ask("git_branch", "main", repo).holds is True
    assert ask("git_clean", True, linked).holds is True
    assert ask("git_clean", True, repo).holds is False
    assert ask("git_remote", "origin", linked).holds is True


# --- branches and remotes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argument", "verdict"),
    [
        ("main", True),
        ("ma*", True),
        ("master", False),
        ("Main", False),
        (["master", "main"], True),
        (["master", "release/*"], False),
        ([], None),
        (True, None),
        (None, None),
    ],
)
def test_git_branch(argument: Any, *, verdict: bool | None, repo: Path) -> None:
    assert ask("git_branch", argument, repo / "sub").holds is verdict


def test_git_branch_with_a_slash_and_before_the_first_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "release/1.x")
    assert ask("git_branch", "release/*", tmp_path).holds is True


@pytest.mark.parametrize(
    "head", ["0" * 40, "ref: refs/heads/.invalid", "ref: refs/tags/v1", "", "\0\xff", "ref: refs/heads/a\nb"]
)
def test_no_branch_to_be_named_is_unknown(head: str, repo: Path) -> None:
    (repo / ".git" / "HEAD").write_text(head, encoding="utf-8")
    assert ask("git_branch", ["main", "x"], repo).holds is not True


def test_detached_head_is_unknown(repo: Path) -> None:
    git(repo, "checkout", "-q", "--detach")
    assert ask("git_branch", "*", repo).holds is None


@pytest.mark.parametrize(
    ("argument", "verdict"),
    [
        (True, True),
        (False, None),
        ("origin", True),
        ("orig*", True),
        ("upstream", True),
        ("fork", False),
        ("github.com/acme/*", True),
        ("github.com/acme/tool", True),
        ("https://github.com/acme/tool.git", True),
        ("git@gitlab.example:group/tool", True),
        ("gitlab.example/group/tool", True),
        (["nowhere", "git@*"], True),
        ("*s3cret*", False),
        ("*token*", False),
        ([], None),
    ],
)
def test_git_remote(argument: Any, *, verdict: bool | None, repo: Path) -> None:
    git(repo, "remote", "add", "origin", "https://token:s3cret@github.com/acme/tool.git?key=s3cret")
    git(repo, "remote", "add", "upstream", "git@gitlab.example:group/tool")
    evaluation = ask("git_remote", argument, repo)
    assert evaluation.holds is verdict
    assert "s3cret" not in evaluation.detail


def test_no_remote(repo: Path) -> None:
    assert ask("git_remote", True, repo).holds is False
    assert ask("git_remote", "origin", repo).holds is False


@pytest.mark.parametrize(
    ("address", "spellings"),
    [
        ("https://u:p@h.org/a/b.git", ("https://h.org/a/b.git", "h.org/a/b")),
        ("https://tok@h.org", ("https://h.org", "h.org")),
        ("https://u:p@ss@h.org/a", ("https://h.org/a", "h.org/a")),
        ("ssh://git:pw@h.org:22/a/b.git", ("ssh://git@h.org:22/a/b.git", "h.org/a/b")),
        ("git@h.org:a/b.git", ("git@h.org:a/b.git", "h.org/a/b")),
        ("h.org:a", ("h.org:a", "h.org/a")),
        ("file:///srv/x.git", ("file:///srv/x.git",)),
        ("/srv/x.git", ("/srv/x.git",)),
        ("../x", ("../x",)),
    ],
)
def test_addresses_lose_their_credentials(address: str, spellings: tuple[str, ...]) -> None:
    assert git_remote.spellings(address) == spellings
