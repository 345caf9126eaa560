"""Reads and validates generated playbooks, side by side with ruamel's round-trip loader on the same bytes.

Run `python bench/load.py` (`--json` for machines). Per file, one after the other in one process: `read_yaml` +
`schema_problems` + `procedure_from_document`, then `YAML(typ="rt").load`, which does not validate.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable

from ruamel.yaml import YAML

from pbk.model.document import procedure_from_document
from pbk.store.playbook_schema import schema_problems
from pbk.store.yaml_source import read_yaml

MOST = 0.4  # of the round-trip loader's time
LINES = 46
WORDS = [
    "build",
    "check",
    "deploy",
    "migrate",
    "publish",
    "remove",
    "rename",
    "review",
    "revert",
    "tag",
    "test",
    "update",
]
THINGS = ["branch", "changelog", "container", "database", "image", "index", "module", "package", "schema", "wheel"]


def playbook(number: int) -> bytes:
    """Return one playbook of 46 lines: structured and prose conditions, nine checked steps, examples, provenance."""
    chosen = random.Random(number)

    def phrase() -> str:
        return (
            f"{chosen.choice(WORDS)} the {chosen.choice(THINGS)} and {chosen.choice(WORDS)} the {chosen.choice(THINGS)}"
        )

    head = f"""# yaml-language-server: $schema=../schema/playbook.schema.json
name: playbook-{number}
goal: {phrase()} of project {number}
scope: default
inputs:
  version: {{description: the version to {chosen.choice(WORDS)}, pattern: '\\d+\\.\\d+\\.\\d+'}}
preconditions:
  - file_exists: {chosen.choice(THINGS)}.toml
  - git_clean: true
  - task_mentions: [{", ".join(chosen.sample(WORDS, 3))}]
  - somebody has asked to {phrase()}
anti_preconditions:
  - file_exists: packages/*/{chosen.choice(THINGS)}.toml
steps:
"""
    steps = [
        f"""  - do: {phrase()}
    run: [{chosen.choice(WORDS)}, --{chosen.choice(WORDS)}, {chosen.choice(THINGS)}]
    check: {{exit_code: 0}}
""",
        f"""  - do: decide whether to {phrase()}
    check: null
""",
        f"""  - do: {phrase()}
    check: the {chosen.choice(THINGS)} shows what was asked for
    on_fail: "stop: {phrase()} first"
""",
    ]
    tail = f"""examples:
  match: ["{phrase()}", "{phrase()}"]
  no_match: ["{phrase()}"]
induced_from: [ep_{number:016x}, ep_{number + 1:016x}]
provenance: {{inducer: "0.3.0", model: null, episodes: 5, verified: 4, sources: [sha256:{number:064x}], redactions: 2,
             support: [{{step: 1, runs: 4, of: 4}}]}}
created_at: 2026-12-01
"""
    text = head
    index = 0
    while text.count("\n") + tail.count("\n") + steps[index % 3].count("\n") <= LINES:
        text += steps[index % 3]
        index += 1
    while text.count("\n") + tail.count("\n") < LINES:
        text += "    # the check above is what the team agreed on\n"
    return (text + tail).encode()


def read(content: bytes) -> None:
    """Do what reading a playbook file costs."""
    document = read_yaml(content)
    assert not schema_problems(document.data)
    assert procedure_from_document(document.data).steps


def round_trip(content: bytes) -> None:
    """Do what ruamel's round-trip loader costs."""
    assert YAML(typ="rt").load(content)


def milliseconds(work: Callable[[bytes], None], content: bytes) -> float:
    """Return how long one call takes."""
    started = time.perf_counter()
    work(content)
    return (time.perf_counter() - started) * 1000


def main() -> int:
    """Print the figures; the status is 1 when the bound is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    files = [playbook(number) for number in range(options.files)]
    assert {content.count(b"\n") for content in files} == {LINES}
    read(files[0])  # both have been imported and compiled when the clock starts
    round_trip(files[0])
    ours, theirs = zip(*((milliseconds(read, file), milliseconds(round_trip, file)) for file in files), strict=True)
    figures = {
        "schema": "pbk.bench.load/1",
        "files": len(files),
        "bytes_median": statistics.median(len(content) for content in files),
        "read_and_validate_ms": {"median": round(statistics.median(ours), 3), "total": round(sum(ours), 1)},
        "round_trip_ms": {"median": round(statistics.median(theirs), 3), "total": round(sum(theirs), 1)},
        "ratio": round(sum(ours) / sum(theirs), 3),
        "ratio_of_medians": round(statistics.median(ours) / statistics.median(theirs), 3),
        "bound": MOST,
    }
    if options.json:
        print(json.dumps(figures))
    else:
        print(f"{len(files)} playbooks of {LINES} lines, {figures['bytes_median']:.0f} bytes (median)")
        print(f"read_yaml + schema_problems + procedure_from_document: {figures['read_and_validate_ms']} ms")
        print(f"ruamel.yaml round-trip load:                           {figures['round_trip_ms']} ms")
        print(f"ratio {figures['ratio']} of totals, {figures['ratio_of_medians']} of medians; at most {MOST}")
    return 0 if sum(ours) <= MOST * sum(theirs) else 1


if __name__ == "__main__":
    sys.exit(main())
