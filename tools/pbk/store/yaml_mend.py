"""What a YAML parser's error means to a person: where the mistake is, in plain words, and how to mend it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbk.store.yaml_place import Places, YamlProblem
from pbk.store.yaml_text import directive

_SHOWN = 60  # characters of a value in a hint
_QUOTES = "'\""


@dataclass(frozen=True, slots=True)
class _Mishap:
    """A parser's error: what it says and the offsets that it names."""

    places: Places
    problem: str
    context: str
    at: int
    began: int  # where the construct that failed began
    bracket: int | None  # the innermost one that is still open

    def told(self, code: str, message: str, hint: str, start: int | None = None, end: int | None = None) -> YamlProblem:
        return self.places.problem(code, message, hint, self.at if start is None else start, end)

    @property
    def character(self) -> str:
        return self.places.body[self.at : self.at + 1]

    @property
    def before(self) -> str:
        """What stands before the error on its line."""
        return self.places.body[self.places.line_start(self.at) : self.at]

    @property
    def line_end(self) -> int:
        return self.places.line_end(self.at)


def explained(error: Any, places: Places, bracket: int | None = None) -> YamlProblem:
    """Return the problem that an error of ruamel's pure parser stands for.

    `bracket` is the offset of the innermost bracket that was open by then.
    """
    mark = getattr(error, "problem_mark", None)
    context_mark = getattr(error, "context_mark", None)
    at = mark.index if mark is not None else int(getattr(error, "position", 0) or 0)
    mishap = _Mishap(
        places,
        problem=getattr(error, "problem", None) or getattr(error, "reason", None) or "",
        context=getattr(error, "context", None) or "",
        at=min(at, len(places.body)),
        began=min(context_mark.index if context_mark is not None else at, len(places.body)),
        bracket=bracket,
    )
    return _tab(mishap) or _known(mishap) or _unnamed(mishap)


def _tab(mishap: _Mishap) -> YamlProblem | None:
    line_start = mishap.places.line_start(mishap.at)
    indentation = len(mishap.before) - len(mishap.before.lstrip(" \t"))
    if "\t" in mishap.before[:indentation]:
        at = line_start + mishap.before.index("\t")
    elif mishap.character == "\t":
        at = mishap.at
    else:
        return None
    indents = not mishap.places.body[line_start:at].strip(" \t")
    if indents:
        return mishap.told("tab", "a tab indents this line", "use spaces", at, at + 1)
    hint = "use spaces, or put the text in quotes if the tab belongs to it"
    return mishap.told("tab", "a tab stands outside quotes here", hint, at, at + 1)


def _known(mishap: _Mishap) -> YamlProblem | None:
    for begins, tell in _BY_PROBLEM:
        if mishap.problem.startswith(begins):
            return tell(mishap)
    for ends, tell in _BY_CONTEXT:
        if mishap.context.endswith(ends):
            return tell(mishap)
    return None


def _unnamed(mishap: _Mishap) -> YamlProblem:
    words = " ".join(mishap.problem.split()) or "it cannot be parsed"
    return mishap.told(
        "syntax", f"this is not valid YAML: {words[:200]}", "put texts with special characters in quotes"
    )


def _colon(mishap: _Mishap) -> YamlProblem:
    """A `: ` that starts a mapping where none can start: inside an unquoted text, or in a line that continues one."""
    head, separator, _ = mishap.before.partition(": ")
    if separator:
        start = mishap.at - len(mishap.before) + len(head) + len(separator)
        value = mishap.places.body[start : mishap.line_end].strip()
        return mishap.told(
            "colon", "this `:` starts a mapping inside an unquoted text", f"put the text in quotes: {_quoted(value)}"
        )
    return mishap.told(
        "indentation",
        "this key stands where the text of the line above still goes on",
        "give the key above a colon and a space, or align the two",
        mishap.at - len(mishap.before.lstrip()),
        mishap.at,
    )


def _character(mishap: _Mishap) -> YamlProblem:
    if mishap.character not in {"", "#"}:
        return _start(mishap, mishap.at)
    message = "the lines before this one are indented deeper than the text that they belong to"
    return mishap.told("indentation", message, "remove the spaces from the blank lines")


def _start_of_construct(mishap: _Mishap) -> YamlProblem:
    return _start(mishap, mishap.began)


def _start(mishap: _Mishap, start: int) -> YamlProblem:
    """A character that an unquoted text cannot start with."""
    body = mishap.places.body
    if body.startswith("%", start) and start == mishap.places.line_start(start):
        return directive(mishap.places, start, mishap.places.line_end(start))
    value = body[start : mishap.places.line_end(start)].strip()
    return mishap.told(
        "quote",
        _cannot_start(body[start : start + 1]),
        f"put the text in quotes: {_quoted(value)}",
        start,
    )


