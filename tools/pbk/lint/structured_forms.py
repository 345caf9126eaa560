"""Prose that a structured condition says as well: one form for each way in which people word it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from pbk.lint.wording import plain
from pbk.model.condition import Condition

# Names that sentences about tools and files mean even without quotes; any other word could be anything.
_TOOLS = frozenset(
    """
    alembic ansible aws az bash black buf bun bundle cargo clang cmake composer conda curl deno docker dotnet flyctl
    gcc gcloud gem gh git glab go gradle gunzip hatch helm heroku hg java javac jq just kind kubectl make maven mvn
    mypy mysql nix node nox npm npx openssl packer pandoc pdm pip pipenv pipx pnpm podman poetry pre-commit psql pulumi
    pytest python python3 rake redis-cli rg rsync ruby ruff rustc rustup sed sqlite3 ssh svn tar terraform tofu tox
    twine uv vault wget yarn yq zip
    """.split()  # noqa: SIM905 - a literal of sixty lines would bury the rest of the page
)
_BARE_FILES = frozenset(
    "Brewfile Dockerfile Gemfile Jenkinsfile Justfile LICENSE Makefile Pipfile Procfile README Rakefile".split()  # noqa: SIM905 - as above
)
_ENDINGS = (
    "cfg|conf|css|csv|env|gradle|html|ini|ipynb|java|js|json|jsonl|lock|log|md|mod|php|properties|proto|py|rb|rs|rst|sh|"
    "sql|sum|svg|tf|toml|ts|tsx|txt|whl|xml|yaml|yml"
)
_PATH = re.compile(rf"(?:[\w.@*+-]+/)*(?:[\w@*+-][\w.@*+-]*\.(?:{_ENDINGS})|\.[a-z][\w.-]+)")
_MAIN_BRANCHES = frozenset(("main", "master", "develop", "trunk"))
_SYSTEMS = {"linux": "linux", "macos": "macos", "mac os": "macos", "windows": "windows"}
LONGEST = 120  # characters of a sentence; what says more than its form is longer
_A = r"(?:an? |the )?"
_X = r"(?P<x>`[^`\s]+`|[\w.@*+/-]+)"
_KIND = r"(?P<kind>file|folder|directory)"
_HERE = (
    r"(?: (?:in|at) (?:the |this )?"
    r"(?:root(?: of the (?:repository|repo|project))?|(?:repository|repo|project)(?: root)?|working directory))?"
)
_TREE = r"(?:the )?(?:git )?(?:working (?:tree|directory|copy)|work ?tree)"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A structured condition for a prose one. `exact`: it says the same, word for word."""

    condition: Condition
    exact: bool


Maker = Callable[["re.Match[str]"], "Proposal | None"]


def _always(kind: str, argument: bool) -> Maker:  # noqa: FBT001 - the argument of `git_clean`
    return lambda _: Proposal(Condition(kind, argument), exact=True)


def _tool(found: re.Match[str]) -> Proposal | None:
    said = found["x"]
    name = said.strip("`")
    sure = said.startswith("`") or name.lower() in _TOOLS or found.groupdict().get("path")
    if not sure or "/" in name:
        return None
    return Proposal(Condition("tool_available", name.lower()), exact=name == name.lower())


def _tool_version(found: re.Match[str]) -> Proposal | None:
    name = found["x"].strip("`").lower()
    if name not in _TOOLS:
        return None
    return Proposal(Condition("tool_available", {"name": name, "version": f">={found['version']}"}), exact=False)


def _file(kind: str) -> Maker:
    def make(found: re.Match[str]) -> Proposal | None:
        said = found["x"]
        name = said.strip("`").removeprefix("./").rstrip("/")
        folder = found.groupdict().get("kind") is not None
        sure = folder or _PATH.fullmatch(name) is not None or name in _BARE_FILES
        possible = re.fullmatch(r"[\w.@*+/-]*\w[\w.@*+/-]*", name) and not name.startswith("/") and ".." not in name
        return Proposal(Condition(kind, name), exact=True) if sure and possible and _names(said, folder) else None

    return make


def _names(said: str, folder: bool) -> bool:  # noqa: FBT001 - whether the sentence says that it is a file or folder
    """Return whether a word names a file; behind "a file" an ordinary word does not, only one with a sign of a path."""
    bare = said.strip("`")
    return said.startswith("`") or not folder or bare in _BARE_FILES or any(sign in bare for sign in "./_-*")


def _branch(found: re.Match[str]) -> Proposal | None:
    said = found["x"]
    name = said.strip("`")
    sure = said.startswith("`") or name in _MAIN_BRANCHES or found.groupdict().get("branch")
    return Proposal(Condition("git_branch", name), exact=True) if sure else None


def _variable(found: re.Match[str]) -> Proposal | None:
    return Proposal(Condition("env_set", found["v"]), exact=True)


def _system(found: re.Match[str]) -> Proposal | None:
    name = _SYSTEMS[found["os"].lower()]
    return Proposal(Condition("os", name), exact=True)


