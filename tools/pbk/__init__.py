"""Procedural memory for coding agents, kept in Git.

What is public is listed here, and loaded when it is first asked for: `import pbk` itself costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbk.config import Settings
    from pbk.errors import BrokenError, ModelError, PbkError, RefusedError, UsageError
    from pbk.induce.inducer import Inducer
    from pbk.llm import ChatClient, Reply, open_client
    from pbk.match.matcher import Matcher
    from pbk.match.trace import Decision, Match
    from pbk.model.condition import Condition
    from pbk.model.episode import Episode, EpisodeStep, Outcome
    from pbk.model.event import Event
    from pbk.model.event_kind import Level, Verdict
    from pbk.model.procedure import Procedure, ProcStatus, Step
    from pbk.model.standing import Band, Standing
    from pbk.replay.advisory import render_advisory
    from pbk.replay.strict import StrictReplayer
    from pbk.store.library import Library
    from pbk.store.recording import record, retire, revive, void
    from pbk.store.shelf import Shelf

_HOMES = {
    "Band": "pbk.model.standing",
    "BrokenError": "pbk.errors",
    "ChatClient": "pbk.llm",
    "Condition": "pbk.model.condition",
    "Decision": "pbk.match.trace",
    "Episode": "pbk.model.episode",
    "EpisodeStep": "pbk.model.episode",
    "Event": "pbk.model.event",
    "Inducer": "pbk.induce.inducer",
    "Level": "pbk.model.event_kind",
    "Library": "pbk.store.library",
    "Match": "pbk.match.trace",
    "Matcher": "pbk.match.matcher",
    "ModelError": "pbk.errors",
    "Outcome": "pbk.model.episode",
    "PbkError": "pbk.errors",
    "ProcStatus": "pbk.model.procedure",
    "Procedure": "pbk.model.procedure",
    "RefusedError": "pbk.errors",
    "Reply": "pbk.llm",
    "Settings": "pbk.config",
    "Shelf": "pbk.store.shelf",
    "Standing": "pbk.model.standing",
    "Step": "pbk.model.procedure",
    "StrictReplayer": "pbk.replay.strict",
    "UsageError": "pbk.errors",
    "Verdict": "pbk.model.event_kind",
    "open_client": "pbk.llm",
    "record": "pbk.store.recording",
    "render_advisory": "pbk.replay.advisory",
    "retire": "pbk.store.recording",
    "revive": "pbk.store.recording",
    "void": "pbk.store.recording",
}

__all__ = [
    "Band",
    "BrokenError",
    "ChatClient",
    "Condition",
    "Decision",
    "Episode",
    "EpisodeStep",
    "Event",
    "Inducer",
    "Level",
    "Library",
    "Match",
    "Matcher",
    "ModelError",
    "Outcome",
    "PbkError",
    "ProcStatus",
    "Procedure",
    "RefusedError",
    "Reply",
    "Settings",
    "Shelf",
    "Standing",
    "Step",
    "StrictReplayer",
    "UsageError",
    "Verdict",
    "open_client",
    "record",
    "render_advisory",
    "retire",
    "revive",
    "void",
]


def __getattr__(name: str) -> object:
    """Load a public name from the module that it lives in."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'pbk' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - `import pbk` itself costs nothing

    return getattr(import_module(home), name)
