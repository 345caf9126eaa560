from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pbk.errors import PbkError, RefusedError
from pbk.model.condition import Condition
from pbk.model.procedure import Procedure, Step
from pbk.replay.strict import StrictReplayer, UnsafeReplayError

if TYPE_CHECKING:
    from collections.abc import Callable


def always_ok(_what: object) -> tuple[bool, str]:
    return True, "fine"


def noop(what: object) -> tuple[bool, str]:
    raise AssertionError(f"nothing may be done, but {what} was")


def fails_on(number: int) -> Callable[[object], tuple[bool, str]]:
    """A function that answers no at its call with that number."""
    calls: list[object] = []

    def check(what: object) -> tuple[bool, str]:
        calls.append(what)
        return (False, f"no: {what}") if len(calls) == number else (True, "")

    return check


def three_step_procedure(**second: Any) -> Procedure:
    fields = {"do": "build", "check": {"file_exists": "dist"}, "on_fail": "clean up", **second}
    return Procedure("p", "g", [Step("test", "exit code 0"), Step(**fields), Step("upload", "it resolves")])


def test_strict_replay_refuses_unchecked_steps() -> None:
    procedure = Procedure(name="p", goal="g", steps=[Step(do="think about it", check=None)])
    with pytest.raises(ValueError, match="strict replay is unsafe"):
        StrictReplayer(noop, noop).replay(procedure)


def test_strict_replay_halts_at_the_first_failed_check() -> None:
    result = StrictReplayer(always_ok, fails_on(2)).replay(three_step_procedure())
    assert result["ok"] is False
    assert result["failed_at"] == 2
    assert len(result["trace"]) == 2  # did not continue
    assert result == {
        "ok": False,
        "failed_at": 2,
        "reason": "check failed: no: file_exists: dist",
        "on_fail": "clean up",
        "trace": [
            {"step": 1, "do": "test", "executed": True, "detail": "fine", "checked": True},
            {"step": 2, "do": "build", "executed": True, "detail": "fine", "checked": False},
        ],
    }


def test_one_unchecked_step_among_checked_ones_is_enough_to_refuse() -> None:
    with pytest.raises(UnsafeReplayError, match=r"steps without a check \(2\)") as caught:
        StrictReplayer(noop, noop).replay(three_step_procedure(check=None))
    assert isinstance(caught.value, RefusedError)
    assert caught.value.exit_code == 4
    assert "advisory" in caught.value.mend


def test_nothing_to_replay_is_not_a_success() -> None:
    with pytest.raises(UnsafeReplayError, match="strict replay is unsafe"):
        StrictReplayer(noop, noop).replay(Procedure("p", "g", []))


def test_a_replay_that_is_proved_to_the_end() -> None:
    checked: list[Condition] = []

    def check(condition: Condition) -> tuple[bool, str]:
        checked.append(condition)
        return True, ""

    result = StrictReplayer(always_ok, check).replay(three_step_procedure())
    assert result["ok"] is True
    assert [entry["checked"] for entry in result["trace"]] == [True] * 3
    assert [str(condition) for condition in checked] == ["exit code 0", "file_exists: dist", "it resolves"]


def test_a_step_that_fails_is_not_checked() -> None:
    checks: list[object] = []

    def check(what: object) -> tuple[bool, str]:
        checks.append(what)
        return True, ""

    result = StrictReplayer(fails_on(2), check).replay(three_step_procedure())
    assert result == {
        "ok": False,
        "failed_at": 2,
        "reason": "no: build",
        "on_fail": "clean up",
        "trace": [
            {"step": 1, "do": "test", "executed": True, "detail": "", "checked": True},
            {"step": 2, "do": "build", "executed": False, "detail": "no: build"},
        ],
    }
    assert len(checks) == 1


def raising(error: Exception) -> Callable[[object], Any]:
    def function(_what: object) -> Any:
        raise error

    return function


def answering(answer: object) -> Callable[[object], Any]:
    return lambda _what: answer


