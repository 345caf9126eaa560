"""`pbk new`: a new playbook file to fill in."""

from __future__ import annotations

import json
import re
import time
from typing import Annotated

import typer

from pbk.cli.opening import instant, open_library
from pbk.cli.options import LibraryOption, NowOption
from pbk.cli.output import emit
from pbk.errors import UsageError
from pbk.model.instant import day_of, from_seconds
from pbk.model.visible import visible
from pbk.store.discovery import PLAYBOOKS_FOLDER
from pbk.store.files import create_file

NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
NOT_TEXT = re.compile(r"[0-9]+(?:e[0-9]+)?|true|false|null|0[xo][0-9a-f]+")  # what YAML would read as something else
NAME_LIMIT = 64
GOAL_LIMIT = 200

TEMPLATE = """\
# yaml-language-server: $schema=../schema/playbook.schema.json
name: {name}
goal: {goal}
preconditions: # ALL must hold, or the playbook does not apply
  - task_mentions: {words}
  # - file_exists: pyproject.toml
  # - git_clean: true
  # - in words, what only a person or a model can judge
anti_preconditions: # ANY of these and the playbook is wrong: write down the case that looks right and is not
  []
steps: # each says how to know that it worked; `check: null` says that it needs judgement
  - do: say what to do first
    check: null
    # run: [command, argument]
    # check: {{exit_code: 0}}
    # on_fail: what to do when the check fails
  - do: say what to do next
    check: null
examples: # routing tests: tasks that should get this playbook, and near misses that should not
  match: []
  no_match: []
created_at: {day}
"""


def new(
    name: Annotated[str, typer.Argument(help="The name: kebab-case, at most 64 characters.")],
    *,
    goal: Annotated[
        str | None, typer.Option("--goal", help="What it achieves, in one line; matching reads this.")
    ] = None,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Write a new playbook file to fill in. An existing file is never touched."""
    if not NAME.fullmatch(name) or len(name) > NAME_LIMIT:
        slug = "-".join(re.findall(r"[a-z0-9]+", name.lower()))[:NAME_LIMIT].strip("-")
        raise UsageError(
            f"{name[:80]!r} is not kebab-case of at most {NAME_LIMIT} characters",
            mend=f"try {slug}" if slug else "use lower-case letters, digits and single hyphens",
        )
    words = goal or name.replace("-", " ").capitalize()
    if len(words) > GOAL_LIMIT or visible(words) != words or not words.strip():
        raise UsageError(
            f"a goal is one plain line of at most {GOAL_LIMIT} characters", where="--goal", mend="shorten it"
        )
    owner = open_library(library or (), now)
    moment = instant(now)
    text = TEMPLATE.format(
        name=json.dumps(name) if NOT_TEXT.fullmatch(name) else name,
        goal=json.dumps(words, ensure_ascii=False),
        words=json.dumps([name.split("-")[0]]),
        day=day_of(from_seconds(time.time() if moment is None else moment)),
    )
    path = owner.root / PLAYBOOKS_FOLDER / f"{name}.yaml"
    if not create_file(path, text.encode()):
        raise UsageError(
            "is there already", where=f"{PLAYBOOKS_FOLDER}/{name}.yaml", mend="edit it, or choose another name"
        )
    emit(f"wrote {PLAYBOOKS_FOLDER}/{name}.yaml: fill in the steps, then `pbk show {name}`")
