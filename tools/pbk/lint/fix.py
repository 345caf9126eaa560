"""Fixes: texts are spliced, looked at again, and only then written. Every byte that no edit names stays as it was."""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from pbk.errors import BrokenError
from pbk.lint.catalogue import all_rules
from pbk.lint.diagnostic import Diagnostic, Edit, Fix, Severity
from pbk.lint.engine import Request, examined
from pbk.lint.inspection import Inspection
from pbk.lint.inspectors import Inspector
from pbk.lint.result import LintResult
from pbk.lint.sources import Source, Sources, gather

MOST_ROUNDS = 10
_LINE_BREAK = re.compile(r"\r\n|\n|\r")

Planned = tuple[str, Fix]  # the id of a rule, and the fix of one of its findings


@dataclass(frozen=True, slots=True)
class Change:
    """One file that fixes change: where it is, how reports call it, its content before and after."""

    path: Path
    shown: str
    before: bytes
    after: bytes


@dataclass(frozen=True, slots=True)
class Mended:
    """What fixes come to. `before` is the result without them, `after` with them; nothing has been written yet."""

    before: LintResult
    after: LintResult
    changes: Sequence[Change]


def mend(request: Request, *, unsafe: bool = False) -> Mended:
    """Return what the fixes of what is reported come to: the safe ones, or with `unsafe` all of them.

    Fixes are applied in rounds, since one may make room for another, until nothing changes. A fix that makes a file
    unreadable, adds an error, or does not take its finding away is not applied.
    """
    sources = gather(request.root, request.paths, request.directory)
    originals = {file.shown: file for file in sources.targets}
    inspector = Inspector(request.root if request.cache else None, request.processes)
    before = result = examined(request, sources, inspector)
    inspector.keep(sources.members)  # what is on the disk now; what becomes of it is not written yet
    fixed = 0
    stuck: set[str] = set()
    for _ in range(MOST_ROUNDS):
        better: dict[str, Source] = {}
        for file in sources.targets:
            plan = _plan(result.diagnostics, file, unsafe=unsafe)
            if not plan or file.shown in stuck:
                continue
            content, count = _improved(file, plan, inspector)
            if content is None:
                stuck.add(file.shown)
            else:
                better[file.shown] = replace(file, content=content)
                fixed += count
        if not better:
            break
        sources = _with(sources, better)
        result = examined(request, sources, inspector)
    changes = [
        Change(file.path, file.shown, originals[file.shown].content, file.content)
        for file in sources.targets
        if file.content != originals[file.shown].content
    ]
    return Mended(before, replace(result, fixed=fixed), changes)


def write(changes: Iterable[Change]) -> None:
    """Write changed files, each in one step, with the permissions it had; a link stays a link.

    Raises `BrokenError` for a file that somebody else has changed meanwhile, or that cannot be written.
    """
    from pbk.store.files import write_atomically  # noqa: PLC0415 - most runs fix nothing

    for change in changes:
        path = change.path.resolve()
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
            current = path.read_bytes()
        except OSError as error:
            raise BrokenError(
                f"cannot be fixed: {error.strerror}", where=change.shown, mend="check that it exists and may be read"
            ) from None
        if current != change.before:
            raise BrokenError("has changed meanwhile", where=change.shown, mend="run `pbk lint --fix` again")
        if not os.access(path, os.W_OK):
            raise BrokenError("may not be written", where=change.shown, mend="check its permissions")
        write_atomically(path, change.after)
        if stat.S_IMODE(path.stat().st_mode) != mode:
            path.chmod(mode)


def spliced(text: str, fixes: Sequence[Fix]) -> tuple[str, set[int]]:
    """Return a text with the edits of fixes applied, and the indexes of the fixes that were.

    Of fixes that touch the same place the first wins (by place, then as given); all edits of a fix are applied, or
    none. New lines end as those of the text do.
    """
    taken: list[Edit] = []
    applied: set[int] = set()
    starts = [min((edit.start for edit in fix.edits), default=0) for fix in fixes]
    for index in sorted(range(len(fixes)), key=starts.__getitem__):
        edits = sorted(fixes[index].edits, key=lambda edit: (edit.start, edit.end))
        if edits and all(0 <= edit.start <= edit.end <= len(text) for edit in edits) and _apart([*taken, *edits]):
            taken += edits
            applied.add(index)
    found = _LINE_BREAK.search(text)
    newline = found[0] if found else "\n"
    parts: list[str] = []
    position = 0
    for edit in sorted(taken, key=lambda one: one.start):
        parts += [text[position : edit.start], _LINE_BREAK.sub(newline, edit.text)]
        position = edit.end
    return "".join([*parts, text[position:]]), applied


def unified_diff(changes: Iterable[Change]) -> str:
    """Return changes as a unified diff that `git apply` takes."""
    import difflib  # noqa: PLC0415 - only for --diff

    lines: list[str] = []
    for change in changes:
        before, after = (_lines(content) for content in (change.before, change.after))
        lines += difflib.unified_diff(before, after, f"a/{change.shown}", f"b/{change.shown}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(content: bytes) -> list[str]:
    """Return the lines of a file, each with its newline; only LF ends one, as in Git."""
    text = content.decode("utf-8", errors="replace")
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _plan(diagnostics: Iterable[Diagnostic], file: Source, *, unsafe: bool) -> list[Planned]:
    return [
        (one.rule, one.fix) for one in diagnostics if one.path == file.shown and one.fix and (one.fix.safe or unsafe)
    ]


def _improved(file: Source, plan: Sequence[Planned], inspector: Inspector) -> tuple[bytes | None, int]:
    """Return the content that fixes make of a file, with how many were applied; None where none is good.

    All are tried at once, and one by one where that is not good.
    """
    try:
        text = file.content.decode("utf-8")
    except UnicodeDecodeError:
        return None, 0
    before = inspector.inspect([file])[0]
    for attempt in [plan] if len(plan) == 1 else [plan, *([one] for one in plan)]:
        new, applied = spliced(text, [fix for _, fix in attempt])
        content = new.encode("utf-8", "surrogatepass")
        if content == file.content:
            continue
        after = inspector.inspect([replace(file, content=content)])[0]
        if _is_better(before, after, {attempt[index][0] for index in applied}):
            return content, len(applied)
    return None, 0


def _is_better(before: Inspection, after: Inspection, rules: set[str]) -> bool:
    """Tell whether a file is better now: readable, no errors that were not there, less of what the fixes are for."""
    if after.crashes:
        return False
    first, second = (Counter(rule for rule, _ in one.findings) for one in (before, after))
    if any(first[rule] and second[rule] >= first[rule] for rule in rules):
        return False
    if not before.readable:
        return after.readable or _first_place(after) > _first_place(before)
    errors = [rule.id for rule in all_rules() if rule.severity is Severity.ERROR]
    return after.readable and all(second[rule] <= first[rule] for rule in errors)


def _first_place(inspection: Inspection) -> int:
    return min((finding.span.start for _, finding in inspection.findings), default=-1)


def _apart(edits: Sequence[Edit]) -> bool:
    """Tell whether no two edits touch the same text; two insertions at one place do."""
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    return all(
        first.end < second.start
        or (first.end == second.start and first.start < first.end and second.start < second.end)
        for first, second in pairwise(ordered)
    )


def _with(sources: Sources, better: dict[str, Source]) -> Sources:
    return replace(
        sources,
        members=[better.get(file.shown, file) for file in sources.members],
        others=[better.get(file.shown, file) for file in sources.others],
    )
