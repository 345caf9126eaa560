"""The command line, run in this process: exit status and what it printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pbk.__main__ import main


@dataclass(frozen=True, slots=True)
class Ran:
    """What one call did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output, decoded."""
        return json.loads(self.out)  # type: ignore[no-any-return]  # every JSON answer is an object


Run = Callable[..., Ran]


def runner(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs `pbk` with the given words, in the folder `cwd`."""

    def run(*words: str | Path, cwd: Path | None = None) -> Ran:
        if cwd is not None:
            monkeypatch.chdir(cwd)
        capsys.readouterr()
        status = main([str(word) for word in words])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return Ran(status, printed.out, printed.err)

    return run
