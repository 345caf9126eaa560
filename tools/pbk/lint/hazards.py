"""Commands that cannot be undone: they lose data, or they publish what others will have seen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

# What every build makes anew: to remove it loses nothing.
_REGENERATED = re.compile(
    r"(?:\./)?(?:.*/)?(?:dist|build|target|out|_build|site|htmlcov|coverage|node_modules|__pycache__|\.venv|venv|\.tox|"
    r"\.nox|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.cache|\.eggs|[^/]*\.egg-info|[^/]*\.pyc)(?:/.*)?",
)
_SQL = re.compile(r"\b(?:drop\s+(?:table|database|schema)|truncate\s+table|truncate)\b", re.IGNORECASE)
_DELETE_ALL = re.compile(r"\bdelete\s+from\s+\S+\s*(?:;|$)", re.IGNORECASE)
_SQL_CLIENTS = frozenset(("psql", "mysql", "mariadb", "sqlite3", "sqlcmd", "clickhouse-client", "duckdb", "cqlsh"))
_DRY = ("--dry-run", "--dryrun", "--what-if")


@dataclass(frozen=True, slots=True)
class Hazard:
    """A program, the words that must follow it, and options of which one must be there (none: no matter).

    A short option also counts inside a cluster: `-f` in `-fdx`.
    """

    program: str
    words: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    def fits(self, argv: Sequence[str]) -> bool:
        """Return whether a command is this one."""
        if argv[0] != self.program or not _follow(self.words, argv):
            return False
        return not self.options or any(_has(argv, option) for option in self.options)

    def named(self, argv: Sequence[str]) -> str:
        """Return how a message names the command: program, words, and the option that makes it dangerous."""
        option = next((option for option in self.options if _has(argv, option)), "")
        return " ".join(part for part in (self.program, *self.words, option) if part)


def _rows() -> tuple[Hazard, ...]:
    table = """
        git push | --force -f --force-with-lease --force-if-includes --mirror --delete -d --prune
        git reset | --hard
        git clean | -f --force
        git branch | -D
        git checkout | --force -f
        git stash drop
        git stash clear
        git reflog expire
        git reflog delete
        git gc | --prune=now
        git filter-branch
        git filter-repo
        git update-ref | -d
        find | -delete
        shred
        mkfs
        dropdb
        wipefs
        kubectl delete
        oc delete
        helm uninstall
        helm delete
        terraform destroy
        terraform apply | -auto-approve --auto-approve -destroy
        terraform state rm
        tofu destroy
        tofu apply | -auto-approve --auto-approve -destroy
        tofu state rm
        pulumi destroy
        docker system prune
        docker volume prune
        docker volume rm
        docker compose down | -v --volumes
        docker-compose down | -v --volumes
        podman system prune
        podman volume prune
        podman volume rm
        twine upload
        npm publish
        npm unpublish
        pnpm publish
        yarn publish
        yarn npm publish
        cargo publish
        cargo yank
        gem push
        gem yank
        uv publish
        poetry publish
        flit publish
        hatch publish
        pdm publish
        gh release delete
        gh repo delete
        gh secret delete
        aws s3 rm | --recursive
        aws s3 rb | --force
        aws s3 sync | --delete
        redis-cli flushall
        redis-cli FLUSHALL
        redis-cli flushdb
        redis-cli FLUSHDB
        heroku apps:destroy
        heroku pg:reset
        rails db:drop
        rails db:reset
        rake db:drop
        rake db:reset
        crontab | -r
        userdel
    """
    rows = []
    for line in filter(None, map(str.strip, table.splitlines())):
        command, _, options = line.partition(" | ")
        program, *words = command.split()
        rows.append(Hazard(program, tuple(words), tuple(options.split())))
    return tuple(rows)


HAZARDS = _rows()
_PROGRAMS = frozenset(row.program for row in HAZARDS) | _SQL_CLIENTS | {"rm"}


def hazard(argv: Sequence[str]) -> str | None:
    """Return what a simple command (program first) is called if it cannot be undone, None for any other.

    Removing what a build makes anew is none, nor is a command that only says what it would do.
    """
    if not argv or argv[0] not in _PROGRAMS or any(word.startswith(_DRY) for word in argv) or "--help" in argv:
        return None
    program = argv[0]
    if program == "rm":
        return _removal(argv)
    if program == "git" and "push" in argv and (refspec := _deletes_or_forces(argv)):
        return refspec
    if program in _SQL_CLIENTS:
        return _sql(argv)
    if program in {"git", "docker"}:
        argv = _without_global_options(argv)
    if (
        program == "git"
        and argv[1:2] in (["clean"], ["push"])
        and any(re.fullmatch(r"-[a-zA-Z]*n[a-zA-Z]*", word) for word in argv)
    ):
        return None
    found = next((row for row in HAZARDS if row.fits(argv)), None)
    return found.named(argv) if found else None


def _removal(argv: Sequence[str]) -> str | None:
    recursive = _has(argv, "-r") or _has(argv, "-R") or "--recursive" in argv
    targets = [word for word in argv[1:] if not word.startswith("-")]
    if not recursive or (targets and all(map(_REGENERATED.fullmatch, targets))):
        return None
    return "rm -rf" if _has(argv, "-f") or "--force" in argv else "rm -r"


def _deletes_or_forces(argv: Sequence[str]) -> str | None:
    """Return the name of a push whose refspecs delete (`:branch`) or force (`+branch`)."""
    refspecs = [word for word in argv[argv.index("push") + 1 :] if not word.startswith("-")][1:]
    if any(refspec.startswith("+") for refspec in refspecs):
        return "git push +refspec"
    return "git push :branch" if any(refspec.startswith(":") and len(refspec) > 1 for refspec in refspecs) else None


def _sql(argv: Sequence[str]) -> str | None:
    for word in argv[1:]:
        found = _SQL.search(word) or _DELETE_ALL.search(word)
        if found:
            return " ".join(found[0].lower().split()[:2])
    return None


def _without_global_options(argv: Sequence[str]) -> list[str]:
    """Return a command of git or docker without the options between program and verb (`git -C folder push`)."""
    position = 1
    while position < len(argv) and argv[position].startswith("-"):
        position += 2 if argv[position] in {"-C", "-c", "--git-dir", "--work-tree", "--context", "-H"} else 1
    return [argv[0], *argv[position:]]


def _follow(wanted: Sequence[str], argv: Sequence[str]) -> bool:
    """Return whether the wanted words come first after the program, or after one option and its argument."""
    plain = [word for word in argv[1:] if not word.startswith("-")]
    starts = (0, 1) if argv[1:] and argv[1].startswith("-") else (0,)
    return any(tuple(plain[start : start + len(wanted)]) == tuple(wanted) for start in starts)


def _has(argv: Sequence[str], option: str) -> bool:
    if len(option) == 2 and option[1] != "-":  # noqa: PLR2004 - a dash and a letter
        return any(re.fullmatch(rf"-[A-Za-z]*{option[1]}[A-Za-z]*", word) for word in argv[1:])
    return any(word == option or word.startswith(option + "=") for word in argv[1:])
