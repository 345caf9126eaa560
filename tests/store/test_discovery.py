from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbk.errors import BrokenError, UsageError
from pbk.store.discovery import library_roots, nearest_library, user_config_path


def made(path: Path) -> Path:
    (path / "playbooks").mkdir(parents=True)
    return path


def test_the_nearest_ancestor_wins(tmp_path: Path) -> None:
    outer = made(tmp_path / "outer")
    inner = made(outer / "a" / "inner")
    (inner / "src" / "deep").mkdir(parents=True)
    assert nearest_library(inner / "src" / "deep") == inner
    assert nearest_library(outer / "a") == outer
    (outer / "a" / "pbk.toml").touch()
    assert nearest_library(outer / "a") == outer / "a"


def test_none_is_no_error(tmp_path: Path) -> None:
    assert library_roots(tmp_path, (), {"XDG_CONFIG_HOME": str(tmp_path)}) == []


def test_user_libraries_come_after_the_nearest(tmp_path: Path) -> None:
    here, shared = made(tmp_path / "here"), made(tmp_path / "shared one")
    environment = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    config = user_config_path(environment)
    config.parent.mkdir(parents=True)
    config.write_text(f"libraries = [{str(shared)!r}, 'not/there', {str(here)!r}]\n", encoding="utf-8")
    assert library_roots(here, (), environment) == [here, shared]


def test_named_libraries_stand_alone(tmp_path: Path) -> None:
    here, one, two = made(tmp_path / "here"), made(tmp_path / "one"), made(tmp_path / "two")
    variable = {"PBK_LIBRARY": os.pathsep.join([str(two), str(one)])}
    assert library_roots(here, (), variable) == [two, one]
    assert library_roots(here, (one,), variable) == [one]
    assert library_roots(here, (one / "playbooks", one), {}) == [one]


@pytest.mark.parametrize("environment", [{}, {"PBK_LIBRARY": "nowhere"}])
def test_a_named_folder_that_is_missing(tmp_path: Path, environment: dict[str, str]) -> None:
    named = () if environment else (tmp_path / "nowhere",)
    with pytest.raises(UsageError, match="no library at") as caught:
        library_roots(tmp_path, named, environment)
    assert caught.value.where == ("PBK_LIBRARY" if environment else "--library")


@pytest.mark.parametrize(("text", "message"), [("libraries = 3", "list of paths"), ("libraries = [", "not valid TOML")])
def test_a_broken_user_configuration(tmp_path: Path, text: str, message: str) -> None:
    environment = {"XDG_CONFIG_HOME": str(tmp_path)}
    user_config_path(environment).parent.mkdir(parents=True)
    user_config_path(environment).write_text(text, encoding="utf-8")
    with pytest.raises(BrokenError, match=message):
        library_roots(tmp_path, (), environment)
