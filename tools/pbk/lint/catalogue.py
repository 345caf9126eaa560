"""Every rule there is, found by walking the package; the ids of rules that are gone."""

from __future__ import annotations

import pkgutil
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType

from pbk.lint import rules
from pbk.lint.rule import Rule

# Ids that had a rule once, with what became of it: they are never used again.
RETIRED_IDS: MappingProxyType[str, str] = MappingProxyType({})


@lru_cache(maxsize=1)
def all_rules() -> tuple[Rule, ...]:
    """Return every rule, sorted by id."""
    modules = pkgutil.walk_packages(rules.__path__, f"{rules.__name__}.")
    found: list[Rule] = [import_module(module.name).RULE for module in modules if not module.ispkg]
    return tuple(sorted(found, key=lambda rule: rule.id))


def rule_called(word: str) -> Rule | None:
    """Return the rule with this id or name, in any case."""
    wanted = word.casefold()
    return next((rule for rule in all_rules() if wanted in {rule.id.casefold(), rule.name}), None)
