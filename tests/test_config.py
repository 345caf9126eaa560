from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pbk.config import OPTIONS, config_layers, config_schema, config_template, settings_from
from pbk.errors import BrokenError, PbkError, UsageError
from pbk.store.schemas import CONFIG_SCHEMA, schema
from pbk.store.settings import read_settings


def test_defaults_are_those_of_the_specification() -> None:
    settings = settings_from({}, {})
    rule = settings.trust_rule
    assert (rule.trust_floor, rule.caveat_below, rule.retire_after, rule.half_life) == (0.4, 0.7, 5, 90.0)
    assert settings.whole("match", "shortlist") == 5
    assert settings.whole("induce", "min_episodes") == 3
    assert settings.whole("induce", "min_verified_successes") == 2
    assert settings.match_floor is None


def test_template_says_every_option_and_changes_nothing_until_edited() -> None:
    template = config_template()
    assert settings_from({"pbk.toml": tomllib.loads(template)}, {}).values == {}
    edited = "\n".join(
        line.removeprefix("# ") if " = " in line and line.startswith("# ") else line for line in template.split("\n")
    )
    found = settings_from({"pbk.toml": tomllib.loads(edited)}, {}).values
    assert set(found) == {(option.section, option.key) for option in OPTIONS}


def test_schema_in_the_tree_is_the_one_made_from_the_table() -> None:
    assert schema(CONFIG_SCHEMA) == json.loads(json.dumps(config_schema()))
    Draft202012Validator.check_schema(config_schema())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[mach]\nfloor = 0.3", "pbk.toml: [mach] is not a setting (did you mean `match`?)"),
        ("[match]\nflor = 0.3", "match.flor is not a setting (did you mean `floor`?)"),
        ("[match]\nfloor = 'x'", "match.floor must be a number"),
        ("[match]\nfloor = 2", "match.floor must be at most 1"),
        ("[match]\nfloor = nan", "match.floor must be at least 0"),
        ("[match]\nshortlist = true", "match.shortlist must be a whole number"),
        ("[match]\nadjudicate = 'robot'", "match.adjudicate must be one of auto, none, person, model"),
        ("match = 3", "match must be a table"),
        ("[trust]\nfloor = 0.8", "is below trust.floor"),
        ("[match", "is not valid TOML"),
    ],
)
def test_mistakes_name_file_key_and_mend(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "pbk.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BrokenError) as caught:
        read_settings(tmp_path, {})
    assert message in str(caught.value)
    assert "pbk.toml" in caught.value.where
    assert caught.value.mend


def test_precedence(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.pbk.match]\nshortlist = 7\nfloor = 0.2\n", encoding="utf-8")
    (tmp_path / "pbk.toml").write_text("[match]\nshortlist = 8\n", encoding="utf-8")
    settings = read_settings(tmp_path, {"PBK_TRUST_FLOOR": "0.3", "PBK_MODEL": "openai/m"})
    assert settings.whole("match", "shortlist") == 8
    assert settings.match_floor == 0.2
    assert settings.trust_rule.trust_floor == 0.3
    assert settings.text("model", "name") == "openai/m"
    assert read_settings(tmp_path, {"PBK_MATCH_SHORTLIST": "9"}).whole("match", "shortlist") == 9


@pytest.mark.parametrize("value", ["x", "2", "nan", "-1"])
def test_a_wrong_variable_is_named(value: str) -> None:
    with pytest.raises(UsageError, match="PBK_TRUST_FLOOR"):
        settings_from({}, {"PBK_TRUST_FLOOR": value})


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "pbk.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(PbkError, match="not UTF-8"):
        config_layers(tmp_path)


def test_an_edit_is_seen_at_once_although_settings_are_cached(tmp_path: Path) -> None:
    path = tmp_path / "pbk.toml"
    for number in (3, 4, 5):
        path.write_text(f"[match]\nshortlist = {number}\n", encoding="utf-8")
        assert read_settings(tmp_path, {}).whole("match", "shortlist") == number
        assert read_settings(tmp_path, {}).whole("match", "shortlist") == number


def test_lists_and_tables(tmp_path: Path) -> None:
    (tmp_path / "pbk.toml").write_text(
        '[lint]\nselect = ["PBK1", "shape"]\n[lint.severity]\nPBK201 = "off"\n[lint.per-path]\n"a/*" = ["checks"]\n',
        encoding="utf-8",
    )
    settings = read_settings(tmp_path, {"PBK_LINT_IGNORE": "PBK201, checks,"})
    assert settings.words("lint", "select") == ("PBK1", "shape")
    assert settings.words("lint", "ignore") == ("PBK201", "checks")
    assert settings.table("lint", "severity") == {"PBK201": "off"}
    assert settings.table("lint", "per-path") == {"a/*": ("checks",)}
    assert settings.text("lint", "fail_on") == "error"
    assert read_settings(tmp_path, {}) == read_settings(tmp_path, {}), "what is kept is what was read"
    bare = settings_from({}, {})
    assert (bare.words("lint", "select"), bare.table("lint", "severity")) == ((), {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("select = 'PBK1'", "lint.select must be a list of texts"),
        ("ignore = [1]", "lint.ignore must be a list of texts"),
        ("severity = ['PBK1']", "lint.severity must be a table"),
        ("severity = {PBK201 = 'fatal'}", "lint.severity must have one of error, warning, info, off for 'PBK201'"),
        ("severity = {PBK201 = ['off']}", "lint.severity must have one of"),
        ("per-path = {'a' = 'checks'}", "lint.per-path must have a list of texts for 'a'"),
        ("per_path = {}", "lint.per_path is not a setting (did you mean `per-path`?)"),
        ("fail_on = 'never'", "lint.fail_on must be one of error, warning, info"),
    ],
)
def test_mistakes_in_lists_and_tables(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "pbk.toml").write_text(f"[lint]\n{text}\n", encoding="utf-8")
    with pytest.raises(BrokenError) as caught:
        read_settings(tmp_path, {})
    assert message in str(caught.value)
