"""The page of each rule, made from what the rule says of itself. `python -m pbk.lint.pages FOLDER` writes them all."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

from pbk.lint.catalogue import RETIRED_IDS, all_rules
from pbk.lint.rule import Family, Rule

INDEX = "README.md"
_WIDTH = 118
_FENCE = re.compile(r"`{3,}")


def pages() -> Mapping[str, str]:
    """Return every page by its file name, the index among them."""
    return {INDEX: index(), **{f"{rule.id}.md": page(rule) for rule in all_rules()}}


def page(rule: Rule) -> str:
    """Return the page of a rule, in Markdown."""
    parts = [
        f"# {rule.id}: {rule.name}",
        f"{rule.family.value}, {rule.severity.value}, since {rule.since}",
        _filled(rule.summary),
        "## Why",
        _filled(rule.why),
        "## Bad",
        _block(rule.bad),
        "## Good",
        _block(rule.good),
        "## Suppress",
        _suppress(rule),
    ]
    return "\n\n".join(parts) + "\n"


def index() -> str:
    """Return the index of the pages."""
    lines = [
        "# Rules of `pbk lint`",
        "",
        "Made from the rules themselves by `python -m pbk.lint.pages docs/rules`. An id is never used again.",
    ]
    for family in Family:
        rules = [rule for rule in all_rules() if rule.family is family]
        if rules:
            lines += ["", f"## {family.value}", "", "| id | name | severity | finds |", "|---|---|---|---|"]
            lines += [
                f"| [{rule.id}]({rule.id}.md) | {rule.name} | {rule.severity.value} | {_cell(rule.summary)} |"
                for rule in rules
            ]
    if RETIRED_IDS:
        lines += ["", "## Gone", "", *(f"- {rule}: {what}" for rule, what in sorted(RETIRED_IDS.items()))]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Write the pages into the folder that is named, and remove those of rules that are gone."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m pbk.lint.pages FOLDER\n")
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for stale in set(folder.glob("PBK*.md")) - {folder / name for name in wanted}:
        stale.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return 0


def _suppress(rule: Rule) -> str:
    settings = f'Off everywhere: `ignore = ["{rule.id}"]` in the section `[lint]` of `pbk.toml`.'
    if rule.family in {Family.SUPPRESSIONS, Family.LEDGER}:
        what = "A finding about a comment" if rule.family is Family.SUPPRESSIONS else "A finding in the ledger"
        return f"{what} cannot be suppressed by a comment. {settings}"
    comment = f"# pbk: ignore[{rule.id}] why this is right here"
    return (
        "One place, at the end of its line or above it; `ignore-file` before the first key covers the file:\n\n"
        f"```yaml\n{comment}\n```\n\n{settings}"
    )


def _block(example: str) -> str:
    text = "".join(letter if letter.isprintable() or letter == "\n" else _escaped(letter) for letter in example)
    longest = max((len(found) for found in _FENCE.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}yaml\n{text}{'' if text.endswith(chr(10)) else chr(10)}{fence}"


def _escaped(letter: str) -> str:
    return f"\\u{ord(letter):04x}" if letter <= "\uffff" else f"\\U{ord(letter):08x}"


def _filled(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
