"""Strict replay: the steps in order, each proved by its check, and an end at the first that is not proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

from pbk.errors import RefusedError
from pbk.model.condition import Condition
from pbk.model.visible import visible

if TYPE_CHECKING:
    from pbk.model.procedure import Procedure, Step

Finding: TypeAlias = tuple[bool | None, str]  # whether it went well (None: cannot be told), and what was seen
Executor: TypeAlias = Callable[[str], Finding]
Checker: TypeAlias = Callable[[Condition], Finding]
Approver: TypeAlias = Callable[["Step"], bool]

DETAIL_LIMIT = 400

_Asked = TypeVar("_Asked")


class UnsafeReplayError(RefusedError, ValueError):
    """The procedure cannot be replayed strictly; nothing has been done."""


class TraceEntry(TypedDict):
    """What happened at one step. `checked` is absent where it did not come to the check.

    `skipped` is there, and true, for a step whose `when` does not hold: it was rightly not carried out.
    """

    step: int
    do: str
    executed: bool
    detail: str
    checked: NotRequired[bool]
    skipped: NotRequired[bool]


class Finished(TypedDict):
    """Every step was carried out and proved."""

    ok: Literal[True]
    trace: list[TraceEntry]


class Halted(TypedDict):
    """The replay ended at step `failed_at` (from 1); no later one was begun."""

    ok: Literal[False]
    failed_at: int
    reason: str
    on_fail: str
    trace: list[TraceEntry]


class StrictReplayer:
    """Carries out procedures whose every step has a check.

    `executor` is given what a step does, `checker` a condition (its `str` is its text). Both return whether it went
    well and a detail; anything but True, and any exception, ends the replay. `approver` is asked before each step that
    wants a person's approval.
    """

    def __init__(self, executor: Executor, checker: Checker, *, approver: Approver | None = None) -> None:
        self.executor = executor
        self.checker = checker
        self.approver = approver

    def replay(self, procedure: Procedure) -> Finished | Halted:
        """Return the trace, with where and why it ended early if it did.

        A step with a `when` is carried out if the checker finds that it holds and skipped if it finds that it does not.
        Raises `UnsafeReplayError`, before anything is done, for a procedure without steps, with a step that has no
        check, or with one that wants approval while nobody can give it.
        """
        self._refuse_unsafe(procedure)
        trace: list[TraceEntry] = []
        for number, step in enumerate(procedure.steps, 1):
            entry: TraceEntry = {"step": number, "do": step.do, "executed": False, "detail": ""}
            trace.append(entry)
            reason = self._carry_out(step, entry)
            if reason is not None:
                return {"ok": False, "failed_at": number, "reason": reason, "on_fail": step.on_fail, "trace": trace}
        return {"ok": True, "trace": trace}

    def _refuse_unsafe(self, procedure: Procedure) -> None:
        if not procedure.steps:
            raise UnsafeReplayError(f"'{procedure.name}' has no steps; strict replay is unsafe")
        unchecked = [str(number) for number, step in enumerate(procedure.steps, 1) if not step.mechanical]
        if unchecked:
            raise UnsafeReplayError(
                f"'{procedure.name}' has steps without a check ({', '.join(unchecked)}); strict replay is unsafe",
                mend="use the advisory, or give each step a check",
            )
        approving = [str(number) for number, step in enumerate(procedure.steps, 1) if step.approve]
        if approving and self.approver is None:
            raise UnsafeReplayError(
                f"'{procedure.name}' has steps that a person must approve ({', '.join(approving)}) and nobody can be "
                "asked; strict replay is unsafe",
                mend="use the advisory, or replay where a person can be asked",
            )

    def _carry_out(self, step: Step, entry: TraceEntry) -> str | None:
        """Fill `entry` and return why the replay must end here, or None."""
        if step.when is not None:
            applies, detail = _asked(self.checker, step.when)
            if applies is not True:
                entry["detail"] = f"when {step.when}: {detail}"
                if applies is None:
                    return f"cannot tell whether the step applies: {detail}"
                entry["skipped"] = True
                return None
        if step.approve and self.approver is not None and _asked(self._approved, step)[0] is not True:
            entry["detail"] = "not approved"
            return "not approved"
        executed, detail = _asked(self.executor, step.do)
        entry["executed"] = executed is True
        entry["detail"] = detail
        if executed is not True:
            return detail or "the step failed and did not say why"
        if step.check is None:  # unreachable past _refuse_unsafe, but "no check" must never come to mean "proved"
            return "check failed: there is none"
        checked, detail = _asked(self.checker, step.check)
        entry["checked"] = checked is True
        return None if checked is True else f"check failed: {detail}"

    def _approved(self, step: Step) -> Finding:
        return (self.approver is not None and self.approver(step) is True), ""


def _asked(function: Callable[[_Asked], object], argument: _Asked) -> Finding:
    """Return what a caller's function found; what it raises or answers amiss is "cannot be told"."""
    try:
        answer = function(argument)
    except Exception as error:  # noqa: BLE001 - whatever it is, the trace of what was already done must not be lost
        return None, visible(f"{type(error).__name__}: {error}", limit=DETAIL_LIMIT)
    if not (isinstance(answer, tuple) and len(answer) == 2):  # noqa: PLR2004 - (ok, detail)
        return None, "the answer was not of the form (ok, detail)"
    ok, detail = answer
    return (ok if isinstance(ok, bool) else None), str(detail)
