"""The search itself, also as a program of its own: it imports nothing of ours, so that an isolated Python can run it.

Input on standard input: `marshal` of (pattern, texts, seconds); output: the verdict. Both ends are the same Python.
"""

from __future__ import annotations

import re
import sys
import warnings

NO_MATCH = "none"
MATCH = "match "
INVALID = "invalid "


def verdict(pattern: str, texts: list[str]) -> str:
    """Return `match I` with the index of the first text in which the pattern is found, `none`, or `invalid WHY`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a future Python may read differently is no concern of a search
            compiled = re.compile(pattern, re.MULTILINE)
        for index, text in enumerate(texts):
            if compiled.search(text):
                return f"{MATCH}{index}"
    except (re.error, RecursionError, OverflowError, MemoryError) as error:
        return f"{INVALID}{error}"
    return NO_MATCH


def bound(seconds: float) -> None:
    """Let the system end this process when it has used that much time, should nobody be left to kill it."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - does not exist on Windows

        limit = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))


def main() -> None:
    """Search what standard input holds and print the verdict."""
    import marshal  # noqa: PLC0415 - only the program reads it, not those who import `verdict`

    pattern, texts, seconds = marshal.loads(sys.stdin.buffer.read())  # noqa: S302 - written by the process that started us
    bound(seconds)
    sys.stdout.buffer.write(verdict(pattern, texts).encode("utf-8", "backslashreplace"))


if __name__ == "__main__":
    main()
