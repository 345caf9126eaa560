"""A chat client that answers from a list, and remembers what it was asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pbk.llm import Reply

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class Call:
    """One request: the messages and the schema that came with them."""

    messages: Sequence[Mapping[str, str]]
    schema: Mapping[str, object] | None

    @property
    def text(self) -> str:
        """All that was said, in order."""
        return "\n".join(message["content"] for message in self.messages)


@dataclass
class FakeChat:
    """Answers with each of `replies` once; an exception among them is raised. A call too many is an AssertionError."""

    replies: Sequence[str | Exception]
    calls: list[Call] = field(default_factory=list)

    def complete(self, messages: Sequence[Mapping[str, str]], *, schema: Mapping[str, object] | None = None) -> Reply:
        if len(self.calls) >= len(self.replies):
            raise AssertionError(f"the model was called {len(self.calls) + 1} times, {len(self.replies)} were expected")
        reply = self.replies[len(self.calls)]
        self.calls.append(Call(tuple(dict(message) for message in messages), schema))
        if isinstance(reply, Exception):
            raise reply
        return Reply(reply)
