"""Reading YAML 1.2 as playbooks may use it: plain data, and a span for every key and value.

Allowed is what JSON can hold, in any YAML spelling. Refused, each with one positioned error, is what makes a file mean
something else than it seems to: duplicate keys, anchors, aliases, merges, tags, directives, keys that are no texts,
numbers that JSON cannot hold, control characters, tabs as indentation, other encodings, several documents.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pbk.model.canonical import Json
from pbk.store.yaml_events import EventSource, c_parser, pure_parser
from pbk.store.yaml_mend import explained
from pbk.store.yaml_nodes import Tree, TreeBuilder
from pbk.store.yaml_place import Places, Pointer, Span, SpanMap, YamlProblem
from pbk.store.yaml_text import decode

# Where the two parsers may differ, the pure one decides: at tabs, at a carriage return alone, at a value glued to the
# colon of a quoted key, at an end mark of the document, at a comment glued to the header of a block scalar, and at a
# block scalar that begins with blank lines.
_DOUBTFUL = re.compile(r"\t|\r(?!\n)|[\"']:(?=\S)|^\.\.\.|[|>][-+0-9]*+[ ]*+(?:#|\r?\n[ ]*+\r?\n)", re.MULTILINE)

__all__ = ["Pointer", "Span", "YamlDocument", "YamlProblem", "read_yaml"]


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A text and what it says.

    `text` is the whole file, byte order mark included, so that `text.encode()` is its content. `keys` and `values` map
    a pointer (`("steps", 0, "do")`; `()` is the whole) to the span of the key that names it, which items of lists and
    the whole lack, and to that of the value. A span ends where the node really ends, without the blank lines after it.
    """

    text: str
    data: dict[str, Json]
    keys: Mapping[Pointer, Span]
    values: Mapping[Pointer, Span]


def read_yaml(content: bytes, *, pure: bool = False) -> YamlDocument:
    """Return what the bytes of a file say; `pure` does without the C parser, to the same result.

    Raises `YamlProblem`, and nothing else, for whatever is wrong with them.
    """
    places = decode(content)
    tree = _fast_tree(places, None if pure else c_parser()) or _tree(places, pure_parser())
    return YamlDocument(places.text, tree.data, SpanMap(places, tree.keys), SpanMap(places, tree.values))


def _fast_tree(places: Places, parser: EventSource | None) -> Tree | None:
    """Return what the C parser makes of a text; None where there is none, or where the pure parser shall decide."""
    if parser is None or _DOUBTFUL.search(places.body):
        return None
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415 - the parser is there by now

    builder = TreeBuilder(places)
    try:
        return builder.build(parser(builder.parser_text(strict=False)))
    except (YamlProblem, YAMLError):
        return None  # the pure parser explains better, and accepts some texts that the C parser does not


def _tree(places: Places, parser: EventSource) -> Tree:
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415 - the parser is there by now

    builder = TreeBuilder(places)
    try:
        return builder.build(parser(builder.parser_text(strict=True)))
    except YAMLError as error:
        raise explained(error, places, builder.open_bracket) from None
