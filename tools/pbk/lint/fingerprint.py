"""Fingerprints of diagnostics, by which a code host knows tomorrow what it has seen today."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence

from pbk.lint.result import LintResult

DIGITS = 32
_LINE_BREAK = re.compile(r"\r\n|\n|\r")  # as in YAML 1.2


def fingerprints(result: LintResult) -> list[str]:
    """Return 32 hex digits for each diagnostic, in their order, no two alike.

    They hash the rule, the path and the text of the line, blanks at its ends left out, so lines that come or go above
    change nothing; of several that agree in all that, the number of the one among them is hashed too.
    """
    lines = {path: _LINE_BREAK.split(text) for path, text in result.sources.items()}
    seen: Counter[tuple[str, str, str]] = Counter()
    found: list[str] = []
    for one in result.diagnostics:
        key = (one.rule, one.path, _line(lines.get(one.path, ()), one.span.line))
        seen[key] += 1
        hashed = "\x1f".join((*key, str(seen[key]))).encode("utf-8", "surrogatepass")
        found.append(hashlib.sha256(hashed).hexdigest()[:DIGITS])
    return found


def _line(lines: Sequence[str], number: int) -> str:
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""
