"""Reading the options of a verb from tables, without loading typer: for the verbs that run on every task or commit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


class OptionTables(NamedTuple):
    """The options of one verb, each spelling with the field that it sets, and the field of the words beside them.

    `value` turns the text of a field into what it holds, or None where only the whole command line can say what is
    wrong with it. With `several`, every word beside the options is taken; else one.
    """

    flags: Mapping[str, str]
    single: Mapping[str, str]
    repeated: Mapping[str, str]
    words: str
    several: bool
    value: Callable[[str, str], object]


def read_words(arguments: Sequence[str], tables: OptionTables) -> dict[str, object] | None:
    """Return the fields that the arguments set, or None for what is not in the tables."""
    values: dict[str, object] = {}
    repeated: dict[str, list[object]] = {}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        option, equals, attached = word.partition("=") if word.startswith("--") else (word, "", "")
        field = tables.single.get(option) or tables.repeated.get(option)
        if option in tables.flags and not equals:
            values[tables.flags[option]] = True
            continue
        if field is None:
            field, text = tables.words, word
            if word.startswith("-") or (not tables.several and field in values):
                return None
        elif equals or rest:
            text = attached if equals else rest.pop(0)
        else:
            return None
        value = tables.value(field, text)
        if value is None:
            return None
        if option in tables.repeated or (field == tables.words and tables.several):
            repeated.setdefault(field, []).append(value)
        else:
            values[field] = value
    return values | {field: tuple(found) for field, found in repeated.items()}
