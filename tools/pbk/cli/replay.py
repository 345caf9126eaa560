"""`pbk replay`: the advice of a named playbook, for this task and this place."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbk.cli.match_answer import MatchOptions, answer_named
from pbk.cli.options import JsonOption, LibraryOption, NameArgument, NowOption


def replay(
    name: NameArgument,
    *,
    task: Annotated[
        str | None, typer.Option("--task", help="The task at hand; the playbook's goal when not given.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show every condition.")] = False,
    context: Annotated[list[str] | None, typer.Option("--context", help="A fact: KEY=VALUE (may be repeated).")] = None,
    directory: Annotated[
        Path | None, typer.Option("--directory", "-C", help="The repository that the task is about.")
    ] = None,
    adjudicate: Annotated[
        str | None, typer.Option("--adjudicate", help="Who judges prose: auto, none, person, model.", metavar="WHO")
    ] = None,
    model: Annotated[str | None, typer.Option("--model", help="The model to ask, as litellm names it.")] = None,
    assume: Annotated[
        list[str] | None, typer.Option("--assume", help="Answer a question: QID=yes, no, unknown.")
    ] = None,
    answers: Annotated[Path | None, typer.Option("--answers", help="Answers as JSON, as for `pbk match`.")] = None,
    below_floor: Annotated[
        bool, typer.Option("--below-floor", help="Also when it waits for a person, with the strongest caveat.")
    ] = False,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Print a playbook as advice for this task and place, if its conditions hold here; else say which does not."""
    options = MatchOptions(
        task=task,
        json=json,
        explain=explain,
        context=tuple(context or ()),
        directory=directory,
        adjudicate=adjudicate,
        model=model,
        assume=tuple(assume or ()),
        answers=answers,
        below_floor=below_floor,
        library=tuple(library or ()),
        now=now,
    )
    raise typer.Exit(answer_named(name, options))
