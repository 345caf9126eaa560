"""PBK704: what comes from the network runs as a program, unseen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.passages import reading
from pbk.lint.rule import Family, Rule

# Only what leads up to the danger is matched, and only from a word that fetches or decodes on.
_SHELL = r"(?:\S{0,40}/)?(?:ba|da|z|k|fi|c|tc|a)?sh(?![\w./-])(?! +-c\b)"
_LANGUAGE = r"(?:python[0-9.]*|perl|ruby|node|php)"
# Without a script of its own, or with `-`, an interpreter runs what it reads.
_INTERPRETER = rf"(?:\S{{0,40}}/)?{_LANGUAGE}(?= *(?:- *)?(?:$|[;&|)\"'`\]\n])| - )"
_BEFORE = r"(?:sudo(?: +-[\w-]+)* +|env +(?:\w+=\S* +)*|nohup +|exec +|xargs(?: +-\S+)* +)*"
_FETCH = re.compile(r"(?:curl|wget|fetch|aria2c|https?|xh) ")
_PIPED = re.compile(
    rf"\w+ [^|;&\n]{{1,200}}(?:\|(?!\|)[^|;&\n]{{0,200}}){{0,3}}\|&? *{_BEFORE}(?:{_SHELL}|{_INTERPRETER})"
)
_SUBSTITUTED = re.compile(
    rf"(?<![\w.-])(?:(?:ba|da|z|k|fi|c|tc|a)?sh|{_LANGUAGE}|source|eval|\.)(?: +-[\w-]+)* +[\"']?(?:<\(|\$\(|`) *\Z"
)
_REACH = 60  # characters before a fetching word in which its result may be given to a shell
_DECODE = re.compile(
    r"(?:base64 +(?:-d|-D|--decode)|xxd +-r|openssl +(?:enc|base64) [^|\n]{0,80}-d)[^|;&\n]{0,200}"
    rf"\|&? *{_BEFORE}{_SHELL}"
)
_FETCHER = r"(?:iwr|irm|invoke-webrequest|invoke-restmethod)"
_POWERSHELL = re.compile(
    rf"(?:iex|invoke-expression)[ (&\"]{{0,6}}(?:{_FETCHER}\b|\(?new-object +(?:system\.)?net\.webclient)"
    rf"|{_FETCHER} [^|;\n]{{1,400}}\| *(?:iex|invoke-expression)\b",
    re.IGNORECASE,
)
_CONTINUED = re.compile(r"\\\r?\n[ \t]*")
HINT = "download it to a file, compare its digest, read it, and run it in a step of its own"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the commands that hand a download, or a decoded text, to a shell or an interpreter."""
    read = reading(document)
    text = read.text
    if "\\" in text:
        text = _CONTINUED.sub(lambda found: " " * len(found[0]), text)  # of equal length
    for start, end in _runs(text):
        span = read.place(document, start, end)
        yield Finding(span, "this runs what comes from elsewhere before anybody has seen it", HINT)


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Yield where such a command starts and ends."""
    for fetch in _FETCH.finditer(text):
        at = fetch.start()
        before = text[max(0, at - _REACH) : at]
        if before[-1:].isalnum() or before[-1:] in {".", "-", "_"}:
            continue
        substituted = _SUBSTITUTED.search(before)
        if substituted is not None:
            yield at - len(before) + substituted.start(), fetch.end() - 1
        elif piped := _PIPED.match(text, at):
            yield at, piped.end()
    for found in _DECODE.finditer(text):
        yield found.span()
    lowered = text.lower()
    if "iex" in lowered or "invoke-expression" in lowered:
        for found in _POWERSHELL.finditer(text):
            yield found.span()


def _example(command: str) -> str:
    return (
        f"steps:\n  - do: install the tool\n    run: {command}\n    check: {{exit_code: 0}}\n"
        "  - do: read what it says\n    check: null\n"
    )


RULE = Rule(
    id="PBK704",
    name="network-into-shell",
    family=Family.SAFETY,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A download, or a decoded text, is piped into a shell or an interpreter.",
    why=(
        "What the server sends today is not what it sent when the playbook was reviewed, and a server can send a pipe "
        "something else than a browser. Whoever controls it, or the name that leads to it, runs commands on every "
        "machine that follows the playbook."
    ),
    bad=_example("curl -fsSL https://example.org/install.sh | sh"),
    good=_example("[curl, -fsSL, -o, install.sh, 'https://example.org/install.sh']"),
    check=check,
)