def _cannot_start(character: str) -> str:
    return f"an unquoted text cannot start with {'a backtick' if character == '`' else f'`{character}`'}"


def _flow(mishap: _Mishap) -> YamlProblem:
    body, bracket = mishap.places.body, mishap.bracket
    if bracket is not None:
        ended = mishap.at >= len(body.rstrip())
        if ended or mishap.places.line_start(bracket) != mishap.places.line_start(mishap.at):
            message = f"the `{body[bracket]}` that starts here is not closed, or a comma is missing after it"
            return mishap.told("unclosed", message, "close it, or put the text in quotes", bracket)
    if mishap.problem.startswith("expected ','"):
        return mishap.told("flow", "a comma or a closing bracket is missing here", "add it, or put the text in quotes")
    return mishap.told("quote", _cannot_start(mishap.character), "put the text in quotes, or remove what is too much")


def _document(mishap: _Mishap) -> YamlProblem:
    line = mishap.places.body.rfind("\n%", 0, mishap.at)
    if line < 0:
        return _displaced(mishap)
    return directive(mishap.places, line + 1, mishap.places.line_end(line + 1))


def _displaced(mishap: _Mishap) -> YamlProblem:
    before = mishap.before.rstrip()
    if not before.strip("- "):
        return mishap.told(
            "indentation",
            "this line is not aligned with the lines that it belongs to",
            "align keys of one mapping, and the dashes of one list",
            end=mishap.line_end,
        )
    hint = "put the whole text in one pair of quotes"
    if before[-1] in _QUOTES:
        hint += f", with each {before[-1]} inside it doubled" if before[-1] == "'" else ' and write " inside it as \\"'
    return mishap.told("trailing", "something follows where the value has ended", hint, end=mishap.line_end)


def _dash(mishap: _Mishap) -> YamlProblem:
    return mishap.told("dash", "a list cannot start on the line of its key", "start it on a line of its own")


def _mapping_key(mishap: _Mishap) -> YamlProblem:
    return _start(mishap, mishap.at)


def _no_colon(mishap: _Mishap) -> YamlProblem:
    end = mishap.places.line_end(mishap.began)
    glued = ":" in mishap.places.body[mishap.began : end]
    hint = "put a space after the colon" if glued else "add `: ` after the key"
    return mishap.told("no-colon", "this line is no `key: value`", hint, mishap.began, end)


def _directive(mishap: _Mishap) -> YamlProblem:
    return directive(mishap.places, mishap.began, mishap.places.line_end(mishap.began))


def _tag(mishap: _Mishap) -> YamlProblem:
    message = "`!` starts a YAML tag, which a playbook may not have"
    return mishap.told("tag", message, "put the text in quotes", mishap.began)


def _unclosed_quote(mishap: _Mishap) -> YamlProblem:
    message = "the quote that starts here is never closed"
    return mishap.told("unclosed", message, "close it; a quote inside the text may need doubling", mishap.began)


def _escape(mishap: _Mishap) -> YamlProblem:
    found = mishap.places.body.rfind("\\", mishap.began, mishap.at + 1)
    message = "this `\\` starts an escape that YAML does not have"
    hint = "use single quotes, which leave `\\` alone, or write `\\\\`"
    return mishap.told("escape", message, hint, mishap.at if found < 0 else found)


def _quoted(value: str) -> str:
    """Return a text in single quotes as YAML wants it, shortened where it is long."""
    shown = value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"
    return "'" + shown.replace("'", "''") + "'"


_Teller = Callable[[_Mishap], YamlProblem]
# How the messages of ruamel's parser begin, and how what it was doing ends.
_BY_PROBLEM: tuple[tuple[str, _Teller], ...] = (
    ("mapping values are not allowed", _colon),
    ("sequence entries are not allowed", _dash),
    ("mapping keys are not allowed", _mapping_key),
    ("found character", _character),
    ("could not find expected ':'", _no_colon),
    ("expected ',' or", _flow),
    ("expected the node content", _flow),
    ("expected '<document start>'", _document),
    ("expected <block end>", _displaced),
)
_BY_CONTEXT: tuple[tuple[str, _Teller], ...] = (
    (" a directive", _directive),
    (" an alias", _start_of_construct),
    (" an anchor", _start_of_construct),
    (" a block scalar", _start_of_construct),
    (" a tag", _tag),
    (" an tag", _tag),
    (" a quoted scalar", _unclosed_quote),
    (" a double-quoted scalar", _escape),
)
