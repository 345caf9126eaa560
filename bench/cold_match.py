"""A cold `pbk match` with 30 playbooks and a warm index, as a multiple of `python -c pass` in the same run."""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from measuring import BARE, command, medians, report, seconds

TARGET = 10.0
SUBJECTS = (
    "release train", "database migration", "flaky test", "leaked secret", "stale branch", "pinned dependency",
    "broken build", "failing deploy", "slow query", "memory leak", "docs site", "container image", "api client",
    "feature flag", "lock file", "changelog entry", "certificate", "cron job", "message queue", "cache layer",
    "search index", "backup job", "load balancer", "access token", "log format", "type errors", "benchmark suite",
    "licence header", "code owner", "issue template",
)  # fmt: skip


def library(root: Path) -> None:
    """Write 30 playbooks below `root`, half of them with `git_clean` and `file_exists`, and commit them."""
    folder = root / "playbooks"
    folder.mkdir(parents=True)
    (root / "pyproject.toml").write_text('[project]\nname = "sample"\n', encoding="utf-8")
    (root / ".gitignore").write_text(".pbk/\n", encoding="utf-8")
    for number, subject in enumerate(SUBJECTS):
        name = f"handle-{subject.replace(' ', '-')}"
        conditions: list[object] = [{"task_mentions": subject.split()}]
        if number % 2 == 0:
            conditions += [{"git_clean": True}, {"file_exists": "pyproject.toml"}]
        document = {
            "name": name,
            "goal": f"Repair the {subject} of the main service",
            "preconditions": conditions,
            "anti_preconditions": [{"file_exists": "packages/*/pyproject.toml"}],
            "steps": [
                {"do": f"inspect the {subject}", "check": None},
                {"do": f"mend the {subject}", "run": ["make", "mend"], "check": {"exit_code": 0}},
                {"do": "run the tests", "run": ["pytest", "-q"], "check": {"exit_code": 0}},
            ],
            "examples": {
                "match": [f"the {subject} is broken", f"mend our {subject}"],
                "no_match": [f"explain {subject}"],
            },
        }
        text = "".join(f"{key}: {json.dumps(value)}\n" for key, value in document.items())
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    for words in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=b", "-c", "user.email=b@example.org", "commit", "-qm", "s"],
    ):
        subprocess.run(["git", *words], cwd=root, check=True)


def main() -> None:
    """Measure and print; `--quick` takes few rounds, for CI."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "library"
        library(root)
        ask = command("match", "repair the release train of the main service")
        seconds(ask, cwd=root)
        took = medians(
            {
                "python -c pass": lambda: seconds(BARE, cwd=root),
                "pbk match (offered, git_clean asked)": lambda: seconds(ask, cwd=root),
                "pbk match (none)": lambda: seconds(command("match", "what is the weather"), cwd=root, expect=1),
                "pbk list (typer)": lambda: seconds(command("list"), cwd=root),
            },
            rounds=5 if options.quick else 25,
        )
    bare = took["python -c pass"]
    figures: dict[str, float | str] = {f"{name} [ms]": value * 1000 for name, value in took.items()}
    figures |= {f"{name} [x bare]": value / bare for name, value in took.items() if value != bare}
    figures["target for the offered match [x bare]"] = TARGET
    report("cold match, 30 playbooks, warm index", figures, as_json=options.json)


if __name__ == "__main__":
    main()
