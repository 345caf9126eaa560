"""Personal data in a text: home directories, which carry a user's name, and e-mail addresses of people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HOME = re.compile(
    r"(?:(?<![A-Za-z0-9_.~/$}-])|(?<=file://))/(?:home|Users)/(?P<name>[A-Za-z0-9][A-Za-z0-9._-]{0,63})"
    r"|(?<![A-Za-z0-9])[A-Za-z]:(?:\\{1,2}|/)Users(?:\\{1,2}|/)(?P<windows>[A-Za-z0-9][A-Za-z0-9._-]{0,63})",
    re.ASCII,
)
# Accounts of machines and images, and stand-ins for a name.
_NOBODY = re.compile(
    r"runner(?:admin)?|ubuntu|debian|vagrant|node|app(?:user)?|jovyan|coder|codespace|vscode|gitpod|circleci|linuxbrew|git"
    r"|ec2-user|docker|jenkins|build(?:er)?|ci|shared|public|default|user(?:name)?|you|me|name|someone",
    re.IGNORECASE,
)
_AT_DOMAIN = re.compile(
    r"@(?P<domain>(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24})(?![A-Za-z0-9_]|[.-][A-Za-z0-9])",
    re.ASCII,
)
_LONGEST_LOCAL = 64  # characters before the `@` (RFC 5321, section 4.5.3.1.1)
_LOCAL_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._%+-")
_TEMPLATE_ENDS = frozenset("$}{")
_RESERVED = re.compile(r"(?:.*\.)?(?:example\.(?:com|org|net|edu)|example|test|invalid|localhost|local)")
_ROLE = re.compile(
    r"git|hg|svn|root|admin(?:istrator)?|info|help|support|security|abuse|contact|(?:post|web|host)master|team|hello|bot"
    r"|press|sales|privacy|legal|user(?:name)?|you|me|name|someone|.*no-?reply.*|do-?not-?reply"
)
_LOGIN = re.compile(r"\b(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id)\b[^\n]{0,200}$")
_REMOTE = re.compile(r":[\w/~.{$]")
_CONTEXT = 220  # characters before an address in which a command that logs in may stand


@dataclass(frozen=True, slots=True)
class PersonalDetail:
    """Something about a person at `text[start:end]`; `kind` is `home-path` or `email-address`."""

    kind: str
    start: int
    end: int


def find_home_paths(text: str) -> Iterator[PersonalDetail]:
    r"""Yield `/home/NAME`, `/Users/NAME` and `C:\Users\NAME`, each up to the name.

    Left out are accounts that belong to no person (`runner`, `vagrant`), stand-ins, templates and variables.
    """
    if "/home/" not in text and "Users" not in text:
        return
    for found in _HOME.finditer(text):
        name = (found["name"] or found["windows"]).rstrip(".-")
        if not _NOBODY.fullmatch(name):
            yield PersonalDetail("home-path", found.start(), found.end())


def find_email_addresses(text: str) -> Iterator[PersonalDetail]:
    """Yield the e-mail addresses that may belong to a person.

    Left out are names reserved for examples (RFC 2606, RFC 6761), addresses of a role or a machine, the user part of a
    URL or of a remote (`git@host:path`), and what a command logs in to.
    """
    last = 0
    for found in _AT_DOMAIN.finditer(text):
        start = _local_start(text, last, found.start())
        last = found.end()
        if start is not None and _is_person(text, start, found):
            yield PersonalDetail("email-address", start, found.end())


def _local_start(text: str, least: int, at: int) -> int | None:
    """Return where the part before the `@` starts, None where it is none: empty, too long, or made by a template."""
    start = at
    while start > least and at - start <= _LONGEST_LOCAL and text[start - 1] in _LOCAL_CHARACTERS:
        start -= 1
    templated = start > 0 and text[start - 1] in _TEMPLATE_ENDS
    while start < at and not text[start].isalnum():
        start += 1
    return None if templated or start == at or at - start > _LONGEST_LOCAL else start


def _is_person(text: str, start: int, found: re.Match[str]) -> bool:
    local, domain = text[start : found.start()].lower(), found["domain"].lower()
    if _ROLE.fullmatch(local) or "noreply" in domain or _RESERVED.fullmatch(domain):
        return False
    before = text[max(0, start - _CONTEXT) : start]
    word = before[max(map(before.rfind, " \t\n\r'\"")) + 1 :]
    return "://" not in word and not _REMOTE.match(text, found.end()) and _LOGIN.search(before) is None
