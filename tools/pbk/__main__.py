"""The command `pbk`: the quick way for a match, the whole command line for the rest, one place that ends a process."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

from pbk.errors import PbkError

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status. `arguments` are those of the process when None."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:  # closed by the caller: what is written to it goes nowhere, as it was asked
            setattr(sys, name, open(os.devnull, "r" if number == 0 else "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that cannot show a letter is no failure
    try:
        status = _run(words)
        sys.stdout.flush()
    except PbkError as error:
        _complain(error)
        return error.exit_code
    except BrokenPipeError:
        # The reader has left. Standard output must not fail a second time when the interpreter closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return INTERRUPTED
    except OSError as error:
        mend = (
            "free some space" if error.errno in {errno.ENOSPC, errno.EDQUOT} else "check that it can be used as it is"
        )
        _complain(PbkError(error.strerror or str(error), where=str(error.filename or "output"), mend=mend))
        return PbkError.exit_code
    return status


def _run(words: Sequence[str]) -> int:
    from pbk.cli.quick import quick_match  # noqa: PLC0415 - errors of importing are handled by the caller

    if "_PBK_COMPLETE" not in os.environ and "_PLAYBOOK_KIT_COMPLETE" not in os.environ:
        status = quick_match(words)
        if status is None and words[:1] == ["lint"]:
            from pbk.cli.quick_lint import quick_lint  # noqa: PLC0415 - as above

            status = quick_lint(words)
        if status is not None:
            return status
    from pbk.cli.app import run  # noqa: PLC0415 - brings typer

    return run(words)


def _complain(error: PbkError) -> None:
    from pbk.model.visible import visible  # noqa: PLC0415 - only to show an error

    where = f"{error.where}: " if error.where else ""
    lines = f"pbk: error: {where}{error.what}".split("\n") + ([f"  mend: {error.mend}"] if error.mend else [])
    sys.stderr.write("".join(f"{visible(line)}\n" for line in lines))


if __name__ == "__main__":
    sys.exit(main())
