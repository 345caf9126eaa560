"""PBK207: an input's name in other signs than `{{ name }}`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from pbk.lint.diagnostic import Edit, Finding, Fix, Severity
from pbk.lint.document import LintDocument
from pbk.lint.passages import Passage, place
from pbk.lint.placeholders import declared_inputs, filled_texts
from pbk.lint.rule import Family, Rule

_MOST = 20  # findings in one text
_INDICATORS = "'\"|>"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield each place of a step where a declared input stands in braces, a `$` or angle brackets of another kind."""
    inputs = declared_inputs(document)
    if not any(_may_stand_alone(document.text, name) for name in inputs):
        return
    either = "|".join(map(re.escape, inputs))
    shapes = re.compile(
        rf"(?<![\w${{@]){{(?:{{[ \t]*)?(?P<braces>{either})[ \t]*}}(?!\}})"  # {name}, {{name}
        rf"|(?<![${{\w@]){{[ \t]*(?P<closed>{either})[ \t]*}}}}(?!\}})"  # {name}}
        rf"|(?<![\\$])\$(?:(?P<dollar>{either})(?![\w(:])|{{(?P<shell>{either})}})"
        rf"|(?<![\w<])<(?P<angles>{either})>"
    )
    for pointer, text in filled_texts(document):
        for found in islice(shapes.finditer(text), _MOST):
            name = str(found[str(found.lastgroup)])
            if _is_something_else(text, found, name):
                continue
            message = f"the input `{name}` stands here without its double braces"
            passage = Passage(text, pointer)
            span = place(document, passage, found.start(), found.end())
            yield Finding(span, message, f"write `{{{{ {name} }}}}`", _fix(document, passage, found, name))


def _may_stand_alone(text: str, name: str) -> bool:
    """Return whether a name stands in other signs than `{{ name }}` somewhere: quickly, and yes where in doubt."""
    if any(f"{sign}{name}" in text for sign in "{$<"):
        return True
    return text.count(f"{{ {name}") != text.count(f"{{{{ {name}") or text.count(f"{name} }}") != text.count(
        f"{name} }}}}"
    )


def _is_something_else(text: str, found: re.Match[str], name: str) -> bool:
    """Return whether it is a variable that the script sets, or a tag of a markup."""
    if found.lastgroup in {"dollar", "shell"}:
        return re.search(rf"(?<![\w-]){re.escape(name)}=|\b(?:for|read)\s+{re.escape(name)}\b", text) is not None
    return found.lastgroup == "angles" and f"</{name}>" in text


def _fix(document: LintDocument, passage: Passage, found: re.Match[str], name: str) -> Fix | None:
    """Return the splice that puts the braces in; an unquoted text gets quotes, as YAML would misread the braces."""
    placeholder = f"{{{{ {name} }}}}"
    whole = document.value_span(passage.pointer or ())
    source = document.text[whole.start : whole.end]
    if source == passage.text:
        mended = passage.text[: found.start()] + placeholder + passage.text[found.end() :]
        quoted = "'" + mended.replace("'", "''") + "'"
        return Fix(f"write `{placeholder}`", (Edit(whole.start, whole.end, quoted),), safe=False)
    span = place(document, passage, found.start(), found.end())
    if source[:1] in _INDICATORS and document.text[span.start : span.end] == found[0]:
        return Fix(f"write `{placeholder}`", (Edit(span.start, span.end, placeholder),), safe=False)
    return None


_EXAMPLE = (
    "inputs:\n  version: {description: the version to publish}\n"
    "steps:\n  - do: set the version to NAME in pyproject.toml\n    check: {git_clean: false}\n"
    "  - do: tag {{ version }}\n    check: {git_clean: true}\n"
)

RULE = Rule(
    id="PBK207",
    name="malformed-placeholder",
    family=Family.SHAPE,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="An input's name in `{...}`, `<...>` or behind a `$`, which nothing fills in.",
    why=(
        "Only `{{ name }}` is filled in. `{name}` and `<name>` stay as they are, and `$name` is empty in a shell, "
        "where `rm -r build/$version` then removes more than anybody meant."
    ),
    bad=_EXAMPLE.replace("NAME", "${version}"),
    good=_EXAMPLE.replace("NAME", "{{ version }}"),
    check=check,
)
