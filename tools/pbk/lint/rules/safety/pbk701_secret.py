"""PBK701: a secret."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.passages import reading, span_at
from pbk.lint.rule import Family, Rule
from pbk.redaction.patterns import find_named_secrets, find_secrets

_MOST = 100  # findings of each of the two searches
HINT = "revoke it now, whoever has a clone has it; then name the variable that carries it, such as $TOKEN"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the secrets in values, keys and comments, and the values that their own key announces."""
    read = reading(document)
    spans = [(read.place(document, one.start, one.end), one.kind) for one in islice(find_secrets(read.text), _MOST)]
    for one in islice(find_named_secrets(document.text), _MOST):
        span = span_at(document, one.start, one.end)
        if not any(span.start < other.end and other.start < span.end for other, _ in spans):
            spans.append((span, one.kind))
    for span, kind in spans:
        yield Finding(span, f"this has the shape of a secret ({kind})", HINT)


def _example(command: str) -> str:
    return (
        f"steps:\n  - do: upload the files\n    run: {command}\n    check: {{exit_code: 0}}\n"
        "  - do: look at the page\n    check: null\n"
    )


RULE = Rule(
    id="PBK701",
    name="secret",
    family=Family.SAFETY,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A password, key or token.",
    why=(
        "Playbooks are learnt from logs, in which secrets stand, and they are read by everybody who has the repository "
        "and sent to models. Found are values that an issuer made recognisable, private keys, passwords in URLs, and "
        "what a name such as `password=` announces. Commit hashes, digests, UUIDs, variables and templates are none."
    ),
    # In two parts, so that no scanner takes the example for a leak.
    bad=_example("[twine, upload, --password, " + "Zk3v9" + "QpLm2xT7, dist/app.whl]"),
    good=_example("[twine, upload, dist/app.whl]"),
    check=check,
)
