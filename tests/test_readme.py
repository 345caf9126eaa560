"""What the README shows must be so."""

from __future__ import annotations

import re
from pathlib import Path

from pbk.cli.app import app
from pbk.model.condition import CHECK_ONLY_KINDS, CONDITION_KINDS
from pbk.store.playbooks import read_playbook

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_its_playbook_loads() -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    playbook = read_playbook(Path("cut-a-release.yaml"), text.encode(), shown_as="README.md")
    assert playbook.procedure.name == "cut-a-release"


def test_it_names_every_condition_and_check() -> None:
    for kind in (*CONDITION_KINDS, *CHECK_ONLY_KINDS):
        assert f"`{kind}" in README


def test_the_verbs_that_it_uses_exist() -> None:
    verbs = {command.name for command in app.registered_commands}
    used = set(re.findall(r"(?:\$|`|&&|bin/) ?pbk ([a-z]+)", README))
    assert used
    assert used <= verbs


def test_the_commands_that_ci_reads_are_there() -> None:
    for mark in ("try-command", "test-command"):
        assert re.search(rf"<!-- {mark} -->\n```sh\npython3 -m venv [^\n]+\n```\n<!-- /{mark} -->", README)
