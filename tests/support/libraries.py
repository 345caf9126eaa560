"""Small libraries made for a test, in a folder of its own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

TWO_STEPS: Sequence[Mapping[str, object]] = (
    {"do": "run the tests", "run": ["pytest", "-q"], "check": {"exit_code": 0}},
    {"do": "upload the distributions", "check": "the new version resolves on the index"},
)


def playbook_text(name: str, goal: str, **fields: object) -> str:
    """Return the text of a playbook file; further fields as in the format."""
    document = {"name": name, "goal": goal, "steps": TWO_STEPS, **fields}
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in document.items())


def write_playbook(root: Path, name: str, goal: str, **fields: object) -> Path:
    """Write a playbook into the library at `root` and return its path."""
    path = root / "playbooks" / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(playbook_text(name, goal, **fields), encoding="utf-8")
    return path


def git(root: Path, *arguments: str) -> str:
    """Run git in `root` and return what it printed."""
    done = subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True)
    return done.stdout


def repository(root: Path) -> Path:
    """Make `root` a Git repository with one commit of everything in it, and return it."""
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "start")
    return root
