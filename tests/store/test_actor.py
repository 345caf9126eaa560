from __future__ import annotations

import pytest

from pbk.store.actor import actor_name, agent_variable


@pytest.mark.parametrize(
    ("environment", "identity", "name"),
    [
        ({"PBK_ACTOR": "ci"}, "a@example.org", "ci"),
        ({}, "a@example.org", "a@example.org"),
        ({"CLAUDECODE": "1"}, "a@example.org", "agent:a@example.org"),
        ({"CLAUDECODE": "1", "PBK_ACTOR": "somebody else"}, "a@example.org", "agent:a@example.org"),
        ({"PBK_ACTOR": "a\x1b[31m\nb"}, None, "a[31mb"),
        ({"PBK_ACTOR": "\x00"}, None, "unknown"),
    ],
)
def test_actor(environment: dict[str, str], identity: str | None, name: str) -> None:
    assert actor_name(environment, identity) == name


def test_agent_variable() -> None:
    assert agent_variable({"CLAUDECODE": "0"}) is None
    assert agent_variable({"GEMINI_CLI": "1"}) == "GEMINI_CLI"
