"""From bytes to a text that a YAML parser may see: size, encoding, characters, conflict markers, directives."""

from __future__ import annotations

import re

from pbk.store.yaml_place import BYTE_ORDER_MARK, Places, Span, YamlProblem

MOST_BYTES = 256 * 1024

_UTF_16_OR_32 = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_FEW = 1024  # bytes that tell a picture from a text
# Everything outside YAML 1.2's c-printable, and a byte order mark anywhere but at the start.
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_CONFLICT = re.compile(r"^(?:<{7}|>{7}|\|{7})(?=[ \r\n]|\Z)|^={7}(?=[\r\n]|\Z)", re.MULTILINE)
# Possessive, so that a long preamble of blank lines and comments is read once.
_DIRECTIVE = re.compile(r"(?:[ \t]*+(?:#[^\r\n]*+)?+(?>\r\n|\r|\n))*+(%[^\r\n]*)")


def decode(content: bytes) -> Places:
    """Return the text of a file with its places. Raises `YamlProblem` for what no YAML parser should be given."""
    if len(content) > MOST_BYTES:
        size = f"{len(content) / 1024:,.0f} KiB"
        raise YamlProblem(
            "too-large",
            f"the file has {size}, more than the {MOST_BYTES // 1024} KiB that a playbook may have",
            "a playbook is a page that a person reviews: keep data in files of their own",
            Span(1, 1, 1, 1, 0, 0),
        )
    places = Places(_decoded(content))
    _refuse_conflict(places)
    _refuse_unprintable(places)
    _refuse_directive(places)
    return places


def shown_text(content: bytes) -> str:
    """Return the text of a file as far as it can be shown; what is not UTF-8 stands as U+FFFD."""
    return content[: MOST_BYTES + 4].decode("utf-8", errors="replace")


def name_of_character(character: str) -> str:
    """Return how a character that cannot be seen is named: `U+0007`."""
    return f"U+{ord(character):04X}"


def _decoded(content: bytes) -> str:
    if content.startswith(_UTF_16_OR_32):
        raise _not_utf8("the file is UTF-16 or UTF-32, not UTF-8", Span(1, 1, 1, 1, 0, 0))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        place = Places(before).span(at := len(before) - before.startswith(BYTE_ORDER_MARK), at)
        byte = content[error.start]
    if b"\x00" in content[:_FEW]:
        raise YamlProblem("encoding", "this is not a text file", "a playbook is YAML in UTF-8", Span(1, 1, 1, 1, 0, 0))
    raise _not_utf8(f"the byte 0x{byte:02X} is not UTF-8", place)


def _not_utf8(message: str, span: Span) -> YamlProblem:
    return YamlProblem("encoding", message, "save the file as UTF-8", span)


def _refuse_conflict(places: Places) -> None:
    found = _CONFLICT.search(places.body)
    if found is not None:
        raise places.problem(
            "merge-conflict",
            "a merge conflict was committed unresolved here",
            "keep one side and remove the marker lines",
            found.start(),
            found.end(),
        )


def _refuse_unprintable(places: Places) -> None:
    found = UNPRINTABLE.search(places.body)
    if found is None:
        return
    character = found[0]
    if character == "\x00" and places.body.count("\x00") * 3 >= len(places.body):
        raise _not_utf8("the file is UTF-16 or UTF-32, not UTF-8", places.span(0, 0))
    told = "a byte order mark in the middle of the text" if character == BYTE_ORDER_MARK else "a control character"
    raise places.problem(
        "control-character", f"{told} ({name_of_character(character)})", "remove it", found.start(), found.end()
    )


def _refuse_directive(places: Places) -> None:
    found = _DIRECTIVE.match(places.body)
    if found is not None:
        raise directive(places, found.start(1), found.end(1))


def directive(places: Places, start: int, end: int) -> YamlProblem:
    """Return the problem that a `%` line is."""
    return places.problem(
        "directive",
        "a line that starts with `%` is a YAML directive, which a playbook may not have",
        "remove the line: playbooks are always YAML 1.2",
        start,
        end,
    )
