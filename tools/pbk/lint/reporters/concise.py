"""One line for each diagnostic, as compilers and linters print them and editors read them."""

from __future__ import annotations

from pbk.lint.diagnostic import Diagnostic
from pbk.lint.result import PLAIN, Appearance, LintResult
from pbk.model.visible import visible


def report(result: LintResult, appearance: Appearance = PLAIN) -> str:
    """Return `path:line:column: RULE severity message` for each diagnostic, nothing where there is none."""
    del appearance  # for programs, colours would be in the way
    return "".join(map(_line, result.diagnostics))


def _line(one: Diagnostic) -> str:
    place = f"{visible(one.path)}:{one.span.line}:{one.span.column}"
    return f"{place}: {one.rule} {one.severity.value} {visible(one.message)}\n"
