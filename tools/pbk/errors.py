"""The one family of errors that a user can see: what happened, where, and how to mend it."""

from __future__ import annotations


class PbkError(Exception):
    """A problem that a user can cause and can mend.

    `what` says what is wrong, `where` names the place (`file:line:column`, a variable, an option; may be empty),
    `mend` says what to do about it. `exit_code` is the process status that the command line ends with.
    """

    exit_code = 3

    def __init__(self, what: str, *, where: str = "", mend: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.mend = mend

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text} ({self.mend})" if self.mend else text


class UsageError(PbkError):
    """The words of the call are wrong: exit status 2."""

    exit_code = 2


class BrokenError(PbkError):
    """The repository, the ledger or the configuration is broken: exit status 3."""

    exit_code = 3


class RefusedError(PbkError):
    """Refused for safety: exit status 4."""

    exit_code = 4


class ModelError(PbkError):
    """A model was configured but cannot be used as configured (a missing key, a missing package): exit status 3."""

    exit_code = 3
