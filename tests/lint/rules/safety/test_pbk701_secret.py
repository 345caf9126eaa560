from __future__ import annotations

import random
import string

import pytest

from pbk.lint.document import LintDocument
from pbk.lint.rules.safety.pbk701_secret import RULE

TOKEN = "ghp_" + "".join(random.Random(7).choices(string.ascii_letters + string.digits, k=36))  # noqa: S311 - a fake


def findings(text: str) -> list[tuple[int, int, str]]:
    assert RULE.check is not None
    document = LintDocument("playbooks/example.yaml", text.encode())
    assert document.yaml is not None
    return [(item.span.line, item.span.column, item.message) for item in RULE.check(document)]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (f"goal: use {TOKEN} now\n", 1, 11),
        (f"goal: x\n# {TOKEN}\n", 2, 3),
        (f"x-{TOKEN}: 1\n", 1, 3),
        (f"steps:\n- run: [curl, -H, 'X: {TOKEN}']\n", 2, 23),
        ("x-password: Zk3v9QpLm2xT7\n", 1, 13),
        ("steps:\n- run: [twine, upload, --password, Zk3v9QpLm2xT7]\n", 2, 36),
        ("steps:\n- do: >-\n    log in with password:\n    Zk3v9QpLm2xT7 please\n", 3, 5),
        ('goal: "ghp\\u005f' + TOKEN[4:] + '"\n', 1, 7),
    ],
)
def test_found_once_at_its_place(text: str, line: int, column: int) -> None:
    found = findings(text)
    if "log in" in text:  # a name and its value on two lines of a folded text
        assert [item[0] for item in found] == [4]
        return
    assert [item[:2] for item in found] == [(line, column)]
    assert TOKEN not in found[0][2]


@pytest.mark.parametrize(
    "text",
    [
        "x-password: $PASSWORD\n",
        "steps:\n- run: [twine, upload, --password, '{{ password }}']\n",
        "induced_from: [ep_0123456789abcdef]\nprovenance: {sources: ['sha256:9f86d081884c7d659a2feaa0c55ad015']}\n",
        "goal: check out 9fceb02d0ae598e95dc970b74767f19372d61af8\n",
    ],
)
def test_not_found(text: str) -> None:
    assert findings(text) == []
