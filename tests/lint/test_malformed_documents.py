"""Rules about one file meet files that are not valid: whatever stands where, no rule raises."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from pbk.lint.catalogue import all_rules
from pbk.lint.diagnostic import MESSAGE_LIMIT
from pbk.lint.document import LintDocument
from pbk.lint.rule import Family

RULES = [
    rule
    for rule in all_rules()
    if rule.check and rule.family in {Family.CHECKS, Family.CONDITIONS, Family.LIBRARY, Family.LINEAGE}
]
KINDS = ["file_exists", "file_absent", "task_mentions", "context", "tool_available", "os", "exit_code", "output_lacks"]
SAID = [
    "it works",
    "the working tree is clean",
    "git push -f",
    "x",
    "",
    "/a",
    "release",
    "the exit code is 0",
    "[",
    "#",
]
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-2, 5), st.sampled_from(SAID))


def _nested(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    keys = ["do", "run", "check", "when", "name", "key", "equals", "path", "step", "runs", "of", "match", "no_match"]
    return st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from([*KINDS, *keys, "support", "episodes", "verified"]), inner, max_size=3),
    )


VALUES = st.recursive(LEAVES, _nested, max_leaves=8)
KEYS = ["goal", "preconditions", "anti_preconditions", "steps", "examples", "induced_from", "provenance"]


@settings(max_examples=75, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES))
def test_no_rule_raises(data: dict[str, object]) -> None:
    document = LintDocument("playbooks/x.yaml", json.dumps(data).encode())
    for rule in RULES:
        assert rule.check is not None
        for finding in rule.check(document):
            assert 0 < len(finding.message) <= MESSAGE_LIMIT
            assert "\n" not in finding.message + finding.hint
            assert finding.span.line >= 1
