from __future__ import annotations

import os
import shutil
import stat
import time
from pathlib import Path

import pytest

from pbk.errors import BrokenError, UsageError
from pbk.model.event_kind import Level
from pbk.model.procedure import ProcStatus
from pbk.model.standing import Band
from pbk.store.index import INDEX_FILE, read_entries
from pbk.store.library import Library
from pbk.store.recording import record, retire, revive, void
from pbk.store.shelf import Shelf
from support.libraries import write_playbook

NOW = 1_764_600_000.0


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_playbook(tmp_path, "cut-a-release", "Publish a new version")
    write_playbook(tmp_path, "fix-a-flaky-test", "Make a flaky test reliable", scope="tests")
    return tmp_path


def test_an_empty_folder_is_an_empty_library(tmp_path: Path) -> None:
    library = Library.open(tmp_path)
    assert (list(library.entries), list(library.skipped), library.all()) == ([], [], [])
    assert not (tmp_path / ".pbk").exists()


def test_a_missing_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no library"):
        Library.open(tmp_path / "nowhere")


def test_one_bad_file_never_mutes_the_library(root: Path) -> None:
    (root / "playbooks" / "broken.yaml").write_text("name: broken\n  goal: [\n", encoding="utf-8")
    (root / "playbooks" / "picture.yaml").write_bytes(b"\xff\xd8\xff\xe0\x00")
    (root / "playbooks" / "dangling.yaml").symlink_to(root / "nowhere.yaml")
    (root / "playbooks" / "folder.yaml").mkdir()
    write_playbook(root, "other-name", "x")
    (root / "playbooks" / "other-name.yaml").rename(root / "playbooks" / "renamed.yaml")
    library = Library.open(root)
    assert [entry.name for entry in library.entries] == ["cut-a-release", "fix-a-flaky-test"]
    assert [item.path for item in library.skipped] == [
        f"playbooks/{name}.yaml" for name in ("broken", "dangling", "folder", "picture", "renamed")
    ]
    assert all(item.error.startswith(f"{item.path}") for item in library.skipped)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_skipped(root: Path) -> None:
    path = root / "playbooks" / "cut-a-release.yaml"
    path.chmod(0)
    assert [item.path for item in Library.open(root).skipped] == ["playbooks/cut-a-release.yaml"]
    path.chmod(stat.S_IRUSR)


def test_counters_come_from_the_ledger(root: Path) -> None:
    library = Library.open(root, now=NOW)
    record(library, "cut-a-release", succeeded=True)
    record(library, "cut-a-release", succeeded=False, level=Level.VERIFIED, evidence={"exit": 1})
    record(library, "cut-a-release", succeeded=None)
    procedure = Library.open(root, now=NOW + 1).get("cut-a-release")
    assert procedure is not None
    assert (procedure.uses, procedure.successes, procedure.status) == (2, 1, ProcStatus.ACTIVE)
    assert procedure.last_used == pytest.approx(NOW, abs=0.001)
    assert procedure.as_of == pytest.approx(NOW + 1, abs=1)
    assert procedure.standing is not None
    assert procedure.standing.band is Band.CAVEAT


def test_what_is_recorded_at_one_fixed_second_is_seen_in_that_second(root: Path) -> None:
    for _ in range(5):
        record(Library.open(root, now=NOW), "cut-a-release", succeeded=False)
    assert Library.open(root, now=NOW).get("cut-a-release").status is ProcStatus.RETIRED  # type: ignore[union-attr]


def test_retire_and_revive_in_one_second_end_revived(root: Path) -> None:
    retire(Library.open(root, now=NOW), "cut-a-release", why="the index moved")
    assert Library.open(root, now=NOW).get("cut-a-release").status is ProcStatus.RETIRED  # type: ignore[union-attr]
    revive(Library.open(root, now=NOW), "cut-a-release", why="it moved back")
    assert Library.open(root, now=NOW).get("cut-a-release").status is ProcStatus.PROVISIONAL  # type: ignore[union-attr]


def test_an_edited_file_does_not_unretire_and_starts_with_one_pseudo_use(root: Path) -> None:
    library = Library.open(root, now=NOW)
    for succeeded in (True, True, True, False):
        record(library, "cut-a-release", succeeded=succeeded)
    write_playbook(root, "cut-a-release", "Publish a new version carefully")
    edited = Library.open(root, now=NOW + 1).get("cut-a-release")
    assert edited is not None
    assert edited.standing is not None
    assert (edited.uses, edited.status) == (0, ProcStatus.ACTIVE)
    assert 0.5 < edited.standing.trust < 0.6
    retire(library, "cut-a-release", why="wrong")
    write_playbook(root, "cut-a-release", "Publish a new version very carefully")
    assert Library.open(root, now=NOW + 1).get("cut-a-release").status is ProcStatus.RETIRED  # type: ignore[union-attr]


def test_a_void_takes_an_outcome_back(root: Path) -> None:
    library = Library.open(root, now=NOW)
    event = record(library, "cut-a-release", succeeded=False)
    taken = void(library, event, why="it was another playbook")
    assert library.get("cut-a-release").uses == 0  # type: ignore[union-attr]
    with pytest.raises(UsageError, match="cannot be voided"):
        void(library, taken, why="no")


