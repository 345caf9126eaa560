"""The specification's required tests of the whole: a real library in a temporary folder, and a fake model.

Those of the inducer and of strict replay stand beside their modules; the names are the specification's.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pbk import Library, Matcher, Procedure, ProcStatus, Step, record, render_advisory, retire
from support.fake_chat import FakeChat
from support.libraries import write_playbook


def same(task: str, text: str) -> float:
    return 1.0 if task and text else 0.0


@pytest.fixture
def store(tmp_path: Path) -> Library:
    (tmp_path / "playbooks").mkdir()
    return Library.open(tmp_path)


def matcher_of(root: Path, **fields: object) -> Matcher:
    write_playbook(root, "release", "release the package", **fields)
    return Matcher(Library.open(root), similarity=same)


def test_anti_precondition_blocks_the_match(tmp_path: Path) -> None:
    matcher = matcher_of(tmp_path, anti_preconditions=["the repo is a monorepo"])
    matcher.client = FakeChat(['{"the repo is a monorepo": true}'])
    assert matcher.match("release the package", context={}) is None
    matcher.client = FakeChat(['{"the repo is a monorepo": false}'])
    assert matcher.match("release the package", context={}) is not None


def test_unknown_precondition_counts_as_failed(tmp_path: Path) -> None:
    matcher = matcher_of(tmp_path, preconditions=["working tree is clean"])
    matcher.client = FakeChat(['{"working tree is clean": "unknown"}'])
    assert matcher.match("release the package", context={}) is None
    matcher.client = FakeChat(['{"working tree is clean": true}'])
    assert matcher.match("release the package", context={}) is not None


def test_structured_check_short_circuits_without_a_model_call(tmp_path: Path) -> None:
    matcher = matcher_of(tmp_path, preconditions=["working tree is clean", "the maintainer asked for it"])
    matcher.checks = {"working tree is clean": lambda _context: False}
    matcher.client = FakeChat([])  # any call would raise
    assert matcher.match("release the package", context={}) is None


def test_failure_lowers_trust_and_eventually_retires(store: Library) -> None:
    write_playbook(store.root, "release", "release the package")
    procedure = Library.open(store.root).get("release")
    assert procedure is not None
    library = Library.open(store.root)
    before = procedure.trust()
    for _ in range(6):
        record(library, procedure.id, succeeded=False)
    kept = library.get(procedure.id)
    assert kept is not None  # retired, not deleted
    assert kept.status is ProcStatus.RETIRED
    assert kept.trust() < before


def test_retired_playbooks_are_not_offered(tmp_path: Path) -> None:
    matcher = matcher_of(tmp_path)
    assert matcher.match("release the package", context={}) is not None
    retire(Library.open(tmp_path), "release", why="the index moved")
    assert Matcher(Library.open(tmp_path), similarity=same).match("release the package", context={}) is None


def test_trust_decays_with_age() -> None:
    now = time.time()
    steps = [Step(do="a", check="b"), Step(do="c", check="d")]

    def procedure(last_used: float) -> Procedure:
        return Procedure("p", "g", steps, uses=10, successes=9, last_used=last_used, as_of=now)

    fresh, stale = procedure(now), procedure(now - 365 * 86400)
    assert stale.trust() < fresh.trust()
    assert fresh.trust() == pytest.approx(10 / 12)


def test_low_trust_playbook_carries_a_caveat(tmp_path: Path) -> None:
    matcher_of(tmp_path)
    library = Library.open(tmp_path)
    for succeeded in (True, False, True, False, True, False):
        record(library, "release", succeeded=succeeded)
    match = Matcher(library, similarity=same).match("the goal", context={})
    assert match is not None
    assert "3 of 6" in match.caveat
    assert "Verify each step" in render_advisory(match)
