"""`git_remote: true`, a glob or a list: the repository has a remote, or one whose name or address matches.

An address is compared without its credentials in the spelling of the configuration, and as `host/path` without `.git`,
so that `github.com/acme/*` fits however the repository was cloned.
"""

from __future__ import annotations

import os
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pbk.conditions import arguments, git_question, repository
from pbk.conditions.evaluation import Evaluation, no, yes

if TYPE_CHECKING:
    from pbk.conditions.situation import Situation

QUESTION = ("config", "--local", "--includes", "-z", "--get-regexp", r"^remote\..*\.(url|pushurl)$")
WITH_SCHEME = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?:(?P<user>[^/]*)@)?(?P<host>[^/@]*)(?P<path>/[^?#]*)?.*"
)
LIKE_SCP = re.compile(r"(?:(?P<user>[^/:@]+)@)?(?P<host>[^/:@]+):(?P<path>[^:].*)")


def evaluate(argument: object, situation: Situation) -> Evaluation:
    """Return whether a remote matches one of the globs (true: whether there is any remote)."""
    remotes = situation.remember("remotes", lambda: _remotes(situation))
    if argument is True:
        return yes(f"there is a remote: {', '.join(remotes)}") if remotes else no("there is no remote")
    for glob in arguments.texts(argument, "remote"):
        for name, addresses in remotes.items():
            for spelling in (name, *addresses):
                if fnmatchcase(spelling, glob):
                    return yes(f"the remote {name} matches {glob}")
    return no("no remote matches" if remotes else "there is no remote")


def spellings(address: str) -> tuple[str, ...]:
    """Return the address without credentials, and as `host/path` where it has a host."""
    match = WITH_SCHEME.fullmatch(address)
    if match is not None:
        path = match["path"] or ""
        # The user of ssh is part of the address ("git"); that of anything else may well be a token.
        user = (match["user"] or "").partition(":")[0] if "ssh" in match["scheme"] else ""
        whole = f"{match['scheme']}://{user and user + '@'}{match['host']}{path}"
        host = match["host"].partition(":")[0]
    else:
        match = LIKE_SCP.fullmatch(address)
        if match is None:
            return (address,)
        whole, host, path = address, match["host"], "/" + match["path"].lstrip("/")
    return (whole, host + path.rstrip("/").removesuffix(".git")) if host else (whole,)


def _remotes(situation: Situation) -> dict[str, list[str]]:
    """Return the spellings of the addresses of each remote."""
    answer = git_question.ask(situation, repository.of(situation).top, QUESTION) or b""
    remotes: dict[str, list[str]] = {}
    for entry in answer.split(b"\0"):
        key, _, address = os.fsdecode(entry).partition("\n")
        if address:
            name = key.removeprefix("remote.").rpartition(".")[0]
            remotes.setdefault(name, []).extend(spellings(address))
    return remotes
