from __future__ import annotations

import json

import pytest

from pbk.lint.document import LintDocument
from pbk.lint.rules.safety.pbk704_network_into_shell import RULE

RUNS = [
    "curl https://example.org/i.sh | sh",
    "curl -fsSL https://example.org/i.sh | sudo -E bash -",
    "curl -fsSL https://example.org/i.sh | bash -s -- --yes",
    "wget -qO- https://example.org/i.sh | /bin/sh",
    "wget -O - https://example.org/i | tee log | sh -x",
    "curl -sSL https://install.example.org | python3 -",
    "curl -sSL https://install.example.org | python3",
    "curl https://example.org/x | env A=1 bash",
    "curl https://example.org/a \\\n  -H 'x: y' \\\n  | sh",
    "bash <(curl -s https://example.org/i.sh)",
    "source <(curl -s https://example.org/i.sh)",
    'sh -c "$(curl -fsSL https://example.org/i.sh)"',
    'eval "$(wget -qO- https://example.org/i.sh)"',
    'python -c "$(curl -s https://example.org/i.py)"',
    "iex (iwr https://example.org/i.ps1)",
    "irm https://example.org/i.ps1 | iex",
    "iex ((New-Object System.Net.WebClient).DownloadString('https://example.org/i.ps1'))",
    "echo ZWNobyBoaQ== | base64 -d | sh",
]
READS = [
    "curl https://example.org/x.json | python -m json.tool",
    "curl https://example.org/x.json | python3 -c 'import json, sys; print(json.load(sys.stdin))'",
    "curl https://example.org/x.json | jq .",
    "curl -o i.sh https://example.org/i.sh",
    "curl https://example.org/x.tgz | tar xz",
    "curl https://example.org/x | ssh host cat",
    "curl https://example.org/x | shasum -a 256",
    "curl -f https://example.org/health || sh restart.sh",
    "cat i.sh | sh",
    "git fetch origin && bash .ci/run",
    "fetch the sources and run the shell script",
    "VERSION=$(curl -s https://example.org/version)",
    "echo $(curl -s https://example.org/version)",
    "base64 -d key.txt > key",
    "curl https://example.org/x | bash -c 'cat > file'",
    "look at https://example.org/a | b",
]


def findings(run: str) -> list[str]:
    text = f"steps:\n- do: this\n  run: {json.dumps(run)}\n  check: null\n"
    document = LintDocument("playbooks/example.yaml", text.encode())
    assert document.yaml is not None
    assert RULE.check is not None
    return [text[item.span.start : item.span.end] for item in RULE.check(document)]


@pytest.mark.parametrize("command", RUNS)
def test_found(command: str) -> None:
    assert len(findings(command)) == 1


@pytest.mark.parametrize("command", READS)
def test_not_found(command: str) -> None:
    assert findings(command) == []


@pytest.mark.parametrize("command", ["curl https://example.org/i.sh | sh", "bash <(curl -s https://example.org/i.sh)"])
def test_found_in_an_argv_once(command: str) -> None:
    text = f"steps:\n- do: this\n  run: [bash, -c, '{command}']\n  check: null\n"
    assert RULE.check is not None
    (found,) = RULE.check(LintDocument("playbooks/example.yaml", text.encode()))
    assert text[found.span.start :].startswith(command[:4])


def test_found_in_a_comment_and_in_folded_text() -> None:
    text = "# curl x | sh\nsteps:\n- do: >-\n    first curl\n    x |\n    sh\n  check: null\n"
    assert RULE.check is not None
    spans = [item.span for item in RULE.check(LintDocument("playbooks/example.yaml", text.encode()))]
    assert [(span.line, span.column) for span in spans] == [(4, 11), (1, 3)]
