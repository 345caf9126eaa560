"""A clean environment for every test: no settings, no agent, no Git identity of the machine it runs on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from pbk.store.actor import AGENT_VARIABLES

# Quick by default; HYPOTHESIS_PROFILE=thorough looks ten times as long where a test does not say how long itself.
settings.register_profile("quick", max_examples=50, deadline=None)
settings.register_profile("thorough", max_examples=500, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

GIT_CONFIG = "[user]\n\tname = Maintainer\n\temail = maintainer@example.org\n[init]\n\tdefaultBranch = main\n"


@pytest.fixture(autouse=True)
def clean_environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a home of its own, and return it."""
    home = tmp_path_factory.mktemp("home")
    (home / ".gitconfig").write_text(GIT_CONFIG, encoding="utf-8")
    for name in list(os.environ):
        if name.startswith(("PBK_", "GIT_", "LITELLM_", "OPENAI_")) or name in AGENT_VARIABLES:
            monkeypatch.delenv(name)
    monkeypatch.delenv("COLUMNS", raising=False)  # what runs the tests may set it
    for name, value in {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "NO_COLOR": "1",
    }.items():
        monkeypatch.setenv(name, value)
    return home
