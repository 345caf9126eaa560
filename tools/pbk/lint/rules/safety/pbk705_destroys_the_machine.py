"""PBK705: a command that takes the whole machine, or a whole home, with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.document import LintDocument
from pbk.lint.passages import reading
from pbk.lint.rule import Family, Rule

_TOP = (
    "(?:bin|boot|dev|etc|home|lib(?:32|64)?|media|mnt|opt|proc|root|run|sbin|srv|sys|usr|var"
    "|Users|System|Library|Applications)"
)
_EVERYTHING = rf"[\"']?(?:/(?:{_TOP}/?)?|~/?|\$(?:HOME|\{{HOME\}})[\"']?/?)\*?[\"']?(?=$|[\s;&|)`\"'\],])"
_DISK = r"/dev/(?:[shv]d[a-z]|xvd[a-z]|nvme[0-9]|mmcblk[0-9]|r?disk[0-9])"
_DRIVE = r"[A-Za-z]:\\(?:Windows|Users)?\\?"
_FLAGS = r"(?: +-{1,2}[A-Za-z][\w=-]*| +--)"
_RECURSIVE = r"(?=[^;&|\n]{0,80} (?:-[A-Za-z]*[rR]|--recursive))"
_DESTROYS = re.compile(
    rf"(?<![\w./-])rm{_RECURSIVE}{_FLAGS}+(?: +[^\s;&|]{{1,200}}){{0,8}}? +{_EVERYTHING}"
    rf"|(?<![\w./-])(?:chmod|chown|chgrp){_RECURSIVE}{_FLAGS}+ +[\w:.+=-]{{1,60}} +{_EVERYTHING}"
    r"|--no-preserve-root\b"
    rf"|(?<![\w./-])find +{_EVERYTHING}[^;&|\n]{{0,200}} -delete\b"
    rf"|(?<![\w./-])(?:mkfs(?:\.\w+)?|wipefs|shred)[^;&|\n]{{0,80}} {_DISK}"
    rf"|(?<![\w./-])dd [^;&|\n]{{0,200}}\bof={_DISK}|> *{_DISK}"
    r"|:\(\) *\{ *:\|:& *\} *;:"
    rf"|(?<![\w.-])(?:rd|rmdir|del|erase)(?: +/[a-z])+ +[\"']?{_DRIVE}[*.]*[\"']?(?=$|[\s;&|\"'\],])"
    rf"|(?<![\w.-])Remove-Item(?=[^;|\n]{{0,120}} -Recurse\b)[^;|\n]{{0,120}} [\"']?(?:{_DRIVE}\*?"
    r"|\$(?:HOME|env:USERPROFILE)|~)[\"']?(?=$|[\s;&|])",
)
# One of them is in every such command; a text without any need not be searched.
_NEEDED = (
    "rm -",
    "chmod -",
    "chown -",
    "chgrp -",
    "-root",
    "-delete",
    "mkfs",
    "wipefs",
    "/dev/",
    ":()",
    "Remove-Item",
    "rd /",
    "dir /",
    "del /",
    "ase /",
)
HINT = "name the folder that is meant, relative to the working directory"


def check(document: LintDocument) -> Iterator[Finding]:
    """Yield the commands whose target is the root, a top folder of the system, a home or a disk."""
    read = reading(document)
    if not any(word in read.text for word in _NEEDED):
        return
    for found in _DESTROYS.finditer(read.text):
        span = read.place(document, found.start(), found.end())
        yield Finding(span, "this destroys a whole system, home or disk", HINT)


def _example(command: str) -> str:
    return (
        f"steps:\n  - do: clean up\n    run: {command}\n    check: {{file_absent: build}}\n"
        "    on_fail: look who holds it open\n  - do: look around\n    check: null\n"
    )


RULE = Rule(
    id="PBK705",
    name="destroys-the-machine",
    family=Family.SAFETY,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A command that removes or overwrites a system, a home or a disk.",
    why=(
        "No routine of a repository needs `rm -rf /` or a write to a disk device. Where one stands in a playbook, a "
        "path was lost when it was learnt, or somebody means harm; an agent that follows it cannot take it back."
    ),
    bad=_example("[rm, -rf, /]"),
    good=_example("[rm, -rf, build]"),
    check=check,
)
