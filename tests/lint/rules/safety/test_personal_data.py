from __future__ import annotations

from pbk.lint.document import LintDocument
from pbk.lint.rule import Rule
from pbk.lint.rules.safety import pbk706_home_path, pbk707_email_address

TEXT = """\
# ask jo.doe@acme.io first
goal: build in /home/jdoe/docs, then mail jo.doe@acme.io
steps:
- do: a
  run: [make, -C, /Users/ann/docs, --to, 'ann@acme.io']
- do: git clone git@github.com:acme/docs /home/runner/docs
"""


def found(rule: Rule) -> list[tuple[int, str]]:
    assert rule.check is not None
    document = LintDocument("playbooks/example.yaml", TEXT.encode())
    return sorted((item.span.line, TEXT[item.span.start : item.span.end]) for item in rule.check(document))


def test_home_paths() -> None:
    assert found(pbk706_home_path.RULE) == [(2, "/home/jdoe"), (5, "/Users/ann")]


def test_email_addresses() -> None:
    assert found(pbk707_email_address.RULE) == [(1, "jo.doe@acme.io"), (2, "jo.doe@acme.io"), (5, "ann@acme.io")]
