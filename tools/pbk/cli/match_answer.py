"""`pbk match`, without the parsing of its options: it must start fast, so nothing heavy is imported here."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pbk.cli.opening import needed, open_shelf, person_at_terminal
from pbk.cli.output import emit, emit_json, remark, styled
from pbk.errors import UsageError
from pbk.match.adjudicate import (
    Adjudicator,
    Answer,
    NoAdjudicator,
    PersonAdjudicator,
    answers_from,
)
from pbk.match.matcher import Matcher
from pbk.match.questions import Question
from pbk.match.trace import Candidate, Decision, Judged, Match
from pbk.model.procedure import DEFAULT_SCOPE
from pbk.model.visible import visible
from pbk.store.shelf import Shelf

SCHEMA = "pbk.match/1"
REPLAY_SCHEMA = "pbk.replay/1"
TASK_LIMIT = 20_000  # characters
ANSWERS_LIMIT = 1_000_000  # bytes


class MatchOptions(NamedTuple):
    """The options of `pbk match`, as parsed."""

    task: str | None = None
    json: bool = False
    explain: bool = False
    batch: Path | None = None
    scope: str = DEFAULT_SCOPE
    context: Sequence[str] = ()
    directory: Path | None = None
    adjudicate: str | None = None
    model: str | None = None
    assume: Sequence[str] = ()
    answers: Path | None = None
    floor: float | None = None
    below_floor: bool = False
    library: Sequence[Path] = ()
    now: str | None = None


def answer_match(options: MatchOptions) -> int:
    """Answer one task or a batch of them and return the exit status: 0 offered (or a batch done), 1 none."""
    if (options.task is None) == (options.batch is None):
        raise UsageError("give one task, or --batch FILE", mend='pbk match "publish version 1.4.0 to PyPI"')
    directory = _directory(options.directory)
    shelf = open_shelf(options.library, options.now, directory=directory)
    context = _context(options.context)
    given = _given(options)
    matcher = Matcher(
        shelf,
        adjudicator=_adjudicator(options, shelf),
        floor=options.floor,
        below_floor=options.below_floor,
    )
    if options.batch is not None:
        if given:
            raise UsageError(
                "an answer belongs to one task", where="--batch", mend="answer the tasks of a batch one by one"
            )
        for identity, task in _batch(options.batch):
            decision = matcher.consider(task, context, scope=options.scope, directory=directory, given=given)
            emit_json(decision_json(decision, identity), compact=True)
        return 0
    task = _task(options.task or "")
    decision = matcher.consider(task, context, scope=options.scope, directory=directory, given=given)
    if options.json:
        emit_json(decision_json(decision, None))
    else:
        _show(decision, explain=options.explain)
    return 0 if decision.match else 1


def answer_named(name: str, options: MatchOptions) -> int:
    """Answer for one playbook that was named, and return the exit status: 0 offered, 1 not."""
    directory = _directory(options.directory)
    shelf = needed(open_shelf(options.library, options.now, directory=directory))
    matcher = Matcher(shelf, adjudicator=_adjudicator(options, shelf), below_floor=options.below_floor)
    task = _task(options.task) if options.task is not None else None
    decision = matcher.consider_named(
        shelf.find(name), task, _context(options.context), directory=directory, given=_given(options)
    )
    if options.json:
        emit_json({**decision_json(decision, None), "schema": REPLAY_SCHEMA})
    else:
        _show(decision, explain=options.explain)
    return 0 if decision.match else 1


def decision_json(decision: Decision, identity: object) -> dict[str, object]:
    """Return a decision as the stable `pbk.match/1` object."""
    match = decision.match
    return {
        "schema": SCHEMA,
        "id": identity,
        "task": decision.task,
        "matched": match is not None,
        "playbook": match.procedure.name if match else None,
        "library": match.library if match else None,
        "trust": round(match.trust, 6) if match else None,
        "band": match.band.value if match else None,
        "caveat": match.caveat if match else "",
        "why": decision.why,
        "advisory": _advisory(match) if match else None,
        "questions": [
            {"id": item.id, "playbook": item.playbook, "kind": item.kind, "text": item.text}
            for item in decision.questions
        ],
        "candidates": [
            {
                "name": item.name,
                "score": round(item.score, 6),
                "stage": item.stage.value,
                "eliminated_by": item.eliminated_by,
            }
            for item in decision.candidates
        ],
        "skipped": [{"path": item.path, "error": item.error} for item in decision.skipped],
    }


def _advisory(match: Match) -> str:
    from pbk.replay.advisory import render_advisory  # noqa: PLC0415 - most matches are refusals

    return render_advisory(match)


def _show(decision: Decision, *, explain: bool) -> None:
    for note in decision.notes:
        remark(f"pbk: note: {visible(note)}")
    if decision.match is not None:
        emit(_advisory(decision.match))
    else:
        emit(f"{styled('none', 'yellow')}: {visible(decision.why)}")
        _show_questions(decision.questions)
    if explain:
        emit()
        _show_funnel(decision)
    elif decision.skipped:
        count = len(decision.skipped)
        remark(
            f"pbk: note: {count} unreadable playbook{'s were' if count > 1 else ' was'} skipped; `pbk doctor` says why"
        )


def _show_questions(questions: Sequence[Question]) -> None:
    if not questions:
        return
    emit()
    emit("open questions, which only a person or a model can judge:")
    for question in questions:
        kind = "must hold" if question.kind == "precondition" else "must not hold"
        emit(f"  {question.id}  {question.playbook}: {visible(question.text, limit=300)} ({kind})")
    first = questions[0].id
    emit(f"answer with --assume {first}=yes (or no), with --answers FILE, or at a terminal with --adjudicate person")


def _show_funnel(decision: Decision) -> None:
    emit(f"task: {visible(decision.task, limit=300)}")
    emit(f"floor: {decision.floor:.2f}")
    for candidate in decision.candidates:
        emit(_candidate_line(candidate))
        for judged in candidate.conditions:
            emit(_judged_line(judged))
    for item in decision.skipped:
        emit(f"skipped: {visible(item.error, limit=400)}")


def _candidate_line(candidate: Candidate) -> str:
    stage = styled(candidate.stage.value, "green" if candidate.eliminated_by is None else "yellow")
    reason = f": {visible(candidate.eliminated_by)}" if candidate.eliminated_by else ""
    return f"  {candidate.score:.2f}  {styled(candidate.name, 'bold')}  {stage}{reason}"


def _judged_line(judged: Judged) -> str:
    answer = {True: "yes", False: "no", None: "unknown"}[judged.holds]
    side = "needs" if judged.side == "precondition" else "wrong if"
    detail = f" ({visible(judged.detail, limit=200)})" if judged.detail else ""
    return f"        {side} {visible(judged.text, limit=200)}: {answer}, by {judged.by}{detail}"


def _adjudicator(options: MatchOptions, shelf: Shelf) -> Adjudicator:
    """Return who judges prose: as said, else a configured model, else the person at the terminal, else nobody."""
    settings = shelf.libraries[0].settings if shelf.libraries else None
    mode = options.adjudicate or (settings.text("match", "adjudicate") if settings else None) or "auto"
    model = options.model or (settings.text("model", "name") if settings else None)
    if mode == "model" or (mode == "auto" and model):
        if not model:
            raise UsageError(
                "no model is configured", where="--adjudicate model", mend="set PBK_MODEL or [model] name in pbk.toml"
            )
        from pbk.llm import open_client  # noqa: PLC0415 - only where a model is configured
        from pbk.match.adjudicate import ModelAdjudicator  # noqa: PLC0415

        client = open_client(
            model,
            api_base=settings.text("model", "api_base") if settings else None,
            timeout=settings.number("model", "timeout_seconds") if settings else 30.0,
            environment=os.environ,
        )
        return ModelAdjudicator(client)
    batch = options.batch is not None
    if mode == "person" or (mode == "auto" and not batch and not options.json and person_at_terminal()):
        if batch:
            raise UsageError("a batch cannot ask a person", where="--adjudicate person", mend="use none, or a model")
        return PersonAdjudicator(_Interview().ask)
    if mode not in {"auto", "none"}:
        raise UsageError(f"{mode!r} is not known", where="--adjudicate", mend="one of auto, none, person, model")
    return NoAdjudicator()


class _Interview:
    """Questions put to the person at the terminal, until they end the input."""

    def __init__(self) -> None:
        self.over = False

    def ask(self, question: Question) -> Answer:
        """Put one question. No answer, or the end of input, is unknown."""
        if self.over:
            return Answer.UNKNOWN
        sys.stderr.write(f"{question.playbook}: is this so? {visible(question.text, limit=400)} [y/n/U] ")
        sys.stderr.flush()
        reply = sys.stdin.readline()
        self.over = not reply
        words = {"y": Answer.YES, "yes": Answer.YES, "n": Answer.NO, "no": Answer.NO}
        return words.get(reply.strip().lower(), Answer.UNKNOWN)


def _given(options: MatchOptions) -> dict[str, Answer]:
    """Return the answers that the call itself gives, by question id. `--assume` wins over `--answers`."""
    words: dict[str, str] = {}
    if options.answers is not None:
        words |= _answers_file(options.answers)
    for item in options.assume:
        name, equals, word = item.partition("=")
        if not equals:
            raise UsageError(
                f"{visible(item, limit=60)!r} is not QID=ANSWER", where="--assume", mend="--assume QID=yes"
            )
        words[name.strip()] = word
    return answers_from(words) if words else {}


def _answers_file(path: Path) -> dict[str, str]:
    import json  # noqa: PLC0415 - few calls bring answers

    where = str(path)
    try:
        content = sys.stdin.buffer.read(ANSWERS_LIMIT) if where == "-" else path.read_bytes()[:ANSWERS_LIMIT]
        decoded = json.loads(content)
    except OSError as error:
        raise UsageError(
            f"cannot be read: {error.strerror}", where=where, mend="name a JSON file, or - for input"
        ) from None
    except (ValueError, RecursionError):
        raise UsageError("is not JSON", where=where, mend='write {"answers": {"QID": "yes"}}') from None
    answers = decoded.get("answers") if isinstance(decoded, dict) else None
    if not isinstance(answers, dict) or not all(isinstance(word, str) for word in answers.values()):
        raise UsageError("has no answers", where=where, mend='write {"answers": {"QID": "yes" | "no" | "unknown"}}')
    return answers


def _batch(path: Path) -> Iterator[tuple[object, str]]:
    import json  # noqa: PLC0415 - few calls are batches

    try:
        content = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=str(path), mend="name a JSONL file") from None
    tasks: list[tuple[object, str]] = []
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            decoded = json.loads(line)
        except (ValueError, RecursionError):
            decoded = None
        if not isinstance(decoded, dict) or not isinstance(decoded.get("task"), str):
            raise UsageError("is no task", where=f"{path}:{number}:1", mend='each line: {"id": "1", "task": "..."}')
        tasks.append((decoded.get("id"), _task(decoded["task"])))
    yield from tasks


def _task(text: str) -> str:
    task = text.strip()
    if not task:
        raise UsageError("the task is empty", mend="say in words what is to be done")
    return task[:TASK_LIMIT]


def _directory(path: Path | None) -> Path:
    directory = path or Path.cwd()
    if not directory.is_dir():
        raise UsageError("is not a folder", where=str(directory), mend="name the repository that the task is about")
    return directory.absolute()


def _context(items: Sequence[str]) -> dict[str, object]:
    """Return `--context KEY=VALUE` items as a mapping."""
    found: dict[str, object] = {}
    for item in items:
        key, equals, value = item.partition("=")
        if not key or not equals:
            raise UsageError(
                f"{visible(item, limit=60)!r} is not KEY=VALUE", where="--context", mend="--context env=prod"
            )
        found[key] = value
    return found
