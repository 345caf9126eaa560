"""The events of a YAML text, from the C parser or from the pure one.

The pure parser is the reference: it is slower by an order of magnitude, but it keeps YAML 1.2 and says better what is
wrong. The C parser is the fast path for texts on which both agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

Event = Any  # ruamel's events; `start_mark.index` and `end_mark.index` are character offsets
EventSource = Callable[[str], Iterator[Event]]


def c_parser() -> EventSource | None:
    """Return the events of the C parser, or None where it is not installed."""
    try:
        from ruamel.yaml.cyaml import CParser  # type: ignore[attr-defined]  # re-exported without saying so  # noqa: PLC0415 - brings the parser, which a warm call does not need
    except ImportError:
        return None

    def events(text: str) -> Iterator[Event]:
        parser = CParser(text)
        return iter(parser.get_event, None)

    return events


def pure_parser() -> EventSource:
    """Return the events of the pure parser."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - brings the parser, which a warm call does not need

    def events(text: str) -> Iterator[Event]:
        return cast(Iterator[Event], YAML(typ="safe", pure=True).parse(text))

    return events
