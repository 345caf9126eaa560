"""PBK806: events of a playbook that the library does not have."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection, Iterator

from pbk.lint.diagnostic import Finding, Severity
from pbk.lint.ledger import Record, at_field, bounded, events_of
from pbk.lint.ledger_examples import FILE, ledger_line
from pbk.lint.library import LintLibrary
from pbk.lint.rule import Family, Rule
from pbk.model.event_kind import EventKind
from pbk.model.visible import visible

_MOST_SHOWN = 80  # characters of a name or scope
_Key = tuple[str, str]  # scope, name


def finalize(library: LintLibrary) -> Iterator[Finding]:
    """Yield the first event of each (scope, name) that no file has, with how many there are."""
    return bounded(_unknown(library))


def _unknown(library: LintLibrary) -> Iterator[Finding]:
    known = {(facts.scope, facts.name) for facts in library.facts}
    # A file that cannot be read still has its name.
    unreadable = {path.rpartition("/")[2].rpartition(".")[0] for path in library.broken}
    first: dict[_Key, Record] = {}
    counts: Counter[_Key] = Counter()
    newest: dict[_Key, tuple[int, EventKind]] = {}
    for record, event in events_of(library):
        key = (event.scope, event.playbook)
        if key in known or event.playbook in unreadable:
            continue
        first.setdefault(key, record)
        counts[key] += 1
        if event.event in {EventKind.RETIRED, EventKind.REVIVED}:
            newest[key] = max(newest.get(key, (event.ts, event.event)), (event.ts, event.event))
    for key, record in first.items():
        if key in newest and newest[key][1] is EventKind.RETIRED:
            continue  # retired, and then deleted: the way to take leave of a playbook
        count = counts[key]
        scope, name = (visible(word, limit=_MOST_SHOWN) for word in key)
        more = f" ({count} events)" if count > 1 else ""
        yield at_field(
            record, "playbook", f"no playbook of scope {scope!r} is called {name!r}{more}", _hint(key, known)
        )


def _hint(key: _Key, known: Collection[_Key]) -> str:
    scope, name = key
    elsewhere = sorted(other for other, called in known if called == name)
    if elsewhere:
        return f"there is one of scope {elsewhere[0]!r}"
    near = difflib.get_close_matches(name, [called for other, called in known if other == scope], n=1)
    if near:
        return f"did you mean {near[0]!r}? `pbk void` takes an event back, to be recorded again"
    return "rename the file back, or retire a playbook before its file is deleted"


RULE = Rule(
    id="PBK806",
    name="ledger-unknown-playbook",
    family=Family.LEDGER,
    severity=Severity.WARNING,
    since="0.1.0",
    summary="An event names a playbook that has no file in the library.",
    why=(
        "Evidence for a name that is misspelled, or whose file was renamed, counts for nothing: the renamed "
        "playbook starts again with no trust, and nobody notices. A playbook that was retired before its file was "
        "deleted is not reported."
    ),
    bad=FILE + ledger_line(playbook="cut-a-relaese"),
    good=(
        "# file: playbooks/cut-a-release.yaml\nname: cut-a-release\n"
        "goal: Publish a new version to PyPI\n"
        "steps:\n  - do: run the tests\n    check: {exit_code: 0}\n  - do: upload\n    check: null\n"
        + FILE
        + ledger_line()
    ),
    finalize=finalize,
)
