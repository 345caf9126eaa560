"""Options that several verbs share, so that they read the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

LibraryOption = Annotated[
    Optional[list[Path]],  # noqa: UP045 - typer reads this form in every version that is supported
    typer.Option("--library", "-L", help="A library to use instead of the nearest one (may be repeated)."),
]
NowOption = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--now", help="The instant to answer for, like 2026-12-01T10:00:00Z.", metavar="RFC3339"),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
WhyOption = Annotated[str, typer.Option("--why", help="The reason, which the ledger keeps.")]
NameArgument = Annotated[str, typer.Argument(help="The playbook: its name, library:name, or its id.")]
