from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from pbk.conditions import child_process
from pbk.conditions.child_process import Finished, TookTooLong, bare_environment, run
from pbk.conditions.evaluation import Undecidable

PYTHON = [sys.executable, "-I", "-S", "-c"]


@pytest.fixture(params=["spawned", "subprocess"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "subprocess":
        monkeypatch.delattr(os, "posix_spawn", raising=False)
    elif not hasattr(os, "posix_spawn"):
        pytest.skip("no posix_spawn on this system")
    return str(request.param)


def test_output_errors_and_status() -> None:
    code = "import sys; sys.stdout.write('out'); sys.stderr.write('err'); sys.exit(3)"
    assert run([*PYTHON, code], {}, 10) == Finished(3, b"out", b"err")


def test_much_input_and_output_at_once() -> None:
    given = b"x" * 3_000_000
    code = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
    assert run([*PYTHON, code], {}, 10, standard_input=given) == Finished(0, given, b"")


def test_input_that_nobody_reads() -> None:
    assert run([*PYTHON, "print(1)"], {}, 10, standard_input=b"x" * 3_000_000).status == 0


def test_the_environment_is_the_given_one() -> None:
    code = "import os; print(os.environ.get('SECRET'), os.environ.get('MINE'))"
    assert run([*PYTHON, code], {"MINE": "1"}, 10).output.split() == [b"None", b"1"]


def test_too_long_is_killed(way: str) -> None:
    started = time.monotonic()
    with pytest.raises(TookTooLong):
        run([*PYTHON, "import time; time.sleep(60)"], {}, 0.2)
    assert time.monotonic() - started < 5, way


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_children_of_a_child_are_killed_too(way: str, tmp_path: Path) -> None:
    if way == "subprocess":
        pytest.skip("the fallback kills the child alone")
    code = "import os, sys, time; os.fork() or time.sleep(60); open(sys.argv[1], 'a').write('x'); time.sleep(60)"
    with pytest.raises(TookTooLong):
        run([*PYTHON, code, str(tmp_path / "mark")], {}, 0.3)
    marked = str(tmp_path / "mark").encode()
    deadline = time.monotonic() + 5  # a killed process may still be seen while the system takes it away
    while alive := [folder for folder in Path("/proc").glob("[0-9]*") if marked in _command_line(folder)]:
        assert time.monotonic() < deadline, alive


def _command_line(folder: Path) -> bytes:
    try:
        return (folder / "cmdline").read_bytes()
    except OSError:
        return b""


def test_too_much_output_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "OUTPUT_LIMIT", 100_000)
    with pytest.raises(Undecidable, match="wrote more"):
        run([*PYTHON, "print('x' * 1000000)"], {}, 10)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(OSError, match="No such file"):
        run(["/nonexistent/program"], {}, 1)


def test_no_descriptor_is_left_open() -> None:
    before = len(os.listdir("/dev/fd"))  # noqa: PTH208 - counting names
    for _ in range(5):
        run([*PYTHON, "pass"], {}, 10)
        with pytest.raises(OSError, match="No such file"):
            run(["/nonexistent/program"], {}, 1)
    assert len(os.listdir("/dev/fd")) == before  # noqa: PTH208 - counting names


def test_the_bare_environment_holds_no_secrets() -> None:
    kept = bare_environment({"PATH": "/bin", "HOME": "/h", "AWS_SECRET": "x", "LD_PRELOAD": "y", "TMPDIR": ""})
    assert kept == {"PATH": "/bin", "HOME": "/h", "LC_ALL": "C"}
