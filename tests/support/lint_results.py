"""Results of the linter made for a test of what prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hypothesis import strategies as st

from pbk.lint.diagnostic import Diagnostic, Severity
from pbk.lint.result import LintResult, Summary
from pbk.store.yaml_place import Span

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - as the rules of other linters are called


def diagnostic(  # noqa: PLR0913 - one argument for each field that a test sets
    message: str = "this is wrong",
    *,
    severity: Severity = E,
    path: str = "playbooks/a.yaml",
    line: int = 1,
    column: int = 1,
    end_line: int | None = None,
    end_column: int | None = None,
    rule: str = "PBK201",
    hint: str = "",
) -> Diagnostic:
    """Return a diagnostic; without an end it is one character long."""
    span = Span(line, column, end_line or line, end_column or column + 1, 0, 0)
    return Diagnostic(path, span, rule, severity, message, hint)


def result(
    diagnostics: Iterable[Diagnostic] = (),
    *,
    sources: Mapping[str, str] | None = None,
    suppressed: int = 0,
    crashes: Iterable[str] = (),
) -> LintResult:
    """Return a result with its counts."""
    found = list(diagnostics)
    counts = [sum(one.severity is severity for one in found) for severity in (E, W, I)]
    files = len({one.path for one in found})
    return LintResult(found, Summary(files, *counts, suppressed), sources or {}, crashes=tuple(crashes))


def any_result() -> st.SearchStrategy[LintResult]:
    """Return results of every kind, with hostile texts and places."""
    texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
    number = st.integers(0, 50)
    one = st.builds(
        diagnostic,
        texts,
        severity=st.sampled_from([E, W, I]),
        path=texts.map(lambda text: f"playbooks/{text}.yaml"),
        line=number,
        column=number,
        end_line=number,
        end_column=number,
        rule=st.sampled_from(["PBK201", "PBK801", "PBK999"]),
        hint=texts,
    )
    return st.builds(result, st.lists(one, max_size=30), crashes=st.lists(texts, max_size=12))
