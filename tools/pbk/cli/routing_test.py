"""`pbk test`: do the examples of the playbooks reach the playbooks that they should?"""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from pbk.cli.opening import needed, open_shelf
from pbk.cli.options import JsonOption, LibraryOption, NowOption
from pbk.cli.output import emit, emit_json, remark, styled, table, width
from pbk.cli.routing import Routed, Routing, route
from pbk.model.visible import visible
from pbk.store.library import Skipped
from pbk.store.shelf import Shelf

SCHEMA = "pbk.test/1"
HEAD = ("", "EXAMPLE", "EXPECTED", "GOT", "SCORE", "WHY")
LONGEST_EXAMPLE = 60  # characters in the table
WHY_COLUMN = 5


def run_examples(
    names: Annotated[
        Optional[list[str]],  # noqa: UP045 - typer reads this form in every version that is supported
        typer.Argument(help="Only the examples of these playbooks; all playbooks compete for them."),
    ] = None,
    *,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Run the examples of playbooks through the matcher, without a model: each must go where it should.

    What the task does not decide (the state of the repository, prose) is taken as it should be.
    """
    shelf = needed(open_shelf(library or (), now))
    if not library:
        shelf = Shelf(shelf.libraries[:1])  # what else a user has must not change the result
    routing = route(shelf, names or ())
    if json:
        emit_json(_json(routing, shelf.skipped()))
    else:
        _show(routing, shelf.skipped())
    raise typer.Exit(1 if routing.failed else 0)


def _json(routing: Routing, skipped: list[Skipped]) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "examples": [
            {
                "playbook": one.playbook,
                "kind": one.kind,
                "text": one.text,
                "passed": one.passed,
                "got": one.got,
                "score": round(one.score, 6),
                "why": one.why,
            }
            for one in routing.examples
        ],
        "summary": {
            "examples": len(routing.examples),
            "passed": len(routing.examples) - routing.failed,
            "failed": routing.failed,
            "playbooks": len({one.playbook for one in routing.examples}),
            "retired": list(routing.retired),
            "without_examples": list(routing.without),
        },
        "skipped": [{"path": item.path, "error": item.error} for item in skipped],
    }


def _show(routing: Routing, skipped: list[Skipped]) -> None:
    if routing.examples:
        lines = table([HEAD, *map(_cells, routing.examples)], columns=width(), stretch=WHY_COLUMN)
        emit(styled(lines[0], "bold"))
        for line, one in zip(lines[1:], routing.examples, strict=True):
            emit(line if one.passed else line.replace("FAILED", styled("FAILED", "red"), 1))
    count = len(routing.examples)
    emit(f"{count - routing.failed} of {count} example{'' if count == 1 else 's'} went where they should")
    if routing.retired:
        remark(f"left out as retired: {', '.join(routing.retired)}")
    if routing.without:
        remark(f"without examples: {', '.join(routing.without)}")
    for item in skipped:
        remark(f"skipped: {visible(item.error, limit=400)}")


def _cells(one: Routed) -> tuple[str, ...]:
    return (
        "passed" if one.passed else "FAILED",
        visible(one.text, limit=LONGEST_EXAMPLE),
        one.playbook if one.kind == "match" else f"not {one.playbook}",
        one.got or "none",
        f"{one.score:.2f}",
        visible(one.why),
    )
