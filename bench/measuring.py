"""Shared by the benchmarks: medians of interleaved runs, so that a busy machine slows both sides alike."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

MAIN = "import sys; from pbk.__main__ import main; sys.exit(main())"
BARE = (sys.executable, "-c", "pass")


def command(*arguments: str) -> tuple[str, ...]:
    """Return the argv that runs `pbk` as its installed script does."""
    return (sys.executable, "-c", MAIN, *arguments)


def seconds(argv: Sequence[str], *, cwd: Path, expect: int | None = 0) -> float:
    """Return how long one run took. Raises `SystemExit` when it ends with another status than `expect`."""
    # An installed program has its byte code beside it: a machine that forbids writing it would time the compiler.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    done = subprocess.run(argv, cwd=cwd, capture_output=True, text=True, check=False, env=environment)
    took = time.perf_counter() - start
    if expect is not None and done.returncode != expect:
        raise SystemExit(f"{argv}: exit {done.returncode}\n{done.stdout}\n{done.stderr}")
    return took


def medians(runs: Mapping[str, Callable[[], float]], *, rounds: int) -> dict[str, float]:
    """Return the median of each run in seconds; the runs take turns, and a first round is not counted."""
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds + 1):
        for name, run in runs.items():
            took = run()
            if number:
                taken[name].append(took)
    return {name: statistics.median(values) for name, values in taken.items()}


def report(title: str, figures: Mapping[str, float | str], *, as_json: bool) -> None:
    """Print the figures of one benchmark, as text or as one JSON object."""
    if as_json:
        print(json.dumps({"bench": title, **figures}))
        return
    print(title)
    for name, value in figures.items():
        print(f"  {name:<44} {value:.4g}" if isinstance(value, float) else f"  {name:<44} {value}")
