"""Which files a working tree has changed since a revision: what `--changed-since` looks at."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from pbk.conditions.git_question import KEPT, OPTIONS, VARIABLES
from pbk.errors import UsageError

OPTION = "--changed-since"
_CHANGED = "ACMRTU"  # added, copied, modified, renamed, of another type, unmerged; what is deleted cannot be linted


def changed_since(root: Path, revision: str, environment: Mapping[str, str]) -> list[Path]:
    """Return the files below `root` that differ from where this branch left `revision`, and untracked ones.

    What is not committed yet counts. Raises `UsageError` for a revision that Git does not know, and where there is no
    repository.
    """
    if not revision:
        raise UsageError("needs a revision", where=OPTION, mend="name a branch, a tag or a commit")
    base = ["--relative", "--name-only", "-z", f"--diff-filter={_CHANGED}", "--no-ext-diff"]
    # Asked first: outside a repository it is this question that git answers in words.
    names = _ask(root, ["ls-files", "--others", "--exclude-standard", "-z"], revision, environment)
    names += _ask(root, ["diff", "--merge-base", *base, "--end-of-options", revision, "--"], revision, environment)
    return [path for name in sorted(set(names)) if os.path.lexists(path := root / os.fsdecode(name))]


def _ask(root: Path, question: Sequence[str], revision: str, environment: Mapping[str, str]) -> list[bytes]:
    """Return the names that git answers with."""
    kept = {name: value for name, value in environment.items() if not name.startswith("GIT_") or name in KEPT}
    try:
        done = subprocess.run(
            ["git", *OPTIONS, "-C", str(root), *question], env={**kept, **VARIABLES}, capture_output=True, check=False
        )
    except OSError as error:
        raise UsageError(f"git cannot be run: {error.strerror}", where=OPTION, mend="install git") from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0].removeprefix("fatal: ")
        raise UsageError(
            f"git does not say what changed since {revision[:60]!r}: {said}",
            where=OPTION,
            mend="name a branch, a tag or a commit that is here; a shallow clone may lack it (fetch-depth: 0)",
        )
    return [name for name in done.stdout.split(b"\0") if name]
