"""What a playbook's YAML may not have, in words: anchors, aliases, tags, merges, keys that are no texts and so on."""

from __future__ import annotations

import re

from pbk.model.canonical import Json
from pbk.store.yaml_place import Places, YamlProblem
from pbk.store.yaml_text import UNPRINTABLE, name_of_character

_SHOWN = 40  # characters of a key in a message
_WORD = re.compile(r"[^\s,\[\]{}]+")


def alias(places: Places, start: int) -> YamlProblem:
    """Return the problem that an unquoted `*` is, be it an alias or meant as a glob."""
    end = _word_end(places, start)
    hint = f"put the text in quotes: '{short(places.body[start:end])}'"
    return places.problem(
        "alias", "an unquoted `*` starts a YAML alias, which a playbook may not have", hint, start, end
    )


def node_property(places: Places, start: int) -> YamlProblem:
    """Return the problem that an anchor or a tag before a node is."""
    end = _word_end(places, start)
    if places.body.startswith("&", start):
        message = "`&` starts a YAML anchor, which a playbook may not have"
        hint = "put the text in quotes, or write the value out where it is used"
        return places.problem("anchor", message, hint, start, end)
    message = "`!` starts a YAML tag, which a playbook may not have"
    hint = "put the text in quotes if it begins with `!`; else remove the tag"
    return places.problem("tag", message, hint, start, end)


def merge(places: Places, start: int, end: int) -> YamlProblem:
    """Return the problem that the key `<<` is."""
    message = "`<<` merges another mapping in, which a playbook may not do"
    return places.problem("merge", message, "write the keys out", start, end)


def not_a_text_key(places: Places, start: int, end: int) -> YamlProblem:
    """Return the problem that a key is which is missing, a number, true, false or null."""
    if start == end:
        message = "there is no key before this `:`"
        return places.problem("key", message, "write the key, or put the text in quotes", start)
    shown = short(places.body[start:end])
    return places.problem("key", f"the key `{shown}` is not a text", f'put it in quotes: "{shown}"', start, end)


def collection_as_key(places: Places, start: int) -> YamlProblem:
    """Return the problem that a list or mapping as a key is, or the `{{ input }}` that was meant instead."""
    body = places.body
    if body.startswith("{", start) and body.startswith("{", start - 1):
        message = "a text cannot start with an unquoted `{{`"
        return places.problem("quote", message, "put the whole text in quotes", start - 1, start + 1)
    return places.problem("key", "a list or mapping cannot be a key", "a key is a text", start)


def duplicate_key(places: Places, key: str, first: int, start: int, end: int) -> YamlProblem:
    """Return the problem that a key is which stands at `first` already."""
    message = f"the key `{short(key)}` is already on line {places.span(first, first).line}"
    return places.problem("duplicate-key", message, "keep one of the two", start, end)


def not_a_mapping(places: Places, value: Json, start: int, end: int) -> YamlProblem:
    """Return the problem that a file is which holds something else than a mapping."""
    if value is None:
        return empty(places, start)
    kind = "a list" if isinstance(value, list) else "a single value"
    hint = "a playbook is a mapping: `name: ...`, `goal: ...`, `steps: ...`"
    if isinstance(value, str) and (":" in value or " " in value):
        hint = "put a colon and a space after each key"
    return places.problem("not-a-mapping", f"the file holds {kind}, not a mapping", hint, start, end)


def empty(places: Places, start: int) -> YamlProblem:
    """Return the problem that a file is which holds nothing."""
    return places.problem("empty", "the file holds nothing", "a playbook needs name, goal and steps", start, start)


def escaped(places: Places, text: str, start: int, end: int) -> YamlProblem | None:
    """Return the problem that a double-quoted text is if an escape brings in what may not stand there, else None."""
    found = UNPRINTABLE.search(text)
    if found is None:
        return None
    name = name_of_character(found[0])
    if "\ud800" <= found[0] <= "\udfff":
        message = f"the escape of {name} is half of a character"
        return places.problem("surrogate", message, "write the character itself", start, end)
    return places.problem("control-character", f"an escaped control character ({name})", "remove it", start, end)


def short(text: str) -> str:
    """Return a key or a word as it may stand in a message."""
    line = " ".join(text.split())
    shown = "".join(character if character.isprintable() else "?" for character in line[: _SHOWN + 1])
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"


def _word_end(places: Places, start: int) -> int:
    found = _WORD.match(places.body, start)
    return start + 1 if found is None else found.end()
