"""Inputs: used but not declared, declared but unused, malformed, out of place, with a default of their own kind."""

from __future__ import annotations

import json
from types import ModuleType

import pytest

from pbk.lint.document import LintDocument
from pbk.lint.rules.shape import (
    pbk205_undeclared_input,
    pbk206_unused_input,
    pbk207_malformed_placeholder,
    pbk208_default_mismatch,
    pbk212_input_out_of_place,
)
from pbk.store.yaml_source import read_yaml

INPUTS = "inputs:\n  version: {description: which}\n"


def places(module: ModuleType, text: str) -> list[tuple[str, str]]:
    document = LintDocument("playbooks/example.yaml", text.encode())
    assert document.yaml is not None
    return [(text[item.span.start : item.span.end], item.hint) for item in module.RULE.check(document)]


def step(text: str, key: str = "do") -> str:
    return f"steps:\n- {key}: {json.dumps(text)}\n"


@pytest.mark.parametrize("key", ["do", "run", "check", "on_fail", "when"])
def test_undeclared_wherever_inputs_are_filled_in(key: str) -> None:
    ((place, hint),) = places(pbk205_undeclared_input, INPUTS + step("v{{ verison }} {{ version }}", key))
    assert place == "{{ verison }}"
    assert hint == "did you mean `{{ version }}`?"


def test_undeclared_where_none_is_declared() -> None:
    ((place, hint),) = places(pbk205_undeclared_input, "steps:\n- run: [git, tag, 'v{{version}}']\n")
    assert (place, hint[:10]) == ("{{version}}", "declare it")


@pytest.mark.parametrize(
    "text",
    [
        "docker ps --format '{{.Names}}'",
        "go list -f '{{range .Deps}}{{.}} {{end}}'",
        "${{ secrets.TOKEN }} and ${{ token }}",
        "{% if x %} {{ a.b }} {{ f(x) }}",
        "{{{ raw }}}",
        "{{ version }}",
    ],
)
def test_what_is_no_input(text: str) -> None:
    assert places(pbk205_undeclared_input, INPUTS + step(text)) == []


def test_unused() -> None:
    assert [place for place, _ in places(pbk206_unused_input, INPUTS + step("the version"))] == ["version"]
    assert places(pbk206_unused_input, INPUTS + step("{{version}}", "run")) == []
    assert places(pbk206_unused_input, INPUTS + "steps:\n- check: {file_exists: ['{{ version }}.txt']}\n") == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("set {version} now", "{version}"),
        ("set {{version} now", "{{version}"),
        ("set {{ version } now", "{{ version }"),
        ("set {version}} now", "{version}}"),
        ("set { version } now", None),
        ("set $version now", "$version"),
        ("set ${version} now", "${version}"),
        ("set <version> now", "<version>"),
        ("set {{ version }} and {{version}} now", None),
        ("set ${{ version }} now", None),
        ("set $versions or $version_2 now", None),
        ("git log @{version}", None),
        ("<version>1.0</version>", None),
        ("version=1; echo $version", None),
        ("echo \\$version", None),
        ("the version", None),
    ],
)
def test_malformed(text: str, place: str | None) -> None:
    found = [item for item, _ in places(pbk207_malformed_placeholder, INPUTS + step(text))]
    if text == "set { version } now":
        assert found in ([], ["{ version }"])
        return
    assert found == ([] if place is None else [place])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- do: set it to $version\n", "set it to {{ version }}"),
        ("- do: it's $version\n", "it's {{ version }}"),
        ("- do: '$version it is'\n", "{{ version }} it is"),
        ("- do: |\n    first\n    then $version\n", "first\nthen {{ version }}\n"),
        ('- do: "a\\tb $version"\n', "a\tb {{ version }}"),
    ],
)
def test_the_fix_puts_the_braces_in(before: str, after: str) -> None:
    text = f"{INPUTS}steps:\n{before}"
    document = LintDocument("playbooks/example.yaml", text.encode())
    check = pbk207_malformed_placeholder.RULE.check
    assert check is not None
    (found,) = check(document)
    assert found.fix is not None
    assert not found.fix.safe
    (edit,) = found.fix.edits
    mended = text[: edit.start] + edit.text + text[edit.end :]
    steps = read_yaml(mended.encode()).data["steps"]
    assert isinstance(steps, list)
    assert steps[0] == {"do": after}


def test_the_fix_in_a_list_on_one_line() -> None:
    text = f"{INPUTS}steps:\n- run: [git, tag, v$version]\n"
    check = pbk207_malformed_placeholder.RULE.check
    assert check is not None
    (found,) = check(LintDocument("playbooks/example.yaml", text.encode()))
    assert found.fix is not None
    (edit,) = found.fix.edits
    assert text[: edit.start] + edit.text == f"{INPUTS}steps:\n- run: [git, tag, 'v{{{{ version }}}}'"


@pytest.mark.parametrize(
    ("pattern", "default", "fits"),
    [
        ("[a-z]+", "main", True),
        ("[a-z]+", "main2", False),
        ("a|b", "ab", False),
        ("(?i)main", "MAIN", True),
        (r"\d{1,3}(\.\d{1,3})*", "1.20", True),
        (r"\d{1,3}(\.\d{1,3})*", "1.2000", False),
        ("(a+)+b", "a" * 60, True),  # cannot be told in time
        ("(", "x", True),  # the schema's to refuse
    ],
)
def test_default(pattern: str, default: str, *, fits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pbk208_default_mismatch, "_SECONDS", 0.2)
    text = f"inputs:\n  a: {{pattern: {json.dumps(pattern)}, default: {json.dumps(default)}}}\n"
    found = places(pbk208_default_mismatch, text)
    assert (found == []) is fits


@pytest.mark.parametrize(
    "text",
    [
        "goal: Publish {{ version }}\n",
        "preconditions: ['{{ version }} is out']\n",
        "anti_preconditions: [{file_exists: 'dist/{{ version }}'}]\n",
        "examples: {match: ['ship {{ version }}']}\n",
    ],
)
def test_out_of_place(text: str) -> None:
    assert [place for place, _ in places(pbk212_input_out_of_place, INPUTS + text)] == ["{{ version }}"]
    assert places(pbk212_input_out_of_place, text) == []
    assert places(pbk212_input_out_of_place, INPUTS + step("{{ version }}")) == []
