"""PBK408: a condition that nobody could answer with yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.placed_conditions import all_conditions
from pbk.lint.rule import Family, Rule
from pbk.lint.wording import plain, says_nothing

HINT = "ask for something that can be looked at now: a file, a version, what a named person said"
_FEELING = (
    "appropriate|advisable|sensible|reasonable|suitable|desirable|desired|necessary|needed|required|relevant|applicable"
    "|acceptable|feasible|warranted|justified|worthwhile|convenient|safe|right|good|fine|okay|ok|ready|time|possible"
)
_SUBJECT = "(?:it|this|that|everything|all|we|you|things|the (?:time|moment|situation|change|task|playbook))"
_FORMS = (
    (
        re.compile(
            rf"(?:only |if |when |where |that )?{_SUBJECT} (?:is|are|seems?|feels?|looks?|appears?)(?: to be)?"
            rf"(?: deemed| considered)? (?:{_FEELING})(?: to (?:do so|proceed|continue|go on|start))?",
            re.IGNORECASE,
        ),
        "this is a matter of opinion: two readers would answer differently",
    ),
    (
        re.compile(
            rf"(?:only )?(?:if|when|where|as|whenever|wherever) (?:{_FEELING}|usual|always|expected|before)",
            re.IGNORECASE,
        ),
        "this leaves the question to the reader",
    ),
    (
        re.compile(
            r".*\b(?:(?:will|won't|would|shall)(?: not| never| probably| likely)? "
            r"(?:succeed|fail|work|break|pass|cause|be (?:fine|ok|okay|successful|safe|enough|needed|useful))"
            r"|(?:is|are) (?:going|likely|unlikely) to)\b.*",
            re.IGNORECASE,
        ),
        "this is about the future, which nobody can look at",
    ),
    (
        re.compile(
            r".*\b(?:hopefully|probably|maybe|perhaps|ideally|preferably|presumably|possibly)\b.*", re.IGNORECASE
        ),
        "this hedges, so neither yes nor no answers it",
    ),
)


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the prose conditions that have no answer."""
    for placed in all_conditions(document):
        if placed.condition.is_prose and placed.role != "check":
            sentence = plain(str(placed.condition.argument))
            fault = next((message for form, message in _FORMS if form.fullmatch(sentence)), "")
            if not fault and says_nothing(sentence):
                fault = "this says nothing that could be looked at"
            if fault:
                yield Finding(document.value_span(placed.pointer), fault, HINT)


RULE = Rule(
    id="PBK408",
    name="unanswerable-prose",
    family=Family.CONDITIONS,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="A prose condition is vague, hedged or about the future, so nobody can answer it.",
    why=(
        "A prose condition is put to a person or a model as a question, and unknown counts as no. `it is "
        "appropriate` is answered by mood: it either hides the playbook for ever or stops nothing."
    ),
    bad="preconditions:\n  - task_mentions: [publish, release]\n  - it is safe to proceed\n",
    good="preconditions:\n  - task_mentions: [publish, release]\n  - the maintainer has asked for a public release\n",
    check=check,
)
