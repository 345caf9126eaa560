"""PBK702: characters that cannot be seen, or that reorder what is seen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from pbk.lint.diagnostic import Edit, Finding, Fix, Severity
from pbk.lint.document import LintDocument
from pbk.lint.passages import passages, place, span_at
from pbk.lint.rule import Family, Rule

_JOINERS = "\u200c\u200d"
# Format characters, fillers and blanks of no width, selectors, tags, and line ends that are none in YAML.
_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff"
    "\uffa0\ufff9-\ufffb\x85\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
_BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_LINE_ENDS = frozenset("\x85\u2028\u2029")
_FLAG, _FLAG_END = "\U0001f3f4", "\U000e007f"
_SELECTORS = range(0xE0100, 0xE01F0)


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield each run of such characters in the text, and those that an escape brings into a value or a key."""
    text = document.text
    if not text.isascii():
        for found in _HIDDEN.finditer(text, 1 if text.startswith("\ufeff") else 0):
            if not _harmless(text, found.start(), found.end()):
                span = span_at(document, found.start(), found.end())
                blank = " " if _LINE_ENDS & set(found[0]) else ""
                edit = Edit(found.start(), found.end(), blank)
                yield Finding(span, _message(found[0]), _hint(found[0]), Fix("remove it", (edit,), safe=False))
    if "\\" in text:
        yield from _escaped(document)


def _escaped(document: LintDocument) -> Iterator[Finding]:
    for passage in passages(document):
        if passage.text.isascii() or passage.pointer is None:
            continue
        whole = document.key_span(passage.pointer) if passage.key else document.value_span(passage.pointer)
        source = document.text[whole.start : whole.end]
        for found in _HIDDEN.finditer(passage.text):
            if found[0] not in source and not _harmless(passage.text, found.start(), found.end()):
                span = place(document, passage, found.start(), found.end())
                yield Finding(span, f"an escape brings in {_message(found[0])}", _hint(found[0]))


def _harmless(text: str, start: int, end: int) -> bool:
    """Return whether the characters do what they are for: join letters of a script, or the parts of an emoji."""
    before, after = text[start - 1 : start], text[end : end + 1]
    run = text[start:end]
    if before == _FLAG and run.endswith(_FLAG_END):  # the flag of a region is spelled in tags
        return len(run) <= len("gbeng") + 2
    if len(run) > 1 or not before or before.isascii():
        return False
    if run in _JOINERS:
        return bool(after) and not after.isascii() and not after.isspace()
    return ord(run) in _SELECTORS and unicodedata.name(before, "").startswith("CJK")


def _message(run: str) -> str:
    names = ", ".join(dict.fromkeys(f"U+{ord(character):04X}" for character in run[:4]))
    if _BIDIRECTIONAL & set(run):
        what = "a character that changes" if len(run) == 1 else f"{len(run)} characters that change"
        return f"{what} the order in which text is shown ({names})"
    return f"{'an invisible character' if len(run) == 1 else f'{len(run)} invisible characters'} ({names})"


def _hint(run: str) -> str:
    return "put a blank or a line break there" if _LINE_ENDS & set(run) else "remove it: nobody can review it"


RULE = Rule(
    id="PBK702",
    name="hidden-characters",
    family=Family.SAFETY,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="Invisible characters, or such as reorder the text around them.",
    why=(
        "A reviewer reads what is shown; a shell and a model read what is there. Characters that turn the direction of "
        "writing make a command look like another one (CVE-2021-42574), and tags and characters of no width can carry "
        "a text that nobody sees. Joiners between letters of scripts that need them, and in emoji, are fine."
    ),
    bad="goal: Publish a new\u200b version to PyPI\n",
    good="goal: Publish a new version to PyPI\n",
    check=check,
)
