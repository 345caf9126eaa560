"""A library of 1,000 playbooks: loaded for the first time, and again when nothing has changed."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from ruamel.yaml import YAML

from load import playbook
from measuring import BARE, medians, report, seconds

COUNT = 1000
UNCHANGED = """
import sys
from pbk.store.library import Library
assert len(Library.open(sys.argv[1]).entries) == int(sys.argv[2])
"""
FIRST_TARGET = 0.4
UNCHANGED_TARGET = 6.0


def first_load(root: Path) -> float:
    """Return the seconds that a first load takes in this process, index written."""
    from pbk.store.library import Library  # noqa: PLC0415 - only this part needs it

    shutil.rmtree(root / ".pbk", ignore_errors=True)
    start = time.perf_counter()
    found = Library.open(root).entries
    took = time.perf_counter() - start
    assert len(found) == COUNT
    return took


def round_trip(root: Path) -> float:
    """Return the seconds that ruamel's round-trip loader takes for the same files."""
    start = time.perf_counter()
    for path in sorted((root / "playbooks").iterdir()):
        YAML(typ="rt").load(path.read_text(encoding="utf-8"))
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "playbooks").mkdir()
        for number in range(COUNT):
            (root / "playbooks" / f"playbook-{number}.yaml").write_bytes(playbook(number))
        took = medians({"first load": lambda: first_load(root), "round trip": lambda: round_trip(root)}, rounds=2)
        time.sleep(2.5)  # past the moments in which times cannot tell an edit
        again = (sys.executable, "-c", UNCHANGED, str(root), str(COUNT))
        seconds(again, cwd=root)
        took |= medians(
            {"bare": lambda: seconds(BARE, cwd=root), "unchanged": lambda: seconds(again, cwd=root)}, rounds=15
        )
    figures: dict[str, float | str] = {
        "first load [s]": took["first load"],
        "ruamel round-trip loader, same files [s]": took["round trip"],
        "first load [x round-trip loader]": took["first load"] / took["round trip"],
        "target": FIRST_TARGET,
        "python -c pass [ms]": took["bare"] * 1000,
        "unchanged, process and all [ms]": took["unchanged"] * 1000,
        "unchanged [x bare]": took["unchanged"] / took["bare"],
        "target of the unchanged load [x bare]": UNCHANGED_TARGET,
    }
    report(f"{COUNT} playbooks", figures, as_json=options.json)


if __name__ == "__main__":
    main()