def _exit_code(_: re.Match[str]) -> Proposal | None:
    return Proposal(Condition("exit_code", 0), exact=True)


_ON = r"(?:(?:we|you) are |you're )?(?:currently )?on (?:the )?"
_THIS = r"(?:the |this )?(?:repository|repo|project|package)"
_MACHINE = r"(?:the |this )?(?:operating system|os|platform|machine|computer|host|system)"
_SYSTEM = r"(?:a )?(?P<os>linux|macos|mac os|windows)(?: machine| system| host)?"
_VARIABLE = r"(?:the )?(?:environment|env) (?:variable|var) `?\$?(?P<v>[A-Za-z_][A-Za-z0-9_]*)`? is (?:set|defined)"
_CAPITALS = r"`?\$?(?P<v>(?-i:[A-Z][A-Z0-9]*_[A-Z0-9_]*|CI))`? is (?:set|defined)(?: in the environment)?"
_PROGRAM = rf"{_A}(?:(?:command|tool|program|binary|executable) )?{_X}(?: (?:command|tool|program|binary|cli))?"
_VERSION = r"(?:>= ?|version |at least )?(?P<version>\d+(?:\.\d+)*)(?:\+| or (?:newer|later|higher|above))?"
_STATUS = r"(?:the |its )?(?:exit|return) (?:code|status) is (?:0|zero)"
_ENDS = r"(?:it|the command) (?:exits|ends|returns) with (?:(?:exit )?(?:code|status) )?(?:0|zero)"
_CLEAN, _DIRTY = _always("git_clean", argument=True), _always("git_clean", argument=False)
_THERE, _MISSING = _file("file_exists"), _file("file_absent")

# Tried in this order; the whole sentence must have the form.
_FORMS: tuple[tuple[str, Maker], ...] = (
    (rf"{_TREE} (?:is|must be|should be)(?: currently)? clean", _CLEAN),
    (rf"(?:there are )?no (?:uncommitted|pending) changes(?: in {_TREE})?", _CLEAN),
    (rf"{_TREE} has no uncommitted changes", _CLEAN),
    (rf"{_TREE} (?:is dirty|is not clean|has uncommitted changes)", _DIRTY),
    (rf"there are uncommitted changes(?: in {_TREE})?", _DIRTY),
    (rf"{_PROGRAM} (?:is|must be) (?:installed|available)(?: locally| on this machine)?", _tool),
    (rf"{_PROGRAM} is (?:installed and )?(?:available )?(?P<path>(?:on|in) (?:the )?PATH)", _tool),
    (rf"{_X} {_VERSION} is (?:installed|available)", _tool_version),
    (rf"there (?:is|exists) {_A}{_KIND} (?:called |named )?{_X}{_HERE}", _THERE),
    (rf"{_A}(?:{_KIND} )?{_X}(?: file)? (?:exists|is present){_HERE}", _THERE),
    (rf"{_THIS} (?:has|contains) {_A}(?:{_KIND} (?:called |named )?)?{_X}(?: file)?", _THERE),
    (rf"there is {_A}{_X}(?: file)?{_HERE}", _THERE),
    (rf"there is no (?:{_KIND} (?:called |named )?)?{_X}(?: file)?{_HERE}", _MISSING),
    (rf"{_A}(?:{_KIND} )?{_X}(?: file)? (?:does not|doesn't) exist{_HERE}", _MISSING),
    (rf"{_THIS} has no (?:{_KIND} )?{_X}(?: file)?", _MISSING),
    (rf"{_ON}(?P<branch>branch ){_X}", _branch),
    (rf"{_ON}{_X}(?: branch)?", _branch),
    (rf"(?:the )?current (?P<branch>branch) is {_X}", _branch),
    (rf"(?:the )?(?P<branch>branch) {_X} is checked out", _branch),
    (rf"(?:the )?{_X}(?: branch)? is checked out", _branch),
    (_VARIABLE, _variable),
    (_CAPITALS, _variable),
    (rf"(?:{_ON}|(?:this is |{_MACHINE} is )?(?:running )?on ){_SYSTEM}", _system),
    (rf"{_MACHINE} (?:is|runs) {_SYSTEM}", _system),
    (_STATUS, _exit_code),
    (_ENDS, _exit_code),
)


@lru_cache(maxsize=1)
def _compiled() -> tuple[tuple[re.Pattern[str], Maker], ...]:
    """Return the forms, compiled when the first prose is met."""
    return tuple((re.compile(form, re.IGNORECASE), make) for form, make in _FORMS)


def proposal(text: str) -> Proposal | None:
    """Return the structured condition that a sentence words, None where there is none or it says more than that."""
    sentence = plain(text)
    if "{{" in sentence or len(sentence) > LONGEST:
        return None
    made = (make(found) for form, make in _compiled() if (found := form.fullmatch(sentence)))
    return next((one for one in made if one), None)