def test_a_broken_ledger_is_an_error_that_names_the_line(root: Path) -> None:
    (root / "trust-ledger.jsonl").write_text('{"v":1}\n', encoding="utf-8")
    with pytest.raises(BrokenError) as caught:
        _ = Library.open(root).ledger
    assert caught.value.where.startswith("trust-ledger.jsonl:1")
    assert caught.value.mend


def test_what_cannot_be_stored_is_refused(root: Path) -> None:
    with pytest.raises(UsageError, match="was not recorded"):
        record(Library.open(root), "cut-a-release", succeeded=True, note="\ud800")
    assert not (root / "trust-ledger.jsonl").exists()


def test_the_index_is_used_and_never_trusted_over_the_files(root: Path) -> None:
    first = read_entries(root, "playbooks")
    index = root / ".pbk" / INDEX_FILE
    assert index.exists()
    assert read_entries(root, "playbooks") == first
    write_playbook(root, "cut-a-release", "Something else")  # same second, other bytes
    assert next(entry.goal for entry in read_entries(root, "playbooks")) == "Something else"
    (root / "playbooks" / "fix-a-flaky-test.yaml").unlink()
    assert [entry.name for entry in read_entries(root, "playbooks")] == ["cut-a-release"]
    for garbage in (b"", b"{}\n[]\n", b'{"format": 1, "built": 9e99, "files": 1}\n[[1]]\nx\n', b"\xff\n\xff\n"):
        index.write_bytes(garbage)
        assert [entry.goal for entry in read_entries(root, "playbooks")] == ["Something else"]


def test_an_unchanged_file_is_not_parsed_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = read_entries(root, "playbooks")
    monkeypatch.setattr("pbk.store.playbooks.read_playbook", lambda *_args, **_named: pytest.fail("parsed"))
    assert read_entries(root, "playbooks") == before


def test_what_a_hostile_clone_carries_in_its_private_folder_is_not_believed(root: Path, tmp_path: Path) -> None:
    (root / "pbk.toml").write_text("[trust]\nfloor = 0.4\n", encoding="utf-8")
    _ = Library.open(root).entries
    for name in ("index.jsonl", "settings.json"):
        path = root / ".pbk" / name
        planted = path.read_text(encoding="utf-8").replace("Publish a new version", "Delete everything")
        path.write_text(planted.replace('"floor": 0.4', '"floor": 0.0'), encoding="utf-8")
        assert path.read_text(encoding="utf-8") == planted.replace('"floor": 0.4', '"floor": 0.0')
    clone = tmp_path / "clone"
    shutil.copytree(root, clone, copy_function=shutil.copyfile)  # what git clone does: new inodes, new times
    library = Library.open(clone)
    assert next(entry.goal for entry in library.entries) == "Publish a new version"
    assert library.settings.trust_rule.trust_floor == 0.4


def test_a_damaged_document_in_the_index_is_read_again(root: Path) -> None:
    _ = Library.open(root).entries
    index = root / ".pbk" / INDEX_FILE
    lines = index.read_bytes().split(b"\n")
    lines[2] = b'{"name": 5}'
    index.write_bytes(b"\n".join(lines))
    assert Library.open(root).get("cut-a-release").goal == "Publish a new version"  # type: ignore[union-attr]


def test_a_retirement_is_in_force_at_once_although_another_clock_is_fast(root: Path) -> None:
    ahead = time.time() + 240
    record(Library.open(root, now=ahead), "cut-a-release", succeeded=True)
    retire(Library.open(root), "cut-a-release", why="it deletes data")
    assert Library.open(root).get("cut-a-release").status is ProcStatus.RETIRED  # type: ignore[union-attr]


def test_private_folder_is_ignored_by_git(root: Path) -> None:
    _ = Library.open(root).entries
    assert (root / ".pbk" / ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_libraries_side_by_side(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("shared")
    write_playbook(other, "cut-a-release", "Another way to publish")
    write_playbook(other, "bisect", "Find the commit")
    (other / "pbk.toml").write_text('[library]\nname = "team"\n', encoding="utf-8")
    shelf = Shelf((Library.open(root), Library.open(other)))
    assert [(item.qualified.split(":")[1], item.shadowed_by != "") for item in shelf.playbooks(scope="default")] == [
        ("cut-a-release", False),
        ("bisect", False),
        ("cut-a-release", True),
    ]
    assert shelf.find("cut-a-release").library.root == root
    assert shelf.find("team:cut-a-release").library.root == other
    record(shelf.find("team:cut-a-release").library, "cut-a-release", succeeded=True)
    assert (other / "trust-ledger.jsonl").exists()
    assert not (root / "trust-ledger.jsonl").exists()
    with pytest.raises(UsageError, match="did you mean 'bisect'"):
        shelf.find("bisekt")
    with pytest.raises(UsageError, match="no library is called 'teem'"):
        shelf.find("teem:bisect")
