"""PBK812: a shard of the ledger that lies in no folder of a month."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import records_of, whole_line
from pbk.lint.ledger_examples import ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule
from pbk.store.ledger.places import SHARD_FOLDER

_SHARD = re.compile(rf"(?:.*/)?{re.escape(SHARD_FOLDER)}/(.*)")
_IN_A_MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])/[^/]+\.jsonl")


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield the first line of each shard that lies in no folder of a month."""
    seen: set[str] = set()
    for record in records_of(library):
        path = record.line.path
        if path in seen:
            continue
        seen.add(path)
        shard = _SHARD.fullmatch(path)
        if shard and not _IN_A_MONTH.fullmatch(shard[1]):
            yield whole_line(
                record,
                f"this shard lies outside {SHARD_FOLDER}/YYYY-MM/",
                "move it into the folder of the month of its events with `git mv`",
            )


RULE = Rule(
    id="PBK812",
    name="ledger-misplaced-shard",
    family=Family.LEDGER,
    severity=Severity.ERROR,
    since="0.1.0",
    summary="A shard of the ledger lies outside `trust-ledger.d/YYYY-MM/`.",
    why=(
        "Shards are named by month so that no folder grows for ever, and so that what checks, folds or archives "
        "them finds each one. A file that lies elsewhere was put there by hand."
    ),
    bad="# file: trust-ledger.d/old/0a.jsonl\n" + ledger_line(),
    good="# file: trust-ledger.d/2026-12/0a.jsonl\n" + ledger_line(),
    finalize=finalize,
)
