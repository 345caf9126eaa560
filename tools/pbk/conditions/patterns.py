"""Searching with regular expressions that strangers wrote: in bounded time, whatever the pattern.

A search cannot be interrupted, and `(a+)+$` can take longer than anyone lives. So a pattern whose cost could grow
faster than its text runs in a child process, which is killed when the time is over. A pattern without groups,
alternatives and repetition takes at most as many steps as it has characters at each place of the text: it runs here.
"""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from pbk.conditions import pattern_child
from pbk.conditions.evaluation import Undecidable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbk.conditions.situation import Situation

LONGEST_PATTERN = 1_000  # characters
MOST_STEPS = 20_000_000  # characters of pattern times characters of text: a fifth of a second at the very most
TASKS = "/proc/self/task"  # one entry for each thread of this process, those of C libraries included
ANSWER_LIMIT = 4_096  # bytes

# Anything but a backslash and the signs of groups, sets, repetition and alternatives; an escaped sign or class; a set
# without escapes.
SIMPLE = re.compile(r"(?:[^\\\[\](){}*+?|]|\\[dDwWsSbBtn.\\/()\[\]{}*+?|^$\"'#-]|\[\^?[\w .,:/=@#-]+\])+", re.ASCII)


def first_match(pattern: str, texts: Sequence[str], situation: Situation) -> int | None:
    """Return the index of the first text in which `pattern` is found (`^` and `$` match at lines), or None.

    Raises `Undecidable` for a pattern that is invalid or too long, and when the time for patterns is over.
    """
    if len(pattern) > LONGEST_PATTERN:
        raise Undecidable(f"the pattern is longer than {LONGEST_PATTERN:,} characters")
    with situation.allowance("patterns") as seconds:
        if is_cheap(pattern, sum(map(len, texts))):
            verdict = pattern_child.verdict(pattern, list(texts))
        elif _may_fork():
            verdict = _in_fork(pattern, list(texts), seconds)
        else:
            verdict = _in_interpreter(pattern, list(texts), seconds, situation)
    if verdict == pattern_child.NO_MATCH:
        return None
    if verdict.startswith(pattern_child.MATCH):
        return int(verdict.removeprefix(pattern_child.MATCH))
    raise Undecidable(f"the pattern {pattern!r} is invalid: {verdict.removeprefix(pattern_child.INVALID)}")


def is_cheap(pattern: str, characters: int) -> bool:
    """Return whether searching that many characters certainly takes little time."""
    return SIMPLE.fullmatch(pattern) is not None and len(pattern) * characters <= MOST_STEPS


def _may_fork() -> bool:
    """Return whether a fork is safe: on Linux, in a process with a single thread, nothing can be left locked."""
    if sys.platform != "linux":
        return False
    try:
        return len(list(Path(TASKS).iterdir())) == 1
    except OSError:
        return False


def _in_fork(pattern: str, texts: list[str], seconds: float) -> str:
    """Search in a copy of this process: a millisecond, where a new interpreter takes twenty."""
    import select  # noqa: PLC0415 - only where a child answers

    deadline = time.monotonic() + seconds
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            pattern_child.bound(seconds)
            os.write(write, pattern_child.verdict(pattern, texts).encode("utf-8", "backslashreplace")[:ANSWER_LIMIT])
        finally:
            os._exit(0)  # no clean-up of what belongs to the parent
    try:
        os.close(write)
        poll = select.poll()
        poll.register(read, select.POLLIN)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise _too_slow(pattern, seconds)
        answer = os.read(read, ANSWER_LIMIT)
    finally:
        os.close(read)
        os.kill(child, 9)  # SIGKILL; not yet waited for, so the number is still the child's
        os.waitpid(child, 0)
    if not answer:
        raise Undecidable(f"the search for {pattern!r} ended without an answer")
    return answer.decode("utf-8")


def _in_interpreter(pattern: str, texts: list[str], seconds: float, situation: Situation) -> str:
    """Search in a new isolated interpreter: safe with threads and on every platform."""
    import marshal  # noqa: PLC0415 - only where no fork is possible

    from pbk.conditions import child_process  # noqa: PLC0415 - only where no fork is possible

    if not sys.executable:
        raise Undecidable("there is no Python to run the pattern in")
    argv = [sys.executable, "-I", "-S", pattern_child.__file__]
    environment = child_process.bare_environment(situation.environment)
    try:
        finished = child_process.run(
            argv, environment, seconds, standard_input=marshal.dumps((pattern, texts, seconds))
        )
    except child_process.TookTooLong:
        raise _too_slow(pattern, seconds) from None
    if finished.status != 0 or not finished.output:
        raise Undecidable(f"the search for {pattern!r} ended without an answer")
    return finished.output.decode("utf-8")


def _too_slow(pattern: str, seconds: float) -> Undecidable:
    return Undecidable(f"the pattern {pattern!r} took longer than {seconds:.1f} seconds")
