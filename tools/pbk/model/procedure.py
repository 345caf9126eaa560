"""A procedure: goal, conditions and checked steps, with the counters that the ledger gives it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Self

from pbk.model.canonical import Json, digest
from pbk.model.condition import Condition, condition_from

if TYPE_CHECKING:
    from pbk.model.standing import Standing

DEFAULT_SCOPE = "default"
DEFAULT_ON_FAIL = "stop and report"
SECONDS_A_DAY = 86_400.0


class ProcStatus(StrEnum):
    """Where a procedure stands in its life."""

    ACTIVE = "active"
    PROVISIONAL = "provisional"  # no counted success yet in this epoch
    RETIRED = "retired"  # kept, never offered


class Wait(NamedTuple):
    """How long a check may be polled: `timeout` and `every` in seconds."""

    timeout: float
    every: float


class Input(NamedTuple):
    """A declared parameter, which may stand as `{{ name }}` in `do`, `run` and `check`."""

    name: str
    description: str = ""
    pattern: str | None = None
    default: str | None = None


class _StepFields(NamedTuple):
    do: str
    check: Condition | None
    on_fail: str
    run: tuple[str, ...] | str | None
    when: Condition | None
    wait: Wait | None
    gate: bool
    approve: bool


class Step(_StepFields):
    """One step: what to do, and the check that proves it worked (None: it needs judgement)."""

    __slots__ = ()

    def __new__(  # noqa: PLR0913, PLR0917 - one argument for each key of a step
        cls,
        do: str,
        check: Condition | str | Mapping[str, Json] | None = None,
        on_fail: str = DEFAULT_ON_FAIL,
        run: Sequence[str] | str | None = None,
        when: Condition | str | Mapping[str, Json] | None = None,
        wait: Wait | None = None,
        *,
        gate: bool = False,
        approve: bool = False,
    ) -> Self:
        """Take texts, mappings and conditions alike, as a playbook file spells them."""
        return super().__new__(
            cls,
            do=do,
            check=condition_from(check) if check else None,
            on_fail=on_fail,
            run=run if run is None or isinstance(run, str) else tuple(run),
            when=condition_from(when) if when else None,
            wait=wait,
            gate=gate,
            approve=approve,
        )

    @property
    def mechanical(self) -> bool:
        """Whether the step says how to know that it worked."""
        return self.check is not None

    @property
    def document(self) -> dict[str, Json]:
        """The step as canonical data: defaults are left out, so spelling one out changes nothing."""
        step: dict[str, Json] = {"do": self.do, "check": self.check.document if self.check else None}
        if self.on_fail != DEFAULT_ON_FAIL:
            step["on_fail"] = self.on_fail
        if self.run is not None:
            step["run"] = self.run if isinstance(self.run, str) else list(self.run)
        if self.when is not None:
            step["when"] = self.when.document
        if self.wait is not None:
            step["wait"] = {"timeout": self.wait.timeout, "every": self.wait.every}
        if self.gate:
            step["gate"] = True
        if self.approve:
            step["approve"] = True
        return step


def procedure_id(scope: str, name: str) -> str:
    """Return the stable id of (scope, name): `proc_` and 16 hex digits of BLAKE2b (specification, procedure.py)."""
    import hashlib  # noqa: PLC0415 - as in `canonical.digest`

    return "proc_" + hashlib.blake2b(f"{scope}\x1f{name}".encode(), digest_size=8).hexdigest()


class _ProcedureFields(NamedTuple):
    name: str
    goal: str
    steps: tuple[Step, ...]
    preconditions: tuple[Condition, ...]
    anti_preconditions: tuple[Condition, ...]
    scope: str
    inputs: tuple[Input, ...]
    match_examples: tuple[str, ...]
    no_match_examples: tuple[str, ...]
    induced_from: tuple[str, ...]
    provenance: Mapping[str, Json] | None
    uses: int
    successes: int
    status: ProcStatus
    created_at: float | None
    last_used: float | None
    as_of: float | None
    standing: Standing | None


class Procedure(_ProcedureFields):
    """A procedure as its file words it, and the counters that the ledger gives it as of one instant.

    `uses` and `successes` are counted outcomes of this revision in the current epoch. `created_at`, `last_used` and
    `as_of` are Unix times in seconds; `as_of` is the instant for which the counters were read. `standing` is what the
    ledger says of it (None: built by hand, no ledger behind it).
    """

    __slots__ = ()

    def __new__(  # noqa: PLR0913, PLR0917 - one argument for each key of a file, in the specification's order
        cls,
        name: str,
        goal: str,
        steps: Iterable[Step],
        preconditions: Iterable[Condition | str | Mapping[str, Json]] = (),
        anti_preconditions: Iterable[Condition | str | Mapping[str, Json]] = (),
        scope: str = DEFAULT_SCOPE,
        *,
        inputs: Iterable[Input] = (),
        match_examples: Iterable[str] = (),
        no_match_examples: Iterable[str] = (),
        induced_from: Iterable[str] = (),
        provenance: Mapping[str, Json] | None = None,
        uses: int = 0,
        successes: int = 0,
        status: ProcStatus = ProcStatus.PROVISIONAL,
        created_at: float | None = None,
        last_used: float | None = None,
        as_of: float | None = None,
        standing: Standing | None = None,
    ) -> Self:
        """Take lists and tuples, texts, mappings and conditions alike."""
        return super().__new__(
            cls,
            name=name,
            goal=goal,
            steps=tuple(steps),
            preconditions=tuple(condition_from(item) for item in preconditions),
            anti_preconditions=tuple(condition_from(item) for item in anti_preconditions),
            scope=scope,
            inputs=tuple(inputs),
            match_examples=tuple(match_examples),
            no_match_examples=tuple(no_match_examples),
            induced_from=tuple(induced_from),
            provenance=provenance,
            uses=uses,
            successes=successes,
            status=status,
            created_at=created_at,
            last_used=last_used,
            as_of=as_of,
            standing=standing,
        )

    @property
    def id(self) -> str:
        """The stable id of (scope, name)."""
        return procedure_id(self.scope, self.name)

    @property
    def rev(self) -> str:
        """16 hex digits that change when goal, inputs, conditions or steps change in meaning, and only then."""
        return digest(
            {
                "goal": self.goal,
                "inputs": {item.name: _input_document(item) for item in self.inputs},
                "preconditions": [item.document for item in self.preconditions],
                "anti_preconditions": [item.document for item in self.anti_preconditions],
                "steps": [step.document for step in self.steps],
            },
            16,
        )

    @property
    def fully_mechanical(self) -> bool:
        """Whether every step has a check. Strict replay requires it."""
        return bool(self.steps) and all(step.mechanical for step in self.steps)

    def trust(self, *, now: float | None = None, half_life_days: float = 90.0) -> float:
        """Return the specification's trust in 0..1: Laplace-smoothed success rate, its evidence halved with age.

        `now` is a Unix time in seconds, `as_of` where it is not given. Raises `ValueError` when there is evidence
        with a date and neither is known: a value has no clock of its own. What the library *offers* is the R* of
        `pbk.model.trust`, which this formula does not replace.
        """
        reference = self.last_used if self.last_used is not None else self.created_at
        moment = now if now is not None else self.as_of
        if self.uses == 0 or reference is None:
            age = 0.0
        elif moment is None:
            raise ValueError("trust ages: give `now` (seconds), or set `as_of` on the procedure")
        else:
            age = max(0.0, (moment - reference) / SECONDS_A_DAY)
        weight = 0.5 ** (age / half_life_days)
        return float((self.successes * weight + 1.0) / (self.uses * weight + 2.0))


def _input_document(item: Input) -> Json:
    named = {"description": item.description or None, "pattern": item.pattern, "default": item.default}
    return {key: value for key, value in named.items() if value is not None}
