"""Every benchmark, one after the other: `python bench/run.py [--json]`. Some minutes on a quiet machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ALL = ("cold_match.py", "library.py", "load.py", "ledger.py", "lint.py")


def main() -> int:
    """Run each benchmark with the given options and return the worst exit status."""
    folder = Path(__file__).parent
    worst = 0
    for name in ALL:
        worst = max(worst, subprocess.run([sys.executable, str(folder / name), *sys.argv[1:]], check=False).returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
