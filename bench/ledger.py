"""Figures of the ledger: `python bench/ledger.py [--lines 1000000] [--runs 3] [--json]`.

A ledger of outcomes with distinct runs, 1 % of them out of order, over 30 playbooks, is written to a temporary folder.
Measured, each in a process of its own (so that its peak memory is its own), interleaved, as medians within this run:

- a plain `for line in file: json.loads(line)`;
- a full replay without a checkpoint, as a share of that, and its peak memory;
- a load with the checkpoint after 100 new lines, some of them out of order, for 10,000 lines up to `--lines`: the time
  inside the process after imports, and of the whole process; the lines were appended by something else than pbk;
- an append.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pbk.model.canonical import canonical_json
from pbk.model.event import event_id
from pbk.model.instant import format_instant

PLAYBOOKS = 30
ACTORS = 8
NEW_LINES = 100
LATE = 5
MOST = {"replay": 0.9, "memory": 300.0, "checkpoint": 10.0}

PLAIN = """
import json, sys, time
start = time.perf_counter()
with open(sys.argv[1], encoding="utf-8") as file:
    for line in file:
        json.loads(line)
print(json.dumps({"seconds": time.perf_counter() - start}))
"""
REPLAY = """
import json, resource, sys, time
from pathlib import Path
from pbk.model.trust import TrustRule
from pbk.store.ledger.replay import load_ledger
root, now, checkpoint = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "checkpoint"
start = time.perf_counter()
view = load_ledger(root, rule=TrustRule(), now=now, checkpoint=checkpoint)
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
print(json.dumps({"seconds": seconds, "peak": peak, "events": view.events,
                  "uses": sum(e.uses for h in view.histories.values() for e in h.revisions.values())}))
"""
WHOLE = """
import json, subprocess, sys, time
start = time.perf_counter()
done = subprocess.run([sys.executable, "-c", *sys.argv[1:]], check=True, capture_output=True, text=True)
print(json.dumps({"whole": time.perf_counter() - start, **json.loads(done.stdout)}))
"""
APPEND = """
import json, statistics, sys, time
from pathlib import Path
from pbk.model.event import Event
from pbk.model.event_kind import EventKind, Level, Verdict
from pbk.store.ledger.append import append_event
from pbk.store.ledger.places import Place
draft = Event("", "", 0, EventKind.OUTCOME, "playbook-00", "default", "ann", rev="0" * 16, outcome=Verdict.SUCCESS,
              level=Level.VERIFIED)
times = []
for _ in range(20):
    start = time.perf_counter()
    append_event(Path(sys.argv[1]), draft, place=Place.SINGLE, now=int(sys.argv[2]))
    times.append(time.perf_counter() - start)
print(json.dumps({"seconds": statistics.median(times), "first": times[0]}))
"""
START = 1_700_000_000_000_000
MINUTE = 60_000_000


def outcomes(count: int, first: int, *, late: float, seed: int) -> Iterator[bytes]:
    """Yield stored lines, about one a minute from number `first` on, a share `late` of them up to an hour back."""
    chance = random.Random(seed)
    revs = [[f"{chance.getrandbits(64):016x}" for _ in range(3)] for _ in range(PLAYBOOKS)]
    for number in range(first, first + count):
        playbook = chance.randrange(PLAYBOOKS)
        at = START + number * MINUTE + chance.randrange(MINUTE)
        if chance.random() < late:
            at -= chance.randrange(60 * MINUTE)
        fields = {
            "actor": f"ci-bot-{chance.randrange(ACTORS)}",
            "event": "outcome",
            "level": "verified",
            "nonce": f"{chance.getrandbits(64):016x}",
            "outcome": "success" if chance.random() < 0.9 else "failure",
            "playbook": f"playbook-{playbook:02d}",
            "rev": revs[playbook][min(2, number // 400_000)],
            "run": f"https://ci.example.org/runs/{1_000_000 + number}",
            "scope": "default",
            "ts": format_instant(at),
            "v": 1,
        }
        yield canonical_json({**fields, "id": event_id(fields)}).encode() + b"\n"


def child(program: str, *words: object) -> dict[str, float]:
    """Run a program in a process of its own and return what it measured."""
    words_ = [str(word) for word in words]
    done = subprocess.run([sys.executable, "-c", program, *words_], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)  # type: ignore[no-any-return]  # each program prints one object


def full(lines: int, runs: int) -> dict[str, float]:
    """Return the figures of a full replay against the plain loop, and of writing the checkpoint with it."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        file = root / "trust-ledger.jsonl"
        with file.open("wb") as stream:
            stream.writelines(outcomes(lines, 0, late=0.01, seed=1))
        now = START + (lines + 10_000) * MINUTE
        plain, replay, peak = [], [], 0.0
        for _ in range(runs):
            plain.append(child(PLAIN, file)["seconds"])
            measured = child(REPLAY, root, now, "full")
            assert measured["events"] == measured["uses"] == lines
            replay.append(measured["seconds"])
            peak = max(peak, measured["peak"])
        with_it = child(REPLAY, root, now, "checkpoint")
        return {
            "lines": lines,
            "bytes": file.stat().st_size,
            "plain_s": statistics.median(plain),
            "replay_s": statistics.median(replay),
            "ratio": statistics.median(replay) / statistics.median(plain),
            "peak_mb": peak,
            "writing_the_checkpoint_s": with_it["seconds"],
            "writing_the_checkpoint_peak_mb": with_it["peak"],
        }


