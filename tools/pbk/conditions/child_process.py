"""Running one program that ends in time, with bounded output and an environment of our choice.

`posix_spawn` with two pipes does what is needed here in a tenth of the time that importing `subprocess` takes; where
the system lacks it, `subprocess` does the work.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, NamedTuple

from pbk.conditions.evaluation import Undecidable

if TYPE_CHECKING:
    from collections.abc import Mapping

OUTPUT_LIMIT = 16 * 1024 * 1024  # bytes of both streams together
CHUNK = 65_536
TOO_LONG = "the program did not end in time"
KEPT = ("PATH", "HOME", "TMPDIR", "USERPROFILE", "SYSTEMROOT", "TEMP", "TMP", "PATHEXT")  # the last five: Windows
PAUSE = 0.0005  # seconds between two looks at a child that has closed its output and not yet ended


class TookTooLong(Undecidable):
    """Raised when a program did not end in time; it has been killed."""


class Finished(NamedTuple):
    """How a program ended: its exit status (negative: the signal that ended it) and what it wrote."""

    status: int
    output: bytes
    errors: bytes


def run(argv: list[str], environment: Mapping[str, str], timeout: float, *, standard_input: bytes = b"") -> Finished:
    """Run the program whose full path is `argv[0]` for at most `timeout` seconds.

    Raises `TookTooLong` when it takes longer and `Undecidable` when it writes more than the limit (it is killed with
    all its children), and `OSError` when it cannot be started.
    """
    if hasattr(os, "posix_spawn"):
        return _run_spawned(argv, environment, timeout, standard_input)
    return _run_subprocess(argv, environment, timeout, standard_input)


def _run_spawned(argv: list[str], environment: Mapping[str, str], timeout: float, given: bytes) -> Finished:
    deadline = time.monotonic() + timeout
    pipes: list[int] = []
    try:
        for _ in range(3):
            pipes += os.pipe()  # ends are not inherited unless duplicated below (PEP 446)
        input_read, input_write, output_read, output_write, errors_read, errors_write = pipes
        child = os.posix_spawn(
            argv[0],
            argv,
            environment,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, input_read, 0),
                (os.POSIX_SPAWN_DUP2, output_write, 1),
                (os.POSIX_SPAWN_DUP2, errors_write, 2),
            ],
            setpgroup=0,  # a group of its own: killing it takes its children along
        )
        ended = False
        try:
            for end in (input_read, output_write, errors_write):
                _close(end, pipes)
            output, errors = _exchange(given, input_write, output_read, errors_read, deadline, pipes)
            status = _wait(child, deadline)
            ended = True
        finally:
            if not ended:
                _kill(child)
    finally:
        for end in pipes:
            os.close(end)
    return Finished(status, output, errors)


def _exchange(  # noqa: PLR0913, PLR0917 - the three ends of three pipes, and what is to go through them
    given: bytes, input_write: int, output_read: int, errors_read: int, deadline: float, pipes: list[int]
) -> tuple[bytes, bytes]:
    """Write `given`, read both streams to their ends, and close what is done with."""
    import select  # noqa: PLC0415 - not there on every platform that this module can be imported on

    streams: dict[int, bytearray] = {output_read: bytearray(), errors_read: bytearray()}
    poll = select.poll()
    for stream in streams:
        poll.register(stream, select.POLLIN)
    pending = memoryview(given)
    if pending:
        os.set_blocking(input_write, False)
        poll.register(input_write, select.POLLOUT)
    else:
        _close(input_write, pipes)
    left = set(streams)
    while left:
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            raise TookTooLong(TOO_LONG)
        for end, _ in poll.poll(remaining * 1000 + 1):
            if end == input_write:
                pending = pending[_write(input_write, pending) :]
                if not pending:
                    poll.unregister(input_write)
                    _close(input_write, pipes)
                continue
            chunk = os.read(end, CHUNK)
            streams[end] += chunk
            if not chunk:
                poll.unregister(end)
                left.discard(end)
        if sum(map(len, streams.values())) > OUTPUT_LIMIT:
            raise Undecidable(f"it wrote more than {OUTPUT_LIMIT // 1024 // 1024} MiB")
    return bytes(streams[output_read]), bytes(streams[errors_read])


def _write(end: int, pending: memoryview) -> int:
    """Write what fits and return how much of `pending` is done with: all of it once nobody reads any more."""
    try:
        return os.write(end, pending[:CHUNK])
    except BlockingIOError:
        return 0
    except BrokenPipeError:
        return len(pending)


def _wait(child: int, deadline: float) -> int:
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > deadline:
            raise TookTooLong(TOO_LONG)
        time.sleep(PAUSE)


def _kill(child: int) -> None:
    from contextlib import suppress  # noqa: PLC0415 - only when something must be killed
    from signal import SIGKILL  # noqa: PLC0415 - only when something must be killed

    with suppress(ProcessLookupError, PermissionError):  # it has ended by itself (macOS says "permission" of a zombie)
        os.killpg(child, SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(child, 0)


def _close(end: int, pipes: list[int]) -> None:
    pipes.remove(end)
    os.close(end)


def _run_subprocess(argv: list[str], environment: Mapping[str, str], timeout: float, given: bytes) -> Finished:
    import subprocess  # noqa: PLC0415 - 10 ms, and only where there is no posix_spawn

    try:
        done = subprocess.run(
            argv, env=dict(environment), input=given, capture_output=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        raise TookTooLong(TOO_LONG) from None
    if len(done.stdout) + len(done.stderr) > OUTPUT_LIMIT:
        raise Undecidable(f"it wrote more than {OUTPUT_LIMIT // 1024 // 1024} MiB")
    return Finished(done.returncode, done.stdout, done.stderr)


def bare_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the few variables that a program needs to start; secrets and hooks such as LD_PRELOAD stay behind."""
    return {name: environment[name] for name in KEPT if environment.get(name)} | {"LC_ALL": "C"}
