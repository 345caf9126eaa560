"""The words of the ledger: what a line says, how a use ended, and how that is known.

They stand apart from the events themselves, which a warm match never makes.
"""

from __future__ import annotations

from enum import StrEnum


class EventKind(StrEnum):
    """What a line of the ledger says."""

    OUTCOME = "outcome"
    RETIRED = "retired"
    REVIVED = "revived"
    VOID = "void"
    MISFIRE = "misfire"
    NOTE = "note"


class Verdict(StrEnum):
    """How a use of a playbook ended. `INCONCLUSIVE` is an infrastructure fault and weighs nothing."""

    SUCCESS = "success"
    FAILURE = "failure"
    INCONCLUSIVE = "inconclusive"


class Level(StrEnum):
    """How an outcome is known: the agent said so, pbk read the exit status, or a check, CI or a person proved it."""

    CLAIMED = "claimed"
    OBSERVED = "observed"
    VERIFIED = "verified"


LEVEL_RANK = {Level.CLAIMED: 0, Level.OBSERVED: 1, Level.VERIFIED: 2}
