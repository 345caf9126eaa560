"""PBK116: a last line without its end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbk.lint.diagnostic import Edit, Finding, Fix, Severity
from pbk.lint.document import LintDocument
from pbk.lint.passages import span_at
from pbk.lint.rule import Family, Rule


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the end of a file whose last line is not ended."""
    if document.yaml is None or document.text.endswith(("\n", "\r")):
        return
    end = len(document.text)
    line_break = "\r\n" if re.match(r"[^\r\n]*\r\n", document.text) else "\n"
    fix = Fix("end the last line", (Edit(end, end, line_break),))
    yield Finding(span_at(document, end, end), "the last line has no line break", "end it with one", fix)


RULE = Rule(
    id="PBK116",
    name="no-final-newline",
    family=Family.FILE,
    severity=Severity.INFO,
    since="0.1.0",
    summary="The file does not end with a line break.",
    why=(
        "The next line that somebody adds at the end also changes the line before it in the diff, and Git marks the "
        "file in every review until then."
    ),
    bad="# file: playbooks/example.yaml\nname: example\nscope: team-a",
    good="scope: team-a\n",
    check=check,
)
