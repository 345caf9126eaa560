"""Which sentences say nothing, and which say again what another one said."""

from __future__ import annotations

import pytest

from pbk.lint.wording import plain, restates, says_nothing


@pytest.mark.parametrize(
    "text",
    [
        "it works",
        "It works!",
        "looks good",
        "verify success",
        "make sure it is ok",
        "make sure it's OK.",
        "no errors",
        "there are no errors",
        "done",
        "successful",
        "the command succeeded",
        "everything is as expected",
        "check that it was completed without problems",
    ],
)
def test_it_says_nothing(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "no output",
        "no results",
        "the tests pass",
        "all checks passed",
        "the server answers with 200",
        "no errors in build.log",
        "the owner said yes",
        "0",
        "",
        "...",
        "es läuft",
    ],
)
def test_it_says_something(text: str) -> None:
    assert not says_nothing(text)


@pytest.mark.parametrize(
    ("do", "check"),
    [
        ("update the change log", "the change log was updated"),
        ("update the change log", "Verify that the change logs are updated."),
        ("build the wheel", "the wheel is built"),
        ("write the notes and send them", "notes written and sent"),
        ("run pytest", "pytest ran successfully"),
    ],
)
def test_it_says_it_again(do: str, check: str) -> None:
    assert restates(check, do)


@pytest.mark.parametrize(
    ("do", "check"),
    [
        ("update the change log", "its first heading is the new version"),
        ("run the tests", "no test failed"),
        ("run the tests", "done"),
        ("read a long text about releases, branches, tags, builds, uploads and yanks", "releases"),
        ("", "x"),
        ("x", ""),
    ],
)
def test_it_adds_something(do: str, check: str) -> None:
    assert not restates(check, do)


def test_plain_is_one_line_without_its_full_stop() -> None:
    assert plain("  The working\n  tree is clean. ") == "The working tree is clean"
