"""The engine: every file inspected once, rules about the whole library after that, suppressions last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pbk.config import Settings
from pbk.lint.catalogue import all_rules
from pbk.lint.diagnostic import MESSAGE_LIMIT, Diagnostic, Severity
from pbk.lint.inspection import Inspection
from pbk.lint.inspectors import Inspector
from pbk.lint.result import LintResult, Summary
from pbk.lint.rule import Family
from pbk.lint.selection import Choice
from pbk.lint.sources import UNREADABLE, Source, Sources, gather
from pbk.lint.suppress import UNUSED, unused
from pbk.lint.whole import Found, Whole, found_in_the_whole
from pbk.model.visible import visible
from pbk.store.yaml_text import shown_text


@dataclass(frozen=True, slots=True)
class Request:
    """One call of the linter. `now` in microseconds; `root` is None outside a library.

    `paths` are those to report on, as seen from `directory` (the library's root when None), which also is what the
    paths of a result are relative to; no `paths` is the whole library. With `cache`, what was found in a file is kept
    in the library's `.pbk/`. `processes` is how many may work at once.
    """

    root: Path | None
    choice: Choice
    now: int
    settings: Settings = field(default_factory=Settings)
    paths: Sequence[Path] | None = None
    directory: Path | None = None
    cache: bool = False
    processes: int = 1


def lint_library(request: Request) -> LintResult:
    """Return what the linter says. Raises `UsageError` for a path where nothing is; a file never raises."""
    sources = gather(request.root, request.paths, request.directory)
    inspector = Inspector(request.root if request.cache else None, request.processes)
    result = examined(request, sources, inspector)
    inspector.keep(sources.members)
    return result


def examined(request: Request, sources: Sources, inspector: Inspector) -> LintResult:
    """Return what the linter says of files as they were read."""
    files = [*sources.members, *sources.others]
    inspections = dict(zip((id(file) for file in files), inspector.inspect(files), strict=True))
    crashes = [crash for file in files for crash in inspections[id(file)].crashes]
    whole = Whole()
    if request.root is not None:
        whole = found_in_the_whole(
            request.root,
            [(file, inspections[id(file)].facts) for file in sources.members],
            request.choice.severities,
            wanted=sources.wanted,
            settings=request.settings,
            now=request.now,
            inspector=inspector,
        )
    by_path: dict[str, list[Found]] = {}
    for pair in whole.found:
        by_path.setdefault(pair[1].path or "", []).append(pair)
    diagnostics: list[Diagnostic] = []
    suppressed = 0
    for file in sources.targets:
        own = [*_own(file, inspections[id(file)]), *(by_path.pop(file.name, []) if file.member else [])]
        told, silent = _judged(request.choice, file, inspections[id(file)], own)
        diagnostics += told
        suppressed += silent
    members = {file.name: file for file in sources.members}
    for path, rest in by_path.items():  # in the ledger, or in files that were not named
        other = members.get(path)
        if other is None:
            diagnostics += _told(request.choice, path, sources.prefix + path, rest)
        else:
            told, silent = _judged(request.choice, other, inspections[id(other)], rest, complete=False)
            diagnostics += told
            suppressed += silent
    return _result(sources, diagnostics, suppressed, [*crashes, *whole.crashes], request.root)


def _own(file: Source, inspection: Inspection) -> list[Found]:
    return [(UNREADABLE, file.problem)] if file.problem else list(inspection.findings)


def _judged(
    choice: Choice, file: Source, inspection: Inspection, found: Sequence[Found], *, complete: bool = True
) -> tuple[list[Diagnostic], int]:
    """Return the diagnostics of a file, and how many its comments suppress.

    With `complete`, `found` is all that was found there, so that what suppresses nothing is known too.
    """
    used: set[tuple[int, str]] = set()
    open_: list[Found] = []
    suppressed = 0
    families = {rule.id: rule.family for rule in all_rules()}
    for rule, finding in found:
        if choice.severity(rule, file.name) is None:
            continue
        covering = [
            index
            for index, one in enumerate(inspection.suppressions)
            if families[rule] is not Family.SUPPRESSIONS and one.covers(rule, finding.span.line)
        ]
        used |= {(index, rule) for index in covering}
        if covering:
            suppressed += 1
        else:
            open_.append((rule, finding))
    if complete and inspection.suppressions and choice.severity(UNUSED, file.name) is not None:
        checked = {
            rule.id: choice.severity(rule.id, file.name) is not None and (file.member or rule.check is not None)
            for rule in all_rules()
        }
        text = shown_text(file.content)
        open_ += [(UNUSED, finding) for finding in unused(inspection.suppressions, used, checked, text)]
    return _told(choice, file.name, file.shown, open_), suppressed


def _told(choice: Choice, name: str, shown: str, found: Iterable[Found]) -> list[Diagnostic]:
    told: list[Diagnostic] = []
    for rule, finding in found:
        severity = choice.severity(rule, name)
        if severity is not None:
            message = visible(finding.message, limit=MESSAGE_LIMIT)
            hint = visible(finding.hint, limit=MESSAGE_LIMIT)
            told.append(Diagnostic(shown, finding.span, rule, severity, message, hint, finding.fix))
    return told


def _result(
    sources: Sources, diagnostics: Iterable[Diagnostic], suppressed: int, crashes: Sequence[str], root: Path | None
) -> LintResult:
    ordered = sorted(diagnostics, key=lambda one: one.order)
    count = Counter(one.severity for one in ordered)
    texts = {file.shown: file.content for file in (*sources.members, *sources.others)}
    paths = {one.path for one in ordered}
    return LintResult(
        diagnostics=ordered,
        summary=Summary(
            files=len(sources.targets),
            errors=count[Severity.ERROR],
            warnings=count[Severity.WARNING],
            infos=count[Severity.INFO],
            suppressed=suppressed,
        ),
        sources={
            path: shown_text(texts[path]) if path in texts else _ledger_text(root, path.removeprefix(sources.prefix))
            for path in sorted(paths)
        },
        crashes=tuple(dict.fromkeys(crashes)),
    )


def _ledger_text(root: Path | None, path: str) -> str:
    """Return a file of the ledger, for the lines that a report shows; nothing where it cannot be read."""
    try:
        return (root or Path()).joinpath(path).read_bytes().decode("utf-8", errors="replace")
    except OSError:
        return ""
