"""Comments of a YAML text: what stands after a `#` that is in no key and no value."""

from __future__ import annotations

from dataclasses import dataclass

from pbk.store.yaml_place import Places, Span
from pbk.store.yaml_source import YamlDocument


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment, `#` included. `alone`: nothing but blanks stands before it on its line."""

    span: Span
    text: str
    alone: bool


def comments_of(document: YamlDocument) -> list[Comment]:
    """Return every comment of a document in order."""
    places = Places(document.text)
    body = places.body
    found: list[Comment] = []
    position = 0
    for start, end in [*_scalars(document, places.shift), (len(body), len(body))]:
        position = _collect(places, position, start, found)
        position = max(position, end)
    return found


def _scalars(document: YamlDocument, shift: int) -> list[tuple[int, int]]:
    """Return the stretches of the body in which a `#` is text: keys and values that are no collections."""
    stretches: list[tuple[int, int]] = []
    spans = [*document.keys.values()]
    parents = {pointer[:-1] for pointer in document.values if pointer}
    spans += [span for pointer, span in document.values.items() if pointer not in parents]
    for span in spans:
        start, end = span.start - shift, span.end - shift
        if document.text[span.start : span.start + 1] in ("|", ">"):  # a comment may stand behind the header
            newline = document.text.find("\n", span.start, span.end)
            start = (newline if newline >= 0 else span.end) - shift
        stretches.append((start, end))
    return sorted(stretches)


def _collect(places: Places, position: int, end: int, found: list[Comment]) -> int:
    """Add the comments that begin in `body[position:end]` and return where to go on."""
    body = places.body
    while True:
        mark = body.find("#", position, end)
        if mark < 0:
            return max(position, end)
        if mark == 0 or body[mark - 1] in " \t\r\n":
            stop = places.line_end(mark)
            alone = not body[places.line_start(mark) : mark].strip()
            found.append(Comment(places.span(mark, stop), body[mark:stop], alone))
            position = stop
        else:
            position = mark + 1
