r"""Suppressions: comments that say which findings a person has looked at and accepts.

Grammar, after `#` and with blanks as you like between the words:

    comment = "pbk:" ("ignore" | "ignore-file") "[" id *("," id) "]" reason

`ignore` at the end of a line covers what begins on that line; alone on a line, on the next line that holds more than a
comment. Where a text of several lines begins on the covered line, all of the text is covered. `ignore-file` stands
alone in the head of the file, before its first key, and covers the file. A file that cannot be read as YAML has no
comments that could be trusted, and so no suppressions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pbk.lint.comments import Comment
from pbk.lint.diagnostic import Edit, Finding, Fix
from pbk.lint.document import LintDocument
from pbk.store.yaml_place import Places, Span

UNUSED = "PBK901"
ANY = re.compile(r"#[ \t]*pbk[ \t]*:", re.IGNORECASE)
_FORM = re.compile(r"#[ \t]*pbk:[ \t]*(?P<kind>ignore-file|ignore)[ \t]*\[(?P<ids>[^\]\r\n]*)\](?P<reason>.*)")
_WORD = re.compile(r"[^,\s]+(?:[ \t]+[^,\s]+)*")


class Fault(StrEnum):
    """Why a comment that is meant as a suppression suppresses nothing."""

    FORM = "form"  # it cannot be read
    PLACE = "place"  # it stands where it covers nothing


@dataclass(frozen=True, slots=True)
class Word:
    """One id of a suppression, as it is spelled, and where it stands."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment that suppresses. `lines` are the first and the last line it covers, None for the whole file.

    `fault` is None where it takes effect; `lines` means nothing where it does not.
    """

    span: Span
    words: tuple[Word, ...]
    reason: str
    lines: tuple[int, int] | None
    fault: Fault | None = None

    def covers(self, rule: str, line: int) -> bool:
        """Tell whether a finding of `rule` that begins on `line` is suppressed."""
        if self.fault is not None or all(word.text != rule for word in self.words):
            return False
        return self.lines is None or self.lines[0] <= line <= self.lines[1]


def suppressions_of(document: LintDocument) -> list[Suppression]:
    """Return what is meant as a suppression in a document, in order, mistaken ones too."""
    if document.yaml is None or not ANY.search(document.text):
        return []
    places = Places(document.text)
    found = [_read(document, places, comment) for comment in document.comments if ANY.match(comment.text)]
    return sorted([*found, *_inside_texts(document, places)], key=lambda one: one.span.start)


def unused(
    suppressions: Sequence[Suppression], used: Iterable[tuple[int, str]], checked: Mapping[str, bool], text: str
) -> Iterator[Finding]:
    """Yield a finding for each id that suppressed nothing.

    `used` has (index of the suppression, id) of those that did. `checked` has every known id, and whether its rule was
    run: of a rule that was not, nobody can tell. `text` is the file's.
    """
    effective = set(used)
    for index, one in enumerate(suppressions):
        if one.fault is not None:
            continue
        idle = [word for word in one.words if checked.get(word.text) and (index, word.text) not in effective]
        for word in idle:
            whole = len(idle) == len(one.words)
            yield Finding(
                word.span,
                f"nothing here is suppressed by {word.text}",
                "remove the comment" if whole else "remove the id",
                Fix("remove the suppression", (_removal(one, text),)) if whole else _without(one, word),
            )


def _read(document: LintDocument, places: Places, comment: Comment) -> Suppression:
    form = _FORM.match(comment.text)
    if form is None:
        return Suppression(comment.span, (), "", None, Fault.FORM)
    start = comment.span.start - places.shift
    words = tuple(
        Word(word[0], places.span(start + word.start(), start + word.end()))
        for word in _WORD.finditer(comment.text, form.start("ids"), form.end("ids"))
    )
    reason = form["reason"].strip().lstrip(":-").strip()
    fault = None if words else Fault.FORM
    lines: tuple[int, int] | None = None
    if form["kind"] == "ignore-file":
        if not comment.alone or comment.span.start >= _first_key(document):
            fault = fault or Fault.PLACE
    else:
        line = _next_line(document, places, comment) if comment.alone else comment.span.line
        if line is None:
            fault = fault or Fault.PLACE
        else:
            lines = (line, _last_line(document, line))
    return Suppression(comment.span, words, reason, lines, fault)


def _first_key(document: LintDocument) -> int:
    spans = document.yaml.keys.values() if document.yaml else ()
    return min((span.start for span in spans), default=len(document.text))


def _next_line(document: LintDocument, places: Places, comment: Comment) -> int | None:
    """Return the next line after a comment that holds more than a comment, None where there is none."""
    alone = {one.span.line for one in document.comments if one.alone}
    line = comment.span.line
    offset = places.line_end(comment.span.start - places.shift)
    while True:
        after = _after_break(places.body, offset)
        if after is None:
            return None
        line += 1
        offset = places.line_end(after)
        if places.body[after:offset].strip() and line not in alone:
            return line


def _after_break(body: str, offset: int) -> int | None:
    if offset >= len(body):
        return None
    return offset + 2 if body.startswith("\r\n", offset) else offset + 1


def _last_line(document: LintDocument, line: int) -> int:
    """Return the last line of the texts that begin on `line`; collections are not covered as a whole."""
    if document.yaml is None:
        return line
    values = document.yaml.values
    return max(
        (values[pointer].end_line for pointer, _ in document.texts() if values[pointer].line == line), default=line
    )


def _inside_texts(document: LintDocument, places: Places) -> Iterator[Suppression]:
    """Yield what looks like a suppression inside a text, where it is only text."""
    if document.yaml is None:
        return
    values = document.yaml.values
    for pointer, _ in document.texts():
        span = values[pointer]
        if span.end_line > span.line:
            for found in ANY.finditer(document.text, span.start, span.end):
                start = found.start() - places.shift
                if not any(one.span.start <= found.start() < one.span.end for one in document.comments):
                    yield Suppression(places.span(start, places.line_end(start)), (), "", None, Fault.PLACE)


def _removal(one: Suppression, text: str) -> Edit:
    """Return the edit that takes a comment away: with its line where it is alone, else with the blanks before it."""
    start, end = one.span.start, one.span.end
    while start and text[start - 1] in " \t":
        start -= 1
    if start == 0 or text[start - 1] in "\r\n\ufeff":
        for newline in ("\r\n", "\n", "\r"):
            if text.startswith(newline, end):
                return Edit(start, end + len(newline), "")
    return Edit(start, end, "")


def _without(one: Suppression, word: Word) -> Fix:
    """Return the fix that takes one of several ids away, with one comma."""
    index = one.words.index(word)
    if index + 1 < len(one.words):
        edit = Edit(word.span.start, one.words[index + 1].span.start, "")
    else:
        edit = Edit(one.words[index - 1].span.end, word.span.end, "")
    return Fix("remove the id", (edit,))