AMISS: list[tuple[Callable[[object], Any], str]] = [
    (answering((None, "timed out")), "timed out"),
    (answering((False, "")), ""),
    (answering((1, "truthy is not True")), "truthy is not True"),
    (answering(("yes", "a word is not True")), "a word is not True"),
    (answering(True), "not of the form (ok, detail)"),
    (answering(None), "not of the form (ok, detail)"),
    (answering((True, "", "")), "not of the form (ok, detail)"),
    (raising(OSError(2, "No such file")), "FileNotFoundError: [Errno 2] No such file"),
    (raising(KeyError("x\ny")), "KeyError: 'x\\ny'"),
    (raising(PbkError("gone", mend="look")), "PbkError: gone (look)"),
]


@pytest.mark.parametrize(("function", "told"), AMISS)
def test_an_executor_that_does_not_say_true_ends_the_replay(function: Callable[[object], Any], told: str) -> None:
    result = StrictReplayer(function, noop).replay(three_step_procedure())
    assert result["ok"] is False
    assert (result["failed_at"], len(result["trace"])) == (1, 1)
    assert result["trace"][0]["executed"] is False
    assert "checked" not in result["trace"][0]
    assert told in result["reason"]
    assert result["reason"]


@pytest.mark.parametrize(("function", "told"), AMISS)
def test_a_checker_that_does_not_say_true_ends_the_replay(function: Callable[[object], Any], told: str) -> None:
    result = StrictReplayer(always_ok, function).replay(three_step_procedure())
    assert result["ok"] is False
    assert (result["failed_at"], len(result["trace"])) == (1, 1)
    assert result["trace"][0]["checked"] is False
    assert result["reason"].startswith("check failed: ")
    assert told in result["reason"]


def test_an_interrupt_is_not_swallowed() -> None:
    def interrupted(_what: object) -> tuple[bool, str]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        StrictReplayer(interrupted, noop).replay(three_step_procedure())


def replayed_with_when(holds: object) -> tuple[Any, list[str]]:
    done: list[str] = []

    def execute(what: str) -> tuple[bool, str]:
        done.append(what)
        return True, ""

    def check(condition: Condition) -> Any:
        return holds if condition.kind == "file_absent" else (True, "")

    return StrictReplayer(execute, check).replay(three_step_procedure(when={"file_absent": "dist"})), done


def test_a_step_whose_when_holds_is_carried_out() -> None:
    result, done = replayed_with_when((True, ""))
    assert result["ok"] is True
    assert done == ["test", "build", "upload"]


def test_a_step_whose_when_does_not_hold_is_skipped_and_said_to_be() -> None:
    result, done = replayed_with_when((False, "dist is there"))
    assert result["ok"] is True
    assert done == ["test", "upload"]
    assert result["trace"][1] == {
        "step": 2,
        "do": "build",
        "executed": False,
        "detail": "when file_absent: dist: dist is there",
        "skipped": True,
    }


@pytest.mark.parametrize("holds", [(None, "cannot look"), None, ("no", "cannot look")])
def test_a_when_that_cannot_be_told_ends_the_replay(holds: object) -> None:
    result, done = replayed_with_when(holds)
    assert (result["ok"], result["failed_at"], done) == (False, 2, ["test"])
    assert "cannot tell whether the step applies" in result["reason"]


def test_a_step_that_wants_approval_is_refused_where_nobody_can_give_it() -> None:
    with pytest.raises(UnsafeReplayError, match=r"must approve \(2\).*strict replay is unsafe"):
        StrictReplayer(noop, noop).replay(three_step_procedure(approve=True))


@pytest.mark.parametrize("approver", [answering(False), answering(None), answering("yes"), raising(EOFError())])
def test_without_a_plain_yes_a_step_is_not_carried_out(approver: Callable[[object], Any]) -> None:
    result = StrictReplayer(always_ok, always_ok, approver=approver).replay(three_step_procedure(approve=True))
    assert result["ok"] is False
    assert (result["failed_at"], result["reason"]) == (2, "not approved")
    assert result["trace"][1]["executed"] is False


def test_an_approved_step_is_carried_out() -> None:
    asked: list[str] = []

    def approve(step: Step) -> bool:
        asked.append(step.do)
        return True

    result = StrictReplayer(always_ok, always_ok, approver=approve).replay(three_step_procedure(approve=True))
    assert result["ok"] is True
    assert asked == ["build"]
