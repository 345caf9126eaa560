"""PBK707: an e-mail address of a person."""

from __future__ import annotations

from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.passages import reading
from pbk.lint.rule import Family, Rule
from pbk.redaction.personal import find_email_addresses


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the e-mail addresses of people in values, keys and comments."""
    read = reading(document)
    for found in find_email_addresses(read.text):
        span = read.place(document, found.start, found.end)
        hint = "name the role (the release manager), or an address of one such as security@..."
        yield Finding(span, "this is the e-mail address of a person", hint)


def _example(whom: str) -> str:
    return (
        f"steps:\n  - do: run the tests\n    check: {{exit_code: 0}}\n    on_fail: ask {whom}\n"
        "  - do: look at the result\n    check: null\n"
    )


RULE = Rule(
    id="PBK707",
    name="email-address",
    family=Family.SAFETY,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="An e-mail address that may be a person's.",
    why=(
        "A playbook outlives the person's job, is published with the repository and sent to models. It is a warning: "
        "the address may be meant to be known. Addresses of roles, those reserved for examples, and remotes such as "
        "git@host are not reported."
    ),
    bad=_example("jo.doe@playbooks.dev"),
    good=_example("the release manager"),
    check=check,
)
