"""Which rules are on, and how bad each is: what the settings and the call say, resolved against the rules there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbk.config import CONFIG_FILE, Settings
from pbk.errors import BrokenError, PbkError, UsageError
from pbk.lint.catalogue import RETIRED_IDS, all_rules, rule_called
from pbk.lint.diagnostic import Severity
from pbk.lint.rule import Family

PREFIX = "PBK"
OFF = "off"


@dataclass(frozen=True, slots=True)
class Choice:
    """The rules that are on with their severities, what is off below some paths, and what makes a run fail."""

    severities: Mapping[str, Severity]
    per_path: tuple[tuple[str, frozenset[str]], ...] = ()
    fail_on: Severity = Severity.ERROR

    def severity(self, rule: str, path: str) -> Severity | None:
        """Return how bad a finding of `rule` is in the file `path` (from the library's root), None where it is off."""
        severity = self.severities.get(rule)
        if severity is not None and any(rule in ids and _matches(path, glob) for glob, ids in self.per_path):
            return None
        return severity


def every_rule() -> Choice:
    """Return the choice of a library without settings: every rule, as bad as it says itself."""
    return Choice({rule.id: rule.severity for rule in all_rules()})


def choose(
    settings: Settings, *, select: Sequence[str] = (), ignore: Sequence[str] = (), fail_on: str | None = None
) -> Choice:
    """Return the choice that the section `[lint]` and the options of a call make.

    `select` and `fail_on` stand in for what the settings say, `ignore` adds to it. Raises `BrokenError` for a word of
    the settings that names no rule, and `UsageError` for one of the call.
    """
    configured = settings.words("lint", "select")
    places = settings.sources
    on = _ids(select, "--select") if select else _ids(configured, places.get(("lint", "select"), ""))
    off = _ids(settings.words("lint", "ignore"), places.get(("lint", "ignore"), "")) | _ids(ignore, "--ignore")
    severities = {rule.id: rule.severity for rule in all_rules()}
    said: dict[str, tuple[int, str]] = {}
    where = places.get(("lint", "severity"), "")
    for word, level in settings.table("lint", "severity").items():
        for rule in _ids([word], where):
            if len(word) >= said.get(rule, (0, ""))[0]:  # the longest word that names a rule decides
                said[rule] = (len(word), str(level))
    for rule, (_, level) in said.items():
        if level == OFF:
            off = off | {rule}
        else:
            severities[rule] = Severity(level)
    where = places.get(("lint", "per-path"), "")
    return Choice(
        severities={
            rule: severity
            for rule, severity in severities.items()
            if rule not in off and (rule in on or not (select or configured))
        },
        per_path=tuple(
            (glob, _ids(words, where)) for glob, words in settings.table("lint", "per-path").items() if words
        ),
        fail_on=Severity(fail_on or settings.text("lint", "fail_on") or Severity.ERROR),
    )


def unknown_rule(word: str, where: str) -> PbkError:
    """Return the error for a word that names no rule, family or prefix: `UsageError` for an option of the call."""
    kind = UsageError if not where or where.startswith(("--", "PBK_")) else BrokenError
    retired = RETIRED_IDS.get(word.upper())
    if retired is not None:
        return kind(f"{word.upper()} is no rule any more: {retired}", where=where, mend="remove it")
    near = nearest_rule(word)
    mend = f"did you mean `{near}`?" if near else "`pbk rules` lists them"
    return kind(f"there is no rule {word[:40]!r}", where=where, mend=mend)


def nearest_rule(word: str) -> str | None:
    """Return the id, name or family that a misspelled word may mean."""
    import difflib  # noqa: PLC0415 - only needed to word an error

    known = {name.casefold(): name for rule in all_rules() for name in (rule.id, rule.name, rule.family.value)}
    near = difflib.get_close_matches(word.casefold(), known, n=1)
    return known[near[0]] if near else None


def _ids(words: Iterable[str], where: str) -> frozenset[str]:
    """Return the ids that ids, names, families and prefixes stand for."""
    found: set[str] = set()
    for word in words:
        one = rule_called(word)
        ids = {one.id} if one else _group(word)
        if not ids:
            raise unknown_rule(word, where or CONFIG_FILE)
        found |= ids
    return frozenset(found)


def _group(word: str) -> set[str]:
    upper = word.upper()
    if word.lower() in {"all", *Family}:
        return {rule.id for rule in all_rules() if word.lower() in {"all", rule.family.value}}
    return {rule.id for rule in all_rules() if upper.startswith(PREFIX) and rule.id.startswith(upper)}


@lru_cache(maxsize=4096)
def _matches(path: str, glob: str) -> bool:
    from fnmatch import fnmatchcase  # noqa: PLC0415 - few libraries have such a table

    return fnmatchcase(path, glob) or fnmatchcase(path.rpartition("/")[2], glob)
