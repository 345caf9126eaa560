"""`pbk doctor`: what is wrong with this set-up, and how to mend it."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from pbk.cli.examination import Finding, Severity, examine
from pbk.cli.opening import open_shelf
from pbk.cli.options import JsonOption, LibraryOption, NowOption
from pbk.cli.output import emit, emit_json, styled
from pbk.errors import BrokenError, PbkError

SCHEMA = "pbk.doctor/1"
STYLES = {Severity.OK: "green", Severity.NOTE: "dim", Severity.WARNING: "yellow", Severity.ERROR: "red"}


def doctor(
    *,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only what is wrong.")] = False,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Look for what is wrong with this set-up and say how to mend it."""
    try:
        findings = examine(open_shelf(library or (), now), os.environ)
    except BrokenError as error:  # settings that cannot be read: nothing else can be looked at
        findings = [Finding(Severity.ERROR, str(PbkError(error.what, where=error.where)), error.mend, exit_code=3)]
    if json:
        rows = [{"severity": item.severity.value, "message": item.message, "mend": item.mend} for item in findings]
        emit_json({"schema": SCHEMA, "findings": rows})
    else:
        for item in findings:
            if not quiet or item.severity in {Severity.WARNING, Severity.ERROR}:
                emit(f"{styled(f'{item.severity.value:<8}', STYLES[item.severity])} {item.message}")
                if item.mend:
                    emit(f"{'':<8}   mend: {item.mend}")
    raise typer.Exit(max((item.exit_code for item in findings), default=0))
