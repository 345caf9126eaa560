"""`pbk record`: how a use of a playbook went."""

from __future__ import annotations

import json as json_format
import os
from collections.abc import Mapping
from typing import Annotated

import typer

from pbk.cli.acting import at_terminal, moved, warn_of_future, writing_hand
from pbk.cli.opening import needed, open_shelf
from pbk.cli.options import JsonOption, LibraryOption, NameArgument, NowOption
from pbk.cli.output import emit, emit_json
from pbk.errors import RefusedError, UsageError
from pbk.model.canonical import Json
from pbk.model.event_kind import Level, Verdict
from pbk.store import recording
from pbk.store.actor import agent_variable


def record(
    name: NameArgument,
    *,
    success: Annotated[bool, typer.Option("--success", help="It worked.")] = False,
    failure: Annotated[bool, typer.Option("--failure", help="It did not work.")] = False,
    inconclusive: Annotated[
        bool, typer.Option("--inconclusive", help="The infrastructure failed: says nothing about the playbook.")
    ] = False,
    level: Annotated[
        Level | None,
        typer.Option("--level", help="How it is known; verified for a person at a terminal, else claimed."),
    ] = None,
    evidence: Annotated[
        str | None, typer.Option("--evidence", help="What proves it: a text, or a JSON object (check ids, a CI run).")
    ] = None,
    note: Annotated[str | None, typer.Option("--note", help="A remark that the ledger keeps.")] = None,
    run: Annotated[str | None, typer.Option("--run", help="The run's id: of each run only one outcome counts.")] = None,
    episode: Annotated[str | None, typer.Option("--episode", help="The id of the episode it was seen in.")] = None,
    followed: Annotated[str | None, typer.Option("--followed", help="How many steps were followed: k/n.")] = None,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Record how a use of a playbook went. What an agent claims to have achieved is kept and does not count."""
    verdicts = {Verdict.SUCCESS: success, Verdict.FAILURE: failure, Verdict.INCONCLUSIVE: inconclusive}
    said = [verdict for verdict, given in verdicts.items() if given]
    if len(said) != 1:
        raise UsageError("say how it went", mend="exactly one of --success, --failure and --inconclusive")
    item = needed(open_shelf(library or (), now)).find(name)
    _refuse_blank({"--evidence": evidence, "--note": note, "--run": run, "--episode": episode})
    _refuse_impossible(followed)
    hand = writing_hand(item.library)
    before = item.library.standing(item.entry)
    event = recording.record(
        item.library,
        item.entry.name,
        scope=item.entry.scope,
        succeeded={Verdict.SUCCESS: True, Verdict.FAILURE: False, Verdict.INCONCLUSIVE: None}[said[0]],
        level=_level(level, evidence),
        actor=hand.actor,
        place=hand.place,
        evidence=_evidence(evidence),
        run=run,
        episode=episode,
        followed=followed,
        note=note,
    )
    warn_of_future(event)
    if json:
        emit_json(event.fields(), compact=True)
        return
    emit(moved(item.entry.name, before, item.library.standing(item.entry)))
    if event.level is Level.CLAIMED and event.outcome is Verdict.FAILURE:
        emit("kept as a claim: claimed failures count once a day for each actor, and alone do not retire")
    if event.level is Level.CLAIMED and event.outcome is Verdict.SUCCESS:
        emit("kept as a claim: a claimed success does not count until something verifies it (--level, --evidence)")


def _level(asked: Level | None, evidence: str | None) -> Level:
    """Return the level that may be written. An agent's word is a claim, however it is typed."""
    agent = agent_variable(os.environ)
    if asked is None:
        return Level.VERIFIED if agent is None and at_terminal() else Level.CLAIMED
    if asked is Level.CLAIMED:
        return asked
    if agent is not None:
        raise RefusedError(
            f"an agent may not write the level {asked.value!r}",
            where=f"the environment says {agent}={os.environ[agent][:20]}",
            mend="record it as claimed; a person, CI or a check that pbk runs can verify it",
        )
    if asked is Level.VERIFIED and not (evidence and evidence.strip()):
        raise UsageError(
            "--level verified needs --evidence", mend="name the checks, the CI run or the log that prove it"
        )
    return asked


def _refuse_blank(texts: Mapping[str, str | None]) -> None:
    for option, text in texts.items():
        if text is not None and not text.strip():
            raise UsageError("is blank", where=option, mend="say something, or leave the option out")


def _refuse_impossible(followed: str | None) -> None:
    if followed is None:
        return
    done, slash, all_steps = followed.partition("/")
    if not (slash and done.isdecimal() and all_steps.isdecimal() and int(done) <= int(all_steps)):
        raise UsageError(
            f"{followed[:20]!r} is not k/n", where="--followed", mend="steps followed of all steps, as 3/4"
        )


def _evidence(text: str | None) -> str | Mapping[str, Json] | None:
    if text is None or not text.lstrip().startswith("{"):
        return text
    try:
        decoded = json_format.loads(text)
    except (ValueError, RecursionError):
        raise UsageError(
            "is not a JSON object", where="--evidence", mend="quote it for the shell, or say it in words"
        ) from None
    return decoded if isinstance(decoded, dict) else text