def grown(lines: int, runs: int) -> dict[str, float]:
    """Return the figures of a load with the checkpoint and 100 new lines, and of an append."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        file = root / "trust-ledger.jsonl"
        with file.open("wb") as stream:
            stream.writelines(outcomes(lines, 0, late=0.01, seed=1))
        now = START + (lines + 10_000) * MINUTE
        child(REPLAY, root, now, "checkpoint")
        checkpoint = (root / ".pbk" / "ledger-checkpoint").read_bytes()
        times, whole, peaks = [], [], []
        with file.open("ab") as stream:
            stream.writelines(outcomes(NEW_LINES, lines, late=LATE / NEW_LINES, seed=2))
        for _ in range(runs):
            measured = child(WHOLE, REPLAY, root, now, "checkpoint")
            assert measured["events"] == measured["uses"] == lines + NEW_LINES
            times.append(measured["seconds"])
            whole.append(measured["whole"])
            peaks.append(measured["peak"])
        assert (root / ".pbk" / "ledger-checkpoint").read_bytes() == checkpoint, "100 lines cost no rewrite"
        appended = child(APPEND, root, now)
        return {
            "lines": lines,
            "load_ms": 1000 * statistics.median(times),
            "whole_process_ms": 1000 * statistics.median(whole),
            "peak_mb": max(peaks),
            "append_ms": 1000 * appended["seconds"],
            "first_append_ms": 1000 * appended["first"],
        }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=1_000_000, help="lines of the ledger (default: a million)")
    parser.add_argument("--runs", type=int, default=3, help="measurements of each figure (default: 3)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    sizes = [size for size in (10_000, 100_000) if size < options.lines]
    replay = full(options.lines, options.runs)
    loads = [grown(size, max(5, options.runs)) for size in [*sizes, options.lines]]
    flat = loads[-1]["load_ms"] / loads[0]["load_ms"]
    if options.json:
        print(
            json.dumps({"schema": "pbk.bench.ledger/1", "replay": replay, "loads": loads, "flat": flat, "most": MOST})
        )
        return
    print(f"ledger of {replay['lines']:,} lines, {replay['bytes'] / 1e6:.0f} MB; medians of {options.runs}")
    print(f"  json.loads loop      {replay['plain_s']:8.2f} s")
    print(f"  full replay          {replay['replay_s']:8.2f} s  = {replay['ratio']:.2f} x (at most {MOST['replay']})")
    print(f"  its peak memory      {replay['peak_mb']:8.0f} MB (at most {MOST['memory']:.0f})")
    seconds, peak = replay["writing_the_checkpoint_s"], replay["writing_the_checkpoint_peak_mb"]
    print(f"  with the checkpoint  {seconds:8.2f} s  written, peak {peak:.0f} MB")
    most = MOST["checkpoint"]
    print(f"load with the checkpoint and {NEW_LINES} new lines, about {LATE} of them late (at most {most} ms):")
    for load in loads:
        print(
            f"  {load['lines']:>9,} lines  {load['load_ms']:6.1f} ms, {load['whole_process_ms']:.0f} ms in all", end=""
        )
        print(f"; an append {load['append_ms']:.1f} ms, the first one {load['first_append_ms']:.0f} ms")
    print(f"  longest against shortest: {flat:.2f} x")


if __name__ == "__main__":
    main()
