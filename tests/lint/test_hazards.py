"""What counts as a command that cannot be undone, and what only looks like one."""

from __future__ import annotations

import pytest

from pbk.lint.commands import commands_of
from pbk.lint.hazards import HAZARDS, Hazard, hazard
from pbk.model.canonical import Json


def named(run: Json) -> str | None:
    return next((name for argv in commands_of(run) if (name := hazard(argv))), None)


@pytest.mark.parametrize(
    ("run", "name"),
    [
        (["git", "reset", "--hard"], "git reset --hard"),
        (["git", "push", "--force-with-lease=main"], "git push --force-with-lease"),
        (["git", "-C", "sub", "push", "-uf", "origin"], "git push -f"),
        (["git", "push", "origin", "+main:main"], "git push +refspec"),
        (["git", "push", "origin", ":old"], "git push :branch"),
        (["git", "clean", "-fdx"], "git clean -f"),
        (["git", "branch", "-D", "old"], "git branch -D"),
        (["git", "stash", "drop"], "git stash drop"),
        (["rm", "-rf", "data"], "rm -rf"),
        (["rm", "-r", "dist", "data"], "rm -r"),
        (["/bin/rm", "-fr", "/"], "rm -rf"),
        (["find", ".", "-name", "*.bak", "-delete"], "find -delete"),
        (["psql", "-c", "Drop  Table users;"], "drop table"),
        ("echo 'DELETE FROM users;' && sqlite3 x.db 'DELETE FROM users;'", "delete from"),
        (["kubectl", "-n", "prod", "delete", "pod", "web"], "kubectl delete"),
        (["terraform", "-chdir=infra", "destroy"], "terraform destroy"),
        (["terraform", "apply", "-auto-approve"], "terraform apply -auto-approve"),
        (["docker", "system", "prune"], "docker system prune"),
        (["docker", "compose", "down", "-v"], "docker compose down -v"),
        (["python3.12", "-m", "twine", "upload", "dist/*"], "twine upload"),
        (["uv", "run", "twine", "upload", "dist/*"], "twine upload"),
        (["uv", "publish"], "uv publish"),
        (["npx", "--yes", "npm", "publish"], "npm publish"),
        (["sudo", "-u", "postgres", "dropdb", "app"], "dropdb"),
        (["env", "A=1", "bash", "-euxc", "cd x; git reset --hard"], "git reset --hard"),
        ("A=1 git reset --hard || true", "git reset --hard"),
        ("make &&\ngit clean -f", "git clean -f"),
        ("(cd x; rm -rf data)", "rm -rf"),
    ],
)
def test_it_cannot_be_undone(run: Json, name: str) -> None:
    assert named(run) == name


@pytest.mark.parametrize(
    "run",
    [
        ["git", "push", "origin", "HEAD"],
        ["git", "push", "--dry-run", "--force"],
        ["git", "push", "-nf"],
        ["git", "clean", "-ndx"],
        ["git", "reset", "--keep", "HEAD^"],
        ["git", "branch", "-d", "merged"],
        ["git", "commit", "-m", "never git push --force"],
        ["git", "grep", "reset --hard"],
        ["git", "log", "--grep", "push", "+main"],
        ["rm", "notes.txt"],
        ["rm", "-rf", "dist", "./build/", "src/x.egg-info", "a/b/__pycache__"],
        ["psql", "-c", "DELETE FROM users WHERE id = 1"],
        ["psql", "-c", "select dropped, tables from log"],
        ["echo", "drop table users"],
        ["kubectl", "get", "delete"],
        ["npm", "run", "publish"],
        ["npm", "publish", "--dry-run"],
        ["docker", "compose", "down"],
        ["terraform", "plan", "-destroy"],
        ["python", "-m", "pytest"],
        "echo 'rm -rf data'",
        "echo 'unfinished",
        "",
        [],
        [1, 2],
        None,
        {"a": 1},
        "sh -c",
        ["sudo"],
    ],
)
def test_it_is_harmless(run: Json) -> None:
    assert named(run) is None


def test_shells_within_shells_come_to_an_end() -> None:
    run = ["git", "reset", "--hard"]
    for _ in range(50):
        run = ["sudo", *run]
    assert named(run) is None
    assert named(run[-4:]) == "git reset --hard"


@pytest.mark.parametrize("row", HAZARDS, ids=lambda row: " ".join((row.program, *row.words)))
def test_each_row_of_the_table_finds_its_own_command(row: Hazard) -> None:
    for option in row.options or ("x",):
        argv = [row.program, *row.words, option]
        assert hazard(argv) == row.named(argv)
