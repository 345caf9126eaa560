"""task_mentions, context, env_set, os."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.conditions import inflection
from pbk.conditions.registry import evaluate
from pbk.conditions.situation import Situation
from pbk.model.condition import Condition

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("listed", "task", "verdict"),
    [
        ("release", "release 1.4", True),
        ("release", "Cut the RELEASES", True),
        ("release", "it was released.", True),
        ("release", "releasing/now", True),
        ("release", "prerelease", False),
        ("leas", "release it", False),
        ("lease", "release it", False),
        ("ship", "shipped it", True),
        ("ship", "we are shipping", True),
        ("ship", "the shipment", False),
        ("ship", "shipper", False),
        ("publish", "she publishes wheels", True),
        ("publish", "a publisher", False),
        ("copy", "copied", True),
        ("copy", "copies", True),
        ("copy", "copying", True),
        ("bump", "bumping", True),
        ("dependency", "the dependencies", True),
        ("dependencies", "one dependency", True),
        ("released", "releasing", True),
        ("commit", "committed", True),
        ("open", "opening", True),
        ("tag", "tagging v1", True),
        ("tag", "stage", False),
        ("plan", "planing", False),
        ("plan", "planned", True),
        ("fix", "fixes and fixing", True),
        ("deploy", "deployed", True),
        ("tie", "tying", True),
        ("build", "built it", True),
        ("built", "build it", True),
        ("run", "running", True),
        ("run", "runner", False),
        ("echo", "echoes", True),
        ("car", "caring", False),
        ("release", "release's notes", True),
        ("release", "", False),
        ("release notes", "write the release notes", True),
        ("release note", "released  NOTES", True),
        ("release notes", "release the notes", False),
        ("back-port", "back port it", True),
        ("run_tests", "run tests", True),
        ("c++", "port the C++ code", True),
        ("c", "port the C++ code", False),
        ("c#", "a C# file", True),
        ("issue", "issue#5", True),
        (["yank", "publish"], "publish it", True),
        (["yank", "withdraw"], "publish it", False),
        ("straße", "in der STRASSE", True),
        ("café", "cafe\u0301 opens", True),
        ("ﬁx", "fix it", True),
        ("发布", "请发布新版本", True),
        ("发布", "请删除", False),
        ("हिन्दी", "यह हिन्दी है", True),
        ("!!!", "wow!!!", None),
        ("", "x", None),
        ([], "x", None),
        (3, "x", None),
        (["release", 3], "release", None),
    ],
)
def test_task_mentions(listed: Any, task: str, *, verdict: bool | None, tmp_path: Path) -> None:
    evaluation = evaluate(Condition("task_mentions", listed), Situation(task, tmp_path))
    assert evaluation.holds is verdict, evaluation.detail


@given(st.text(max_size=30))
def test_every_word_is_related_to_itself(text: str) -> None:
    for word in inflection.words(text):
        assert word in inflection.related(word)


CONTEXT = MappingProxyType(
    {
        "region": "eu",
        "count": 3,
        "text3": "3",
        "half": "0.5",
        "yes": True,
        "no": False,
        "said_no": "No",
        "empty": "",
        "nothing": None,
        "spelled": "true",
        "list": [1, "a", None],
        "a": {"b": {"c": "deep"}, "n": 0},
        "x.y": "dotted",
        "object": object(),
        "nan": float("nan"),
    }
)


@pytest.mark.parametrize(
    ("argument", "verdict"),
    [
        ({"key": "region", "equals": "eu"}, True),
        ({"key": "region", "equals": "EU"}, False),
        ({"key": "region"}, True),
        ({"key": "count", "equals": 3}, True),
        ({"key": "count", "equals": 3.0}, True),
        ({"key": "count", "equals": "3"}, False),
        ({"key": "count", "equals": True}, False),
        ({"key": "text3", "equals": 3}, True),
        ({"key": "text3", "equals": "3"}, True),
        ({"key": "text3", "equals": [3]}, False),
        ({"key": "half", "equals": 0.5}, True),
        ({"key": "region", "equals": 3}, False),
        ({"key": "yes", "equals": True}, True),
        ({"key": "yes", "equals": 1}, False),
        ({"key": "spelled", "equals": True}, True),
        ({"key": "spelled", "equals": False}, False),
        ({"key": "spelled", "equals": 1}, False),
        ({"key": "nothing", "equals": None}, True),
        ({"key": "region", "equals": None}, False),
        ({"key": "list", "equals": [1, "a", None]}, True),
        ({"key": "list", "equals": [1, "a"]}, False),
        ({"key": "list", "equals": [True, "a", None]}, False),
        ({"key": "a", "equals": {"b": {"c": "deep"}, "n": 0}}, True),
        ({"key": "a", "equals": {"b": {"c": "deep"}}}, False),
        ({"key": "a.b.c", "equals": "deep"}, True),
        ({"key": "x.y", "equals": "dotted"}, True),
        ({"key": "yes"}, True),
        ({"key": "no"}, False),
        ({"key": "said_no"}, False),
        ({"key": "empty"}, False),
        ({"key": "nothing"}, False),
        ({"key": "a.n"}, False),
        ({"key": "list"}, True),
        ({"key": "nan"}, False),
        ({"key": "nan", "equals": float("nan")}, False),
        ({"key": "missing"}, None),
        ({"key": "missing", "equals": None}, None),
        ({"key": "a.b.c.d"}, None),
        ({"key": "region.x"}, None),
        ({"key": "object"}, None),
        ({"key": "object", "equals": 1}, False),
        ({"key": ""}, None),
        ({"equals": 1}, None),
        ({"key": "region", "is": 1}, None),
        ("region", None),
        (None, None),
    ],
)
def test_context(argument: Any, *, verdict: bool | None, tmp_path: Path) -> None:
    evaluation = evaluate(Condition("context", argument), Situation("", tmp_path, context=CONTEXT))
    assert evaluation.holds is verdict, evaluation.detail


@pytest.mark.parametrize(
    ("argument", "verdict"),
    [
        ("TOKEN", True),
        ("EMPTY", False),
        ("MISSING", False),
        (["TOKEN", "OTHER"], True),
        (["TOKEN", "EMPTY"], False),
        ("TOKEN=s3cret", None),
        ([], None),
        ("", None),
        (7, None),
    ],
)
def test_env_set(argument: Any, *, verdict: bool | None, tmp_path: Path) -> None:
    environment = {"TOKEN": "s3cret", "OTHER": "x", "EMPTY": ""}
    evaluation = evaluate(Condition("env_set", argument), Situation("", tmp_path, environment=environment))
    assert evaluation.holds is verdict
    assert "s3cret" not in evaluation.detail


@pytest.mark.parametrize(
    ("platform", "argument", "verdict"),
    [
        ("linux", "linux", True),
        ("darwin", "macos", True),
        ("win32", ["linux", "windows"], True),
        ("linux", ["macos", "windows"], False),
        ("linux", "Linux", None),
        ("linux", ["linux", "beos"], None),
        ("freebsd14", "linux", None),
        ("linux", [], None),
        ("linux", None, None),
    ],
)
def test_os(
    platform: str, argument: Any, *, verdict: bool | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbk.conditions.operating_system.sys.platform", platform)
    assert evaluate(Condition("os", argument), Situation("", tmp_path)).holds is verdict
