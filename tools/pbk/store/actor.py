"""Who is typing: the name that goes into the ledger, and whether the environment says that it is an agent."""

from __future__ import annotations

import getpass
from collections.abc import Mapping

ACTOR_VARIABLE = "PBK_ACTOR"
ACTOR_LIMIT = 200

# What coding agents set in the environment of the commands that they run.
AGENT_VARIABLES = (
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CODEX_SANDBOX",
    "CODEX_THREAD_ID",
    "CODEX_CI",
    "GEMINI_CLI",
    "CURSOR_AGENT",
    "COPILOT_AGENT",
    "COPILOT_CLI",
    "OPENCODE",
    "OPENHANDS",
    "GOOSE_TERMINAL",
    "AIDER_AGENT",
    "AMP_AGENT",
    "AUGMENT_AGENT",
    "AGENT",
    "AI_AGENT",
    "PBK_AGENT",
)


def agent_variable(environment: Mapping[str, str]) -> str | None:
    """Return the variable that says that an agent is typing, or None."""
    for name in AGENT_VARIABLES:
        if environment.get(name, "") not in {"", "0", "false"}:
            return name
    return None


def actor_name(environment: Mapping[str, str], git_identity: str | None) -> str:
    """Return who acts: `PBK_ACTOR`, else Git's identity, else the login name.

    An agent is marked as such and may not name itself: two names that it made up would be two actors.
    """
    agent = agent_variable(environment)
    named = None if agent else environment.get(ACTOR_VARIABLE)
    name = named or git_identity or _login()
    name = "".join(letter for letter in name if letter.isprintable()).strip()[:ACTOR_LIMIT] or "unknown"
    return f"agent:{name}"[:ACTOR_LIMIT] if agent else name


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"  # a container without a passwd entry
