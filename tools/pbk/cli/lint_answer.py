"""The answer of `pbk lint`: which library, which rules, which files; the report, and the exit status."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbk.cli.opening import instant
from pbk.cli.output import colour_wanted, remark, width
from pbk.errors import BrokenError, UsageError

if TYPE_CHECKING:
    from pbk.lint.engine import Request
    from pbk.lint.result import LintResult, Reporter

FORMATS = ("text", "concise", "json", "github", "sarif", "gitlab", "markdown")
LEVELS = ("error", "warning", "info")
REPORTERS = {"json": "json_report"}
"""The module of each format, where it is not called like the format."""


class LintOptions(NamedTuple):
    """What a call of `pbk lint` says."""

    paths: Sequence[Path] = ()
    output: str = "text"
    fix: bool = False
    diff: bool = False
    unsafe_fixes: bool = False
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    fail_on: str | None = None
    changed_since: str | None = None
    no_cache: bool = False
    quiet: bool = False
    json: bool = False
    library: Sequence[Path] = ()
    now: str | None = None


def answer_lint(options: LintOptions) -> int:
    """Lint, mend if asked to, print the report, and return the exit status.

    Raises `UsageError` for options that make no sense, and `BrokenError` for a broken configuration and for a fault of
    the linter itself.
    """
    _check(options)
    root = _root(options.library, options.paths)
    request = _request(root, options)
    if options.changed_since is not None:
        request = replace(request, paths=_changed(root, options.changed_since))
    if options.fix or options.diff:
        result, failed = _mended(request, diff=options.diff, unsafe=options.unsafe_fixes)
    else:
        result, failed = _linted(request)
    failed = failed or result.reaches(request.choice.fail_on)
    if not options.diff:
        sys.stdout.write(_reported(result, "json" if options.json else options.output, quiet=options.quiet))
    if result.crashes:
        raise BrokenError(
            "\n".join(["a fault of pbk itself, so this run proves nothing:", *result.crashes]),
            mend="report it, with the file; `--ignore RULE` goes on without what that rule finds",
        )
    return int(failed)


def _check(options: LintOptions) -> None:
    if options.fix and options.diff:
        raise UsageError("contradict each other", where="--fix and --diff", mend="give one of them")
    if options.unsafe_fixes and not options.fix and not options.diff:
        raise UsageError(
            "changes nothing alone", where="--unsafe-fixes", mend="add --fix, or --diff to see what it does"
        )
    if options.paths and options.changed_since is not None:
        raise UsageError(
            "stands for the paths itself", where="--changed-since", mend="name paths or a revision, not both"
        )


def _linted(request: Request) -> tuple[LintResult, bool]:
    from pbk.lint.engine import lint_library  # noqa: PLC0415 - after the options are known to be right

    return lint_library(request), False


def _mended(request: Request, *, diff: bool, unsafe: bool) -> tuple[LintResult, bool]:
    """Mend files, or with `diff` print how. Returns the result that stands, and whether there was a diff."""
    from pbk.lint.fix import mend, unified_diff, write  # noqa: PLC0415 - most runs fix nothing

    mended = mend(request, unsafe=unsafe)
    if not diff:
        write(mended.changes)
        return mended.after, False
    sys.stdout.write(unified_diff(mended.changes))
    count = len(mended.changes)
    remark(f"{count} file{'s' * (count != 1)} would change, {mended.after.fixed} mended")
    return mended.before, bool(mended.changes)


def _request(root: Path | None, options: LintOptions) -> Request:
    from pbk.config import settings_from  # noqa: PLC0415 - as the engine, below
    from pbk.lint.engine import Request  # noqa: PLC0415 - every verb loads this module, only this one the rules
    from pbk.lint.selection import choose  # noqa: PLC0415
    from pbk.model.instant import from_seconds  # noqa: PLC0415
    from pbk.store.settings import read_settings  # noqa: PLC0415

    moment = instant(options.now)
    settings = read_settings(root, os.environ) if root else settings_from({}, os.environ)
    return Request(
        root=root,
        choice=choose(settings, select=_words(options.select), ignore=_words(options.ignore), fail_on=options.fail_on),
        now=from_seconds(time.time() if moment is None else moment),
        settings=settings,
        paths=options.paths or None,
        directory=Path.cwd(),
        cache=not options.no_cache and root is not None,
        processes=os.cpu_count() or 1,
    )


def _root(named: Sequence[Path], paths: Sequence[Path]) -> Path | None:
    """Return the library that a call means; None where it names files that lie in none.

    Raises `UsageError` without a library and without files.
    """
    from pbk.store.discovery import LIBRARY_VARIABLE, library_roots, nearest_library  # noqa: PLC0415

    if named or os.environ.get(LIBRARY_VARIABLE):
        roots = library_roots(Path.cwd(), named, os.environ)
        if len(roots) > 1:
            raise UsageError(
                "names several libraries", where="--library" if named else LIBRARY_VARIABLE, mend="lint one at a time"
            )
        return roots[0]
    starts = [Path.cwd(), *((Path.cwd() / path).resolve() for path in paths[:1])]
    root = next((found for start in starts if (found := nearest_library(start))), None)
    if root is None and not paths:
        raise UsageError(
            "there is no library here", where=str(Path.cwd()), mend="`pbk init` makes one, --library names one"
        )
    return root


def _changed(root: Path | None, revision: str) -> list[Path]:
    from pbk.lint.changed import OPTION, changed_since  # noqa: PLC0415 - few calls ask Git

    if root is None:
        raise UsageError("needs a library", where=OPTION, mend="`pbk init` makes one, --library names one")
    return [path for path in changed_since(root, revision, os.environ) if _is_ours(path.relative_to(root).parts)]


def _is_ours(parts: tuple[str, ...]) -> bool:
    """Tell whether a file below a library's root is one that the linter knows."""
    from pbk.store.discovery import PLAYBOOKS_FOLDER  # noqa: PLC0415
    from pbk.store.ledger.places import MAIN_FILE, SHARD_FOLDER  # noqa: PLC0415

    return parts[0] in {MAIN_FILE, SHARD_FOLDER} or (parts[:-1] == (PLAYBOOKS_FOLDER,))


def _reported(result: LintResult, chosen: str, *, quiet: bool) -> str:
    from pbk.lint.diagnostic import Severity  # noqa: PLC0415
    from pbk.lint.result import Appearance  # noqa: PLC0415

    terminal = sys.stdout.isatty()
    appearance = Appearance(
        colour=colour_wanted(os.environ, tty=terminal),
        width=width() if terminal or "COLUMNS" in os.environ else None,
    )
    if quiet:
        result = replace(result, diagnostics=[one for one in result.diagnostics if one.severity is Severity.ERROR])
        if chosen == "text" and not result.diagnostics:
            return ""
    return _reporter(chosen)(result, appearance)


def _reporter(chosen: str) -> Reporter:
    module = import_module(f"pbk.lint.reporters.{REPORTERS.get(chosen, chosen)}")
    return module.report  # type: ignore[no-any-return]  # each of these modules defines one


def _words(given: Sequence[str]) -> list[str]:
    return [word.strip() for text in given for word in text.split(",") if word.strip()]
