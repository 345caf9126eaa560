"""From YAML events to plain data and the offsets of every key and value, within a budget and without recursion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pbk.model.canonical import Json
from pbk.store import yaml_refusal as refusal
from pbk.store.yaml_events import Event
from pbk.store.yaml_place import Places, Pointer
from pbk.store.yaml_scalars import plain_value
from pbk.store.yaml_text import directive

MOST_NODES = 5_000
MOST_DEPTH = 48

Offsets = dict[Pointer, tuple[int, int]]

_SEPARATION = re.compile(r"(?:[ \t\r\n]++|#[^\r\n]*+)*+")
_TRAILING = " \t\r\n"
_PLACEHOLDERS = range(0xE000, 0xF8FF)  # private use: no text means anything by them
_NOT_BREAKS = "\x85\u2028\u2029"
_INSIDE_WORDS = {":": r"(?<=\w):(?=[\w/])", "?": r"(?<=\w)\?"}


@dataclass(frozen=True, slots=True)
class Tree:
    """Plain data, and for each pointer where its key and its value stand (offsets into the body, half open)."""

    data: dict[str, Json]
    keys: Offsets
    values: Offsets


class _Frame:
    """A mapping or sequence that is still open."""

    __slots__ = ("container", "end", "flow", "key", "pointer", "start")

    def __init__(self, container: Any, pointer: Pointer, start: int, *, flow: bool) -> None:
        self.container: Any = container
        self.pointer = pointer
        self.start = start
        self.end = start
        self.flow = flow
        self.key: str | None = None  # of a mapping: the key whose value comes next


class TreeBuilder:
    """Builds the tree of one text. Raises `YamlProblem` at the first thing that a playbook may not have."""

    __slots__ = ("_cursor", "_data", "_documents", "_frames", "_keys", "_nodes", "_places", "_restore", "_values")

    def __init__(self, places: Places) -> None:
        self._places = places
        self._frames: list[_Frame] = []
        self._keys: Offsets = {}
        self._values: Offsets = {}
        self._data: dict[str, Json] | None = None
        self._documents = 0
        self._nodes = 0
        self._cursor = 0  # the end of what was read last
        self._restore: dict[int, str] = {}

    def parser_text(self, *, strict: bool) -> str:
        """Return the body for a parser, of equal length, with characters masked that it may take for indicators.

        No parser may end a line at NEL, LS and PS, as YAML 1.1 did; one that is not `strict` in YAML 1.2 shall also not
        see a `:` or `?` inside a word, where it would stop in a flow collection.
        """
        body = self._places.body
        free = (chr(code) for code in _PLACEHOLDERS if chr(code) not in body)
        if not body.isascii():
            for character in _NOT_BREAKS:
                if character in body:
                    body = self._masked(body, character, character, next(free))
        if not strict and ("[" in body or "{" in body):
            for character, pattern in _INSIDE_WORDS.items():
                if character in body:
                    body = self._masked(body, character, pattern, next(free))
        return body

    def _masked(self, body: str, character: str, pattern: str, placeholder: str) -> str:
        masked, count = re.subn(pattern, placeholder, body)
        if count:
            self._restore[ord(placeholder)] = character
        return masked

    @property
    def open_bracket(self) -> int | None:
        """The offset of the innermost bracket that is still open."""
        return next((frame.start for frame in reversed(self._frames) if frame.flow), None)

    def build(self, events: Iterator[Event]) -> Tree:
        """Return the tree that the events of a parser make; the parser's own errors pass through."""
        handlers = {
            "ScalarEvent": self._scalar,
            "MappingStartEvent": self._open_mapping,
            "SequenceStartEvent": self._open_sequence,
            "MappingEndEvent": self._close,
            "SequenceEndEvent": self._close,
            "AliasEvent": self._alias,
            "DocumentStartEvent": self._document,
        }
        for event in events:
            handler = handlers.get(type(event).__name__)
            if handler is not None:
                handler(event)
        if self._data is None:
            raise refusal.empty(self._places, 0)
        return Tree(self._data, self._keys, self._values)

    def _scalar(self, event: Event) -> None:
        self._admit(event)
        start, end = event.start_mark.index, event.end_mark.index
        text: str = event.value
        if self._restore and not text.isascii():
            text = text.translate(self._restore)
        style = event.style
        if not style:
            if start == end:
                start = end = self._empty_place()
            self._plain(text, start, end)
            return
        if style in "|>":
            end = self._trimmed(start, end)
        elif style == '"':
            problem = refusal.escaped(self._places, text, start, end)
            if problem is not None:
                raise problem
        self._take(text, start, end)

    def _plain(self, text: str, start: int, end: int) -> None:
        if text == "<<" and self._expects_key():
            raise refusal.merge(self._places, start, end)
        try:
            value = plain_value(text)
        except ValueError as error:
            hint = "put it in quotes if it is a text"
            raise self._places.problem("number", str(error), hint, start, end) from None
        self._take(value, start, end)

    def _take(self, value: Json, start: int, end: int) -> None:
        """Put a scalar where it belongs: as a key, or as a value."""
        self._cursor = max(self._cursor, end)
        if self._expects_key():
            self._key(value, start, end)
        elif not self._frames:
            raise refusal.not_a_mapping(self._places, value, start, end)
        else:
            self._values[self._place(value)] = (start, end)
            self._frames[-1].end = end

    def _key(self, key: Json, start: int, end: int) -> None:
        if start == end or not isinstance(key, str):
            raise refusal.not_a_text_key(self._places, start, end)
        frame = self._frames[-1]
        if key in frame.container:
            first, _ = self._keys[*frame.pointer, key]
            raise refusal.duplicate_key(self._places, key, first, start, end)
        frame.key = key
        frame.container[key] = None
        frame.end = end
        self._keys[*frame.pointer, key] = (start, end)

    def _open_mapping(self, event: Event) -> None:
        self._open(event, {})

    def _open_sequence(self, event: Event) -> None:
        self._open(event, [])

    def _open(self, event: Event, container: Any) -> None:
        self._admit(event)
        start = event.start_mark.index
        if len(self._frames) >= MOST_DEPTH:
            message = f"this is nested more than {MOST_DEPTH} levels deep"
            raise self._places.problem("too-deep", message, "a playbook needs six", start)
        if self._expects_key():
            raise refusal.collection_as_key(self._places, start)
        if self._frames:
            pointer = self._place(container)
        elif isinstance(container, dict):
            pointer = ()
            self._data = container
        else:
            raise refusal.not_a_mapping(self._places, container, start, start + 1)
        self._cursor = max(self._cursor, start + bool(event.flow_style))
        self._frames.append(_Frame(container, pointer, start, flow=bool(event.flow_style)))

    def _close(self, event: Event) -> None:
        frame = self._frames.pop()
        # The end of a block collection runs on to the next token: it really ends where its last child does.
        end = event.end_mark.index if frame.flow else frame.end
        self._values[frame.pointer] = (frame.start, end)
        self._cursor = max(self._cursor, end)
        if self._frames:
            self._frames[-1].end = end

    def _place(self, value: Json) -> Pointer:
        """Put a value into the collection that is open, and return its pointer."""
        frame = self._frames[-1]
        if frame.key is None:
            frame.container.append(value)
            return (*frame.pointer, len(frame.container) - 1)
        key, frame.key = frame.key, None
        frame.container[key] = value
        return (*frame.pointer, key)

    def _expects_key(self) -> bool:
        return bool(self._frames) and self._frames[-1].key is None and type(self._frames[-1].container) is dict

    def _admit(self, event: Event) -> None:
        """Count a node, and refuse what stands before it: an anchor or a tag."""
        self._nodes += 1
        if self._nodes > MOST_NODES:
            message = f"the file has more than {MOST_NODES:,} keys and values"
            raise self._places.problem("too-large", message, "split the playbook", event.start_mark.index)
        if event.anchor is not None or event.tag is not None:
            raise refusal.node_property(self._places, event.start_mark.index)

    def _alias(self, event: Event) -> None:
        raise refusal.alias(self._places, event.start_mark.index)

    def _document(self, event: Event) -> None:
        self._documents += 1
        start = event.start_mark.index
        if self._documents > 1:
            message = "a second YAML document starts here"
            raise self._places.problem("several-documents", message, "one playbook a file", start, start + 3)
        if event.version is not None or event.tags:
            raise directive(self._places, start, start + 1)
        if self._places.body.startswith("---", start):
            self._cursor = start + len("---")

    def _empty_place(self) -> int:
        """Return where a value that is not written stands: after the `-` or `:` that announces it."""
        found = _SEPARATION.match(self._places.body, self._cursor)
        at = found.end() if found else self._cursor
        if self._expects_key():
            return at
        return at + 1 if self._places.body[at : at + 1] in {":", "-", "?"} else self._cursor

    def _trimmed(self, start: int, end: int) -> int:
        """Return where a block scalar ends: after the last line of it that is not blank."""
        body = self._places.body
        last = start + len(body[start:end].rstrip(_TRAILING))
        return min(end, self._places.line_end(last))
