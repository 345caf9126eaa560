"""`pbk lint`: what a machine can say of playbooks and their ledger."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from pbk.cli.opening import instant
from pbk.cli.options import JsonOption, LibraryOption, NowOption
from pbk.cli.output import colour_wanted, remark, width
from pbk.errors import BrokenError, UsageError

if TYPE_CHECKING:
    from pbk.lint.engine import Request
    from pbk.lint.result import LintResult, Reporter


class Format(StrEnum):
    """How the report is written."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    GITLAB = "gitlab"
    MARKDOWN = "markdown"


class FailOn(StrEnum):
    """The least bad finding that makes the call fail."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


REPORTERS = {Format.JSON: "json_report"}
"""The module of each format, where it is not called like the format."""


def lint(
    paths: Annotated[
        Optional[list[Path]],  # noqa: UP045 - typer reads this form in every version that is supported
        typer.Argument(help="Files or folders; the whole library when none is named.", metavar="[PATHS]..."),
    ] = None,
    *,
    output: Annotated[Format, typer.Option("--format", help="How the report is written.")] = Format.TEXT,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended without changing the meaning.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Print what --fix would change, and change nothing.")] = False,
    unsafe_fixes: Annotated[
        bool, typer.Option("--unsafe-fixes", help="Fixes that may change the meaning too, with --fix or --diff.")
    ] = False,
    select: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("--select", help="Only these rules: ids, names, families or prefixes (PBK3), with commas."),
    ] = None,
    ignore: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("--ignore", help="Not these rules, besides those that the settings ignore."),
    ] = None,
    fail_on: Annotated[
        Optional[FailOn],  # noqa: UP045
        typer.Option("--fail-on", help="The least bad finding that ends with status 1; errors when not set."),
    ] = None,
    changed_since: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--changed-since", help="Only files changed since this revision.", metavar="REV"),
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Look at every file anew.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only errors.")] = False,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Find what is wrong with playbooks and their ledger: shape, checks, conditions, secrets and more.

    Exit status: 1 with findings as bad as --fail-on, 0 with none. `pbk explain PBK201` tells about a rule.
    """
    if fix and diff:
        raise UsageError("contradict each other", where="--fix and --diff", mend="give one of them")
    if unsafe_fixes and not fix and not diff:
        raise UsageError(
            "changes nothing alone", where="--unsafe-fixes", mend="add --fix, or --diff to see what it does"
        )
    if paths and changed_since is not None:
        raise UsageError(
            "stands for the paths itself", where="--changed-since", mend="name paths or a revision, not both"
        )
    root = _root(library or (), paths or ())
    request = _request(
        root,
        paths or None,
        select=_words(select),
        ignore=_words(ignore),
        fail_on=fail_on.value if fail_on else None,
        now=now,
        cache=not no_cache,
    )
    if changed_since is not None:
        request = replace(request, paths=_changed(root, changed_since))
    chosen = Format.JSON if json else output
    result, failed = _mended(request, diff=diff, unsafe=unsafe_fixes) if fix or diff else _linted(request)
    failed = failed or result.reaches(request.choice.fail_on)
    if not diff:
        sys.stdout.write(_reported(result, chosen, quiet=quiet))
    if result.crashes:
        raise BrokenError(
            "\n".join(["a fault of pbk itself, so this run proves nothing:", *result.crashes]),
            mend="report it, with the file; `--ignore RULE` goes on without that rule",
        )
    raise typer.Exit(int(failed))


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


def _request(
    root: Path | None,
    paths: Sequence[Path] | None,
    *,
    select: Sequence[str],
    ignore: Sequence[str],
    fail_on: str | None,
    now: str | None,
    cache: bool,
) -> Request:
    from pbk.config import settings_from  # noqa: PLC0415 - as the engine, below
    from pbk.lint.engine import Request  # noqa: PLC0415 - every verb loads this module, only this one the rules
    from pbk.lint.selection import choose  # noqa: PLC0415
    from pbk.model.instant import from_seconds  # noqa: PLC0415
    from pbk.store.settings import read_settings  # noqa: PLC0415

    moment = instant(now)
    settings = read_settings(root, os.environ) if root else settings_from({}, os.environ)
    return Request(
        root=root,
        choice=choose(settings, select=select, ignore=ignore, fail_on=fail_on),
        now=from_seconds(time.time() if moment is None else moment),
        settings=settings,
        paths=paths,
        directory=Path.cwd(),
        cache=cache and root is not None,
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


def _reported(result: LintResult, chosen: Format, *, quiet: bool) -> str:
    from pbk.lint.diagnostic import Severity  # noqa: PLC0415
    from pbk.lint.result import Appearance  # noqa: PLC0415

    terminal = sys.stdout.isatty()
    appearance = Appearance(
        colour=colour_wanted(os.environ, tty=terminal),
        width=width() if terminal or "COLUMNS" in os.environ else None,
    )
    if quiet:
        result = replace(result, diagnostics=[one for one in result.diagnostics if one.severity is Severity.ERROR])
        if chosen is Format.TEXT and not result.diagnostics:
            return ""
    return _reporter(chosen)(result, appearance)


def _reporter(chosen: Format) -> Reporter:
    module = import_module(f"pbk.lint.reporters.{REPORTERS.get(chosen, chosen.value)}")
    return module.report  # type: ignore[no-any-return]  # each of these modules defines one


def _words(given: Sequence[str] | None) -> list[str]:
    return [word.strip() for text in given or () for word in text.split(",") if word.strip()]
