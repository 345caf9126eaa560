"""`pbk match`: which playbook fits a task, or why none does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from pbk.cli.match_answer import MatchOptions, answer_match
from pbk.cli.options import JsonOption, LibraryOption, NowOption
from pbk.model.procedure import DEFAULT_SCOPE


def match(
    task: Annotated[Optional[str], typer.Argument(help="The task, in the words that it was asked in.")] = None,  # noqa: UP045
    *,
    explain: Annotated[bool, typer.Option("--explain", help="Show every candidate and every condition.")] = False,
    batch: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--batch", help='Answer a JSONL file of {"id", "task"}, one object a line ("-": standard input).'),
    ] = None,
    scope: Annotated[str, typer.Option("--scope", help="The scope to look in.")] = DEFAULT_SCOPE,
    context: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("--context", help="A fact that `context` conditions may ask for: KEY=VALUE (may be repeated)."),
    ] = None,
    directory: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            "--directory", "-C", help="The repository that the task is about, where conditions are evaluated."
        ),
    ] = None,
    adjudicate: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--adjudicate", help="Who judges prose conditions: auto, none, person or model.", metavar="WHO"),
    ] = None,
    model: Annotated[Optional[str], typer.Option("--model", help="The model to ask, as litellm names it.")] = None,  # noqa: UP045
    assume: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("--assume", help="Answer an open question: QID=yes, no or unknown (may be repeated)."),
    ] = None,
    answers: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--answers", help='Answers as JSON: {"answers": {QID: "yes"}} ("-": standard input).'),
    ] = None,
    floor: Annotated[
        Optional[float],  # noqa: UP045
        typer.Option("--floor", min=0.0, max=1.0, help="The similarity below which nothing is considered."),
    ] = None,
    below_floor: Annotated[
        bool, typer.Option("--below-floor", help="Also offer what waits for a person, with the strongest caveat.")
    ] = False,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Find the playbook that fits a task, or say why none does."""
    options = MatchOptions(
        task=task,
        json=json,
        explain=explain,
        batch=batch,
        scope=scope,
        context=tuple(context or ()),
        directory=directory,
        adjudicate=adjudicate,
        model=model,
        assume=tuple(assume or ()),
        answers=answers,
        floor=floor,
        below_floor=below_floor,
        library=tuple(library or ()),
        now=now,
    )
    raise typer.Exit(answer_match(options))
