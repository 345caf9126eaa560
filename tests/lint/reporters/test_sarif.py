from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest
from hypothesis import given

from pbk.lint.catalogue import all_rules
from pbk.lint.reporters.sarif import MOST_RESULTS, relative_uri, report
from pbk.lint.result import LintResult
from support.lint_results import E, I, W, any_result, diagnostic, result

POSITIVE = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}


def closed(required: list[str], **properties: object) -> dict[str, object]:
    return {"type": "object", "required": required, "additionalProperties": False, "properties": properties}


# What SARIF 2.1.0 asks of the parts that are used here, and what code hosts ask beyond it.
STRUCTURE = closed(
    ["version", "runs", "$schema"],
    **{
        "$schema": {"type": "string"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": closed(
                ["tool", "results", "columnKind"],
                columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                tool=closed(
                    ["driver"],
                    driver=closed(
                        ["name", "rules"],
                        name={"type": "string", "minLength": 1},
                        semanticVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
                        rules={
                            "type": "array",
                            "uniqueItems": True,
                            "items": closed(
                                ["id", "defaultConfiguration"],
                                id={"type": "string", "minLength": 1},
                                name={"type": "string"},
                                shortDescription=MESSAGE,
                                fullDescription=MESSAGE,
                                help={**MESSAGE, "required": ["text", "markdown"]},
                                defaultConfiguration=closed(["level"], level=LEVEL),
                                properties=closed(["tags"], tags={"type": "array", "uniqueItems": True}),
                            ),
                        },
                    ),
                ),
                invocations={
                    "type": "array",
                    "items": closed(
                        ["executionSuccessful"],
                        executionSuccessful={"type": "boolean"},
                        toolExecutionNotifications={
                            "type": "array",
                            "items": closed(["message"], level=LEVEL, message=MESSAGE),
                        },
                    ),
                },
                results={
                    "type": "array",
                    "maxItems": MOST_RESULTS,
                    "items": closed(
                        ["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"],
                        ruleId={"type": "string"},
                        ruleIndex={"type": "integer", "minimum": 0},
                        level=LEVEL,
                        message=MESSAGE,
                        partialFingerprints={"type": "object", "additionalProperties": {"type": "string"}},
                        locations={
                            "type": "array",
                            "minItems": 1,
                            "items": closed(
                                ["physicalLocation"],
                                physicalLocation=closed(
                                    ["artifactLocation", "region"],
                                    artifactLocation=closed(
                                        ["uri", "uriBaseId"],
                                        uri={"type": "string", "pattern": r"^([A-Za-z0-9._~/-]|%[0-9A-F]{2})+$"},
                                        uriBaseId={"const": "%SRCROOT%"},
                                    ),
                                    region=closed(
                                        ["startLine", "startColumn", "endLine", "endColumn"],
                                        startLine=POSITIVE,
                                        startColumn=POSITIVE,
                                        endLine=POSITIVE,
                                        endColumn=POSITIVE,
                                    ),
                                ),
                            ),
                        },
                    ),
                },
            ),
        },
    },
)


def run_of(found: LintResult) -> dict[str, Any]:
    log = json.loads(report(found))
    jsonschema.validate(log, STRUCTURE)
    run: dict[str, Any] = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for one in run["results"]:
        region = one["locations"][0]["physicalLocation"]["region"]
        assert rules[one["ruleIndex"]]["id"] == one["ruleId"]
        assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
    return run


def test_a_result() -> None:
    [one] = run_of(result([diagnostic(line=3, column=5, end_column=9, hint="mend it")]))["results"]
    assert one["message"]["text"] == "this is wrong (mend it)"
    assert one["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 3,
        "startColumn": 5,
        "endLine": 3,
        "endColumn": 9,
    }


def test_no_results_are_an_empty_array() -> None:
    run = run_of(result())
    assert run["results"] == []
    assert run["tool"]["driver"]["rules"] == []
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


def test_levels() -> None:
    run = run_of(result([diagnostic(severity=severity, line=line) for line, severity in enumerate((E, W, I), 1)]))
    assert [one["level"] for one in run["results"]] == ["error", "warning", "note"]
    assert run["tool"]["driver"]["rules"][0]["defaultConfiguration"] == {"level": "error"}


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)
def test_every_rule_is_described(rule: Any) -> None:
    [described] = run_of(result([diagnostic(rule=rule.id, severity=rule.severity)]))["tool"]["driver"]["rules"]
    assert described["name"] == rule.name
    assert "helpUri" not in described
    assert rule.why in described["help"]["text"]


def test_a_place_before_the_file_is_moved_into_it() -> None:
    run = run_of(result([diagnostic(line=0, column=0, end_line=0, end_column=0)]))
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 1


def test_the_mildest_are_left_out() -> None:
    mild = [diagnostic(severity=I, line=line) for line in range(1, MOST_RESULTS + 1)]
    run = run_of(result([*mild, *(diagnostic(line=line) for line in range(1, 4))]))
    assert sum(one["level"] == "error" for one in run["results"]) == 3
    assert len(run["results"]) == MOST_RESULTS
    [note] = run["invocations"][0]["toolExecutionNotifications"]
    assert (note["level"], note["message"]["text"][:14]) == ("note", "3 more results")


def test_a_fault_of_the_linter_is_no_success() -> None:
    [invocation] = run_of(result(crashes=["rule PBK203 failed"]))["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "rule PBK203 failed"


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("playbooks/a.yaml", "playbooks/a.yaml"),
        ("my library/ü%20:x.yaml", "my%20library/%C3%BC%2520%3Ax.yaml"),
        ("c:x.yaml", "c%3Ax.yaml"),
        ("x\udcff.yaml", "x%FF.yaml"),
    ],
)
def test_paths_are_percent_encoded(path: str, uri: str) -> None:
    assert relative_uri(path) == uri
    assert unquote(uri, errors="surrogateescape") == path


@given(any_result())
def test_every_log_is_valid(found: LintResult) -> None:
    run = run_of(found)
    assert len(run["results"]) == len(found.diagnostics)
    marks = [one["partialFingerprints"]["primaryLocationLineHash"] for one in run["results"]]
    assert len(set(marks)) == len(marks)
