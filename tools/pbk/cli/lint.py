"""`pbk lint`: what a machine can say of playbooks and their ledger."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Optional

import typer

from pbk.cli.lint_answer import LintOptions, answer_lint
from pbk.cli.options import JsonOption, LibraryOption, NowOption


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
    options = LintOptions(
        paths=paths or (),
        output=output.value,
        fix=fix,
        diff=diff,
        unsafe_fixes=unsafe_fixes,
        select=select or (),
        ignore=ignore or (),
        fail_on=fail_on.value if fail_on else None,
        changed_since=changed_since,
        no_cache=no_cache,
        quiet=quiet,
        json=json,
        library=library or (),
        now=now,
    )
    raise typer.Exit(answer_lint(options))
