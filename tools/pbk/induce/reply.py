"""Reading a model's induction: every part is checked, and a reply that is wrong anywhere is refused whole."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbk.llm import UnusableReply, sole_object
from pbk.model.procedure import DEFAULT_ON_FAIL, Step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NO_COMMON_PROCEDURE = "NO_COMMON_PROCEDURE"  # the specification's word for "there is nothing to induce"

NAME_LIMIT = 64
GOAL_LIMIT = 200
TEXT_LIMIT = 500
STEPS_LIMIT = 40
CONDITIONS_LIMIT = 20

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NO_CHECK = frozenset({"", "null", "none", "n/a", "-"})  # how a model words the null that it was asked for


class RefusedInduction(ValueError):  # noqa: N818 - a refusal is the usual end of an induction, not an error of it
    """There is no procedure to be had from this reply; the text says why in one line."""


@dataclass(frozen=True, slots=True)
class Induction:
    """What a reply proposes, checked for form and size but not against the runs."""

    name: str
    goal: str
    steps: Sequence[Step]
    preconditions: Sequence[str]
    anti_preconditions: Sequence[str]


def read_induction(content: str) -> Induction:
    """Return what the reply proposes.

    The escape word anywhere in it is a refusal, as are broken JSON and any part of the wrong type or size. A name that
    differs from kebab-case only in case and spaces is put right. Raises `RefusedInduction`.
    """
    if NO_COMMON_PROCEDURE in content:
        raise RefusedInduction("no shared procedure across runs")
    try:
        proposal = sole_object(content)
    except UnusableReply as problem:
        raise RefusedInduction(f"unparseable induction: {problem}") from None
    steps = _steps(proposal.get("steps"))
    if len(steps) < 2:  # noqa: PLR2004 - one step is a command, not a procedure
        raise RefusedInduction("fewer than 2 steps - not a procedure")
    return Induction(
        name=_name(proposal.get("name")),
        goal=_text(proposal.get("goal"), "the goal", GOAL_LIMIT),
        steps=steps,
        preconditions=_conditions(proposal, "preconditions"),
        anti_preconditions=_conditions(proposal, "anti_preconditions"),
    )


def _name(value: object) -> str:
    name = "-".join(_text(value, "the name", NAME_LIMIT).lower().split())
    if not _NAME.fullmatch(name):
        raise RefusedInduction("the name is not kebab-case")
    return name


def _conditions(proposal: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = proposal.get(key)
    if value is None:
        return ()
    if not isinstance(value, list):
        raise RefusedInduction(f"{key} is not a list")
    if len(value) > CONDITIONS_LIMIT:
        raise RefusedInduction(f"{len(value)} {key}, at most {CONDITIONS_LIMIT} can be judged")
    return tuple(dict.fromkeys(_text(item, f"one of the {key}") for item in value))


def _steps(value: object) -> tuple[Step, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise RefusedInduction("steps is not a list")
    if len(value) > STEPS_LIMIT:
        raise RefusedInduction(f"{len(value)} steps, at most {STEPS_LIMIT} make a procedure")
    steps = (_step(number, item) for number, item in enumerate(value, 1))
    return tuple(step for step in steps if step is not None)


def _step(number: int, value: object) -> Step | None:
    """Return the step, or None for one that says nothing at all."""
    if not isinstance(value, dict):
        raise RefusedInduction(f"step {number} is not an object")
    check = value.get("check")
    if check is not None:
        if not isinstance(check, str):
            raise RefusedInduction(f"the check of step {number} is neither a text nor null")
        check = None if check.strip().lower() in _NO_CHECK else _text(check, f"the check of step {number}")
    do = value.get("do")
    if do is None or (isinstance(do, str) and not do.strip()):
        if check is None:
            return None
        raise RefusedInduction(f"step {number} has a check but does not say what to do")
    on_fail = value.get("on_fail")
    return Step(
        do=_text(do, f"what to do in step {number}"),
        check=check,
        on_fail=DEFAULT_ON_FAIL if on_fail is None else _text(on_fail, f"the on_fail of step {number}"),
    )


def _text(value: object, what: str, limit: int = TEXT_LIMIT) -> str:
    """Return a text on one line. Anything else, and one that is blank, too long or unprintable, is refused."""
    if not isinstance(value, str):
        raise RefusedInduction(f"{what} is missing" if value is None else f"{what} is not a text")
    text = " ".join(value.split())
    if not text:
        raise RefusedInduction(f"{what} is missing")
    if len(text) > limit:
        raise RefusedInduction(f"{what} has {len(text)} characters, at most {limit} are allowed")
    if not text.isprintable():
        raise RefusedInduction(f"{what} holds control characters")
    return text
