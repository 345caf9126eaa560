from __future__ import annotations

import json

import pytest

from pbk.lint.document import LintDocument
from pbk.lint.rules.safety.pbk705_destroys_the_machine import RULE

DESTROYS = [
    "rm -rf /",
    "rm -rf /*",
    "sudo rm -fr ~",
    "rm -r -f $HOME",
    'rm -rf "$HOME"/*',
    "rm --recursive --force /usr",
    "rm -rf build /",
    "rm -rf / --no-preserve-root",
    "rm -Rf /etc/",
    "chmod -R 777 /",
    "chown -R me:me /usr",
    "find / -name '*.pyc' -delete",
    "mkfs.ext4 /dev/sda1",
    "dd if=/dev/zero of=/dev/sda bs=1M",
    "echo x > /dev/nvme0n1",
    ":(){ :|:& };:",
    "rd /s /q C:\\",
    "Remove-Item -Recurse -Force C:\\Users",
]
CLEANS = [
    "rm -rf build",
    "rm -rf ./dist /tmp/build",
    "rm -rf /var/lib/apt/lists/*",
    "rm /etc/nginx/sites-enabled/default",
    "rm -rf ~/.cache/pip",
    "rm -rf $HOME/.cache",
    "rm -rf {{ folder }}",
    "git rm -r docs",
    "docker run --rm -v /:/host image",
    "chmod -R u+w build",
    "find . -name '*.pyc' -delete",
    "dd if=a of=b",
    "echo x > /dev/null",
    "npm run clean -- /",
    "remove the folder and look at /",
    "del /q build",
]


def findings(run: str) -> list[str]:
    text = f"steps:\n- do: this\n  run: {json.dumps(run)}\n  check: null\n"
    document = LintDocument("playbooks/example.yaml", text.encode())
    assert document.yaml is not None
    assert RULE.check is not None
    return [item.message for item in RULE.check(document)]


@pytest.mark.parametrize("command", DESTROYS)
def test_found(command: str) -> None:
    assert findings(command)


@pytest.mark.parametrize("command", CLEANS)
def test_not_found(command: str) -> None:
    assert findings(command) == []


def test_found_in_an_argv() -> None:
    text = "steps:\n- do: this\n  run: [rm, -rf, /]\n  check: null\n"
    assert RULE.check is not None
    (found,) = RULE.check(LintDocument("playbooks/example.yaml", text.encode()))
    assert (found.span.line, found.span.column) == (3, 8)
