"""PBK405: an anti-precondition that is worded as a negation, and so says something twice the wrong way round."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import listed_conditions
from pbk.lint.rule import Family, Rule
from pbk.lint.wording import plain

MESSAGE = "this anti-precondition is a negation: the playbook is wrong where it is not so"
HINT = "say what must be so among the preconditions, or name here what makes the playbook wrong"
_VERBS = "is|are|was|were|has|have|had|do|does|did|can|could|may|must|should|will|would"
_NEGATION = re.compile(
    r"^(?:not|no|nobody|nothing|none|never|there (?:is|are) (?:no|not|nothing|nobody))\b"
    rf"|\b(?:{_VERBS})(?: not\b|n't\b|n\u2019t\b)|\bcannot\b|\bnever\b",
    re.IGNORECASE,
)
# Where a clause begins that only says more about what the main clause named.
_ASIDE = re.compile(r"[,;:(]|\b(?:that|which|who|whose|because|if|when|where|while|unless|but|so|and|or|until)\b")


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the prose anti-preconditions whose main clause is negated."""
    for placed in listed_conditions(document):
        if placed.role == "anti_precondition" and placed.condition.is_prose:
            main_clause = _ASIDE.split(plain(str(placed.condition.argument)), maxsplit=1)[0]
            if _NEGATION.search(main_clause):
                yield Finding(document.value_span(placed.pointer), MESSAGE, HINT)


RULE = Rule(
    id="PBK405",
    name="negated-anti-precondition",
    family=Family.CONDITIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="An anti-precondition is worded as a negation.",
    why=(
        "`the repository is not a monorepo` among the anti-preconditions offers the playbook to monorepos only, "
        "and whoever wrote it nearly always meant the opposite. Where it is meant, a precondition without the "
        "`not` says the same and can be read at the first attempt."
    ),
    bad="anti_preconditions:\n  - the repository is not a monorepo\n",
    good="anti_preconditions:\n  - the repository is a monorepo whose packages have versions of their own\n",
    check=check,
)
