"""The passages of a playbook that somebody reads: values, keys and comments, each with the place of any part of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pbk.lint.comments import Comment
from pbk.lint.document import LintDocument
from pbk.model.canonical import Json
from pbk.store.yaml_place import Places, Pointer, Span

_LONGEST = 20_000  # characters of a folded or escaped text in which the exact place is looked for
_BETWEEN = "\n\x00\n"  # no text has that, no word and no blank is that


class Passage(NamedTuple):
    """One text: a value, a key, or comments on lines that follow one another, with their `#`.

    The arguments of a `run` are one passage, joined by blanks, as a shell would be given them.
    """

    text: str
    pointer: Pointer | None  # None: a comment
    key: bool = False
    start: int = 0  # of a comment: where it stands in the document's text


@dataclass(frozen=True, slots=True)
class Reading:
    """All passages of a document, and one text with all of them, so that one search reads a whole file."""

    text: str
    passages: tuple[Passage, ...]
    starts: tuple[int, ...]  # where each passage starts in the text

    def place(self, document: LintDocument, start: int, end: int) -> Span:
        """Return where `text[start:end]` stands in the file; of more than one passage, the part in the first."""
        index = bisect_right(self.starts, start) - 1
        passage, shift = self.passages[index], self.starts[index]
        return place(document, passage, start - shift, min(end - shift, len(passage.text)))


@lru_cache(maxsize=2)  # each rule that reads a whole file asks for the same one in turn
def reading(document: LintDocument) -> Reading:
    """Return all passages of a document as one text."""
    found = tuple(passages(document))
    starts: list[int] = []
    at = 0
    for passage in found:
        starts.append(at)
        at += len(passage.text) + len(_BETWEEN)
    return Reading(_BETWEEN.join(passage.text for passage in found), found, tuple(starts))


def passages(document: LintDocument) -> Iterator[Passage]:
    """Yield every passage of a document: values in order, then keys, then comments."""
    if document.yaml is None:
        return
    yield from _values((), dict(document.data))
    for pointer in document.yaml.keys:
        yield Passage(str(pointer[-1]), pointer, key=True)
    yield from _comments(document)


def place(document: LintDocument, passage: Passage, start: int, end: int) -> Span:
    """Return where `passage.text[start:end]` stands, as exactly as its spelling in the file allows."""
    if passage.pointer is None:
        return span_at(document, passage.start + start, passage.start + end)
    whole = document.key_span(passage.pointer) if passage.key else document.value_span(passage.pointer)
    source = document.text[whole.start : whole.end]
    if source == passage.text:
        return span_at(document, whole.start + start, whole.start + end)
    if len(passage.text) > _LONGEST:
        return whole
    part = passage.text[start:end]
    # A folded text has a blank where the file has a line break; the n-th of equal parts is the n-th there too.
    pattern = re.compile(r"\s+".join(map(re.escape, part.split())) if part.strip() else re.escape(part))
    before = len(pattern.findall(passage.text, 0, start))
    for index, found in enumerate(pattern.finditer(source)):
        if index == before:
            return span_at(document, whole.start + found.start(), whole.start + found.end())
    return whole


def span_at(document: LintDocument, start: int, end: int) -> Span:
    """Return the span of `document.text[start:end]`."""
    places = _places(document)
    return places.span(max(0, start - places.shift), max(0, end - places.shift))


@lru_cache(maxsize=2)  # a file with many findings is split into lines once
def _places(document: LintDocument) -> Places:
    return Places(document.text)


def _values(pointer: Pointer, value: Json) -> Iterator[Passage]:
    if isinstance(value, str):
        yield Passage(value, pointer)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _values((*pointer, key), item)
    elif isinstance(value, list):
        if pointer[-1] == "run":
            yield Passage(" ".join(item for item in value if isinstance(item, str)), pointer)
            return
        for index, item in enumerate(value):
            yield from _values((*pointer, index), item)


def _comments(document: LintDocument) -> Iterator[Passage]:
    block: list[Comment] = []
    for comment in document.comments:
        if block and not (comment.alone and block[-1].alone and comment.span.line == block[-1].span.line + 1):
            yield _joined(document, block)
            block = []
        block.append(comment)
    if block:
        yield _joined(document, block)


def _joined(document: LintDocument, block: list[Comment]) -> Passage:
    start = block[0].span.start
    return Passage(document.text[start : block[-1].span.end], None, start=start)
