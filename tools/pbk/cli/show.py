"""`pbk show`: one playbook in full, with its checks and what the ledger says of it."""

from __future__ import annotations

import json as json_format
import shlex
from collections.abc import Iterator

from pbk.cli.list import list_row
from pbk.cli.opening import needed, open_shelf
from pbk.cli.options import JsonOption, LibraryOption, NameArgument, NowOption
from pbk.cli.output import emit, emit_json, styled
from pbk.model.instant import day_of
from pbk.model.procedure import DEFAULT_ON_FAIL, Procedure, Step
from pbk.model.standing import Band, Standing
from pbk.model.visible import visible

SCHEMA = "pbk.show/1"


def show(name: NameArgument, *, json: JsonOption = False, library: LibraryOption = None, now: NowOption = None) -> None:
    """Show a playbook in full: conditions, steps with their checks, examples, trust."""
    item = needed(open_shelf(library or (), now)).find(name)
    standing = item.library.standing(item.entry)
    if json:
        document = json_format.loads(item.entry.document)
        emit_json({"schema": SCHEMA, **list_row(item, standing), "path": item.entry.path, "document": document})
        return
    procedure = item.library.procedure(item.entry)
    emit(f"{styled(procedure.name, 'bold')}  {visible(procedure.goal)}")
    emit(f"file   {item.entry.path}, revision {item.entry.rev}, scope {procedure.scope}")
    emit(f"trust  {trust_line(standing)}")
    for line in _body(procedure):
        emit(line)


def trust_line(standing: Standing) -> str:
    """Return trust, band and counts in one line."""
    words = f"{standing.trust:.2f}, {standing.band.value}, worked {standing.successes} of {standing.uses}"
    if standing.last_used is not None:
        words += f", last used {day_of(standing.last_used)}"
    extras = (
        (standing.claimed, "claimed success", "claimed successes"),
        (standing.misfires, "misfire", "misfires"),
        (standing.pending, "event not yet published", "events not yet published"),
    )
    words += "".join(f", {count} {one if count == 1 else many}" for count, one, many in extras if count)
    if standing.band is Band.RETIRED and standing.retirement:
        words += f"; retired {day_of(standing.retirement.at)} by {visible(standing.retirement.by)}: "
        words += visible(standing.retirement.why)
    if standing.waiting:
        words += "; waits for a person to fix, revive or retire it"
    return words


def _body(procedure: Procedure) -> Iterator[str]:
    sections = (
        ("applies only if all of these hold", [str(item) for item in procedure.preconditions]),
        ("is wrong if any of these holds", [str(item) for item in procedure.anti_preconditions]),
    )
    for title, items in sections:
        yield ""
        yield styled(title, "bold")
        yield from (f"  - {visible(item)}" for item in items)
        if not items:
            yield "  (nothing)"
    if procedure.inputs:
        yield ""
        yield styled("inputs", "bold")
        for given in procedure.inputs:
            pattern = f" (matches {visible(given.pattern)})" if given.pattern else ""
            yield f"  {visible(given.name)}: {visible(given.description)}{pattern}"
    yield ""
    yield styled("steps", "bold")
    for number, step in enumerate(procedure.steps, 1):
        yield from _step(number, step)
    for title, examples in (("meant for", procedure.match_examples), ("not meant for", procedure.no_match_examples)):
        if examples:
            yield ""
            yield styled(title, "bold")
            yield from (f"  - {visible(example)}" for example in examples)


def _step(number: int, step: Step) -> Iterator[str]:
    yield f"  {number}. {visible(step.do)}"
    if step.when is not None:
        yield f"     only when: {visible(str(step.when))}"
    if step.run is not None:
        yield f"     run: {visible(step.run if isinstance(step.run, str) else shlex.join(step.run))}"
    yield f"     check: {visible(str(step.check))}" if step.check else "     check: none, this step needs judgement"
    if step.wait is not None:
        yield f"     wait: up to {step.wait.timeout:g} s, looking every {step.wait.every:g} s"
    if step.on_fail != DEFAULT_ON_FAIL:
        yield f"     on failure: {visible(step.on_fail)}"
    if step.gate:
        yield "     gate: a red check means not now, not that the playbook is wrong"
    if step.approve:
        yield "     approve: a person confirms first"
