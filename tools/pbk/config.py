"""Settings: every threshold, where it comes from, and what may be written there.

Precedence: a flag of the call, then `PBK_<SECTION>_<KEY>`, then `pbk.toml`, then `[tool.pbk]` of `pyproject.toml`, then
the default. One table below names every option; the parser, the template and the schema are all made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from pbk.errors import BrokenError, UsageError
from pbk.model.trust import TrustRule

CONFIG_FILE = "pbk.toml"
PROJECT_FILE = "pyproject.toml"

Words = tuple[str, ...]
Setting = bool | int | float | str | Words | Mapping[str, str | Words] | None

SEVERITIES = ("error", "warning", "info")


class Option(NamedTuple):
    """One option: its section, key, type, default, the values it may have, and what it does.

    `tuple` is a list of texts; `dict` a table of texts from `choices`, or of lists of texts where there are none, for
    which `example` shows one in the template. A table has no variable of the environment.
    """

    section: str
    key: str
    kind: type[bool | int | float | str | Words | dict[str, str | Words]]
    default: Setting
    says: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    example: str = ""

    @property
    def variable(self) -> str:
        """The environment variable that overrides the files."""
        return f"PBK_{self.section}_{self.key}".replace("-", "_").upper()


OPTIONS = (
    Option("library", "name", str, None, "what `name:playbook` qualifies with; the folder's name when not set"),
    Option("library", "warn_above", int, 30, "active playbooks above which matching gets unreliable", low=1),
    Option("trust", "floor", float, 0.4, "below this trust a playbook is not offered", low=0, high=1),
    Option("trust", "caveat_below", float, 0.7, "below this trust an offer carries a caveat", low=0, high=1),
    Option("trust", "retire_after_uses", int, 5, "counted uses before the rule may retire", low=2),
    Option("trust", "discount", float, 0.9, "what each counted use leaves of the ones before", low=0.5, high=1),
    Option("trust", "half_life_days", float, 90.0, "days after which evidence weighs half", low=1),
    Option("trust", "probation_uses", int, 0, "uses before an offer may come without a caveat", low=0),
    Option("match", "floor", float, None, "similarity below which nothing is considered; built in when not set", 0, 1),
    Option("match", "shortlist", int, 5, "candidates whose conditions are checked", low=1, high=50),
    Option("match", "adjudicated", int, 2, "survivors whose prose conditions are asked, in one call", low=1, high=5),
    Option(
        "match",
        "adjudicate",
        str,
        "auto",
        "who judges prose: a model if one is configured, else the person at the terminal, else nobody",
        choices=("auto", "none", "person", "model"),
    ),
    Option("match", "timeout_seconds", float, 5.0, "for each question put to git, a tool or a pattern", 0.1, 600),
    Option(
        "lint",
        "select",
        tuple,
        (),
        "the rules that are on, by id, name, family or prefix; all of them when empty",
        example='["PBK1", "shape", "PBK701"]',
    ),
    Option(
        "lint", "ignore", tuple, (), "rules that are off, whatever is selected", example='["lineage", "missing-check"]'
    ),
    Option(
        "lint",
        "severity",
        dict,
        MappingProxyType({}),
        "how bad findings of some rules are",
        choices=(*SEVERITIES, "off"),
        example='{PBK401 = "error", lineage = "off"}',
    ),
    Option(
        "lint",
        "per-path",
        dict,
        MappingProxyType({}),
        "rules that are off in some files, as globs from the library's root",
        example='{"playbooks/imported-*.yaml" = ["checks", "PBK401"]}',
    ),
    Option(
        "lint",
        "fail_on",
        str,
        "error",
        "the least bad finding that `pbk lint` ends with status 1 for",
        choices=SEVERITIES,
    ),
    Option("induce", "min_episodes", int, 3, "episodes that a cluster needs", low=2),
    Option("induce", "min_verified_successes", int, 2, "of which verified successes", low=1),
    Option(
        "ledger",
        "write",
        str,
        "auto",
        "where a person's events go: `auto` appends on the default branch and adds a shard on any other",
        choices=("auto", "single", "shard"),
    ),
    Option("ledger", "default_branch", str, None, "the default branch, where Git cannot tell"),
    Option("model", "name", str, None, "the model that adjudicates, as litellm names it; none when not set"),
    Option("model", "api_base", str, None, "the address of an OpenAI-compatible server"),
    Option("model", "timeout_seconds", float, 30.0, "for one reply", low=1, high=600),
)
SECTIONS = tuple(dict.fromkeys(option.section for option in OPTIONS))


class Settings(NamedTuple):
    """Every option of one library, with where each value that is not the default came from."""

    values: Mapping[tuple[str, str], Setting] = MappingProxyType({})
    sources: Mapping[tuple[str, str], str] = MappingProxyType({})

    def text(self, section: str, key: str) -> str | None:
        """Return a text option, None where it is not set."""
        value = self._value(section, key)
        return None if value is None else str(value)

    def number(self, section: str, key: str) -> float:
        """Return a number option that has a default."""
        value = self._value(section, key)
        return float(value) if isinstance(value, (int, float)) else 0.0

    def whole(self, section: str, key: str) -> int:
        """Return a whole-number option that has a default."""
        return int(self.number(section, key))

    def words(self, section: str, key: str) -> Words:
        """Return an option that is a list of texts."""
        value = self._value(section, key)
        return value if isinstance(value, tuple) else ()

    def table(self, section: str, key: str) -> Mapping[str, str | Words]:
        """Return an option that is a table."""
        value = self._value(section, key)
        return value if isinstance(value, Mapping) else {}

    @property
    def match_floor(self) -> float | None:
        """The fixed similarity floor in 0..1, or None for the built-in one."""
        value = self._value("match", "floor")
        return float(value) if isinstance(value, (int, float)) else None

    @property
    def trust_rule(self) -> TrustRule:
        """The thresholds of the trust rule."""
        return TrustRule(
            trust_floor=self.number("trust", "floor"),
            caveat_below=self.number("trust", "caveat_below"),
            retire_after=self.whole("trust", "retire_after_uses"),
            discount=self.number("trust", "discount"),
            half_life=self.number("trust", "half_life_days"),
            probation_uses=self.whole("trust", "probation_uses"),
        )

    def _value(self, section: str, key: str) -> Setting:
        if (section, key) in self.values:
            return self.values[section, key]
        return next(option.default for option in OPTIONS if (option.section, option.key) == (section, key))


def settings_from(layers: Mapping[str, Mapping[str, object]], environment: Mapping[str, str]) -> Settings:
    """Return the settings of file layers (`{file name: decoded table}`, weakest first) and the environment.

    Raises `BrokenError` that names file, section and key for what a file says wrongly, and `UsageError` for a variable.
    """
    values: dict[tuple[str, str], Setting] = {}
    sources: dict[tuple[str, str], str] = {}
    for place, table in layers.items():
        for (section, key), value in _options_of(place, table).items():
            values[section, key] = value
            sources[section, key] = place
    for option in OPTIONS:
        text = environment.get(option.variable)
        if text and option.kind is not dict:
            values[option.section, option.key] = _from_variable(option, text)
            sources[option.section, option.key] = option.variable
    if environment.get("PBK_MODEL"):
        values["model", "name"] = environment["PBK_MODEL"]
        sources["model", "name"] = "PBK_MODEL"
    settings = Settings(values, sources)
    rule = settings.trust_rule
    if rule.caveat_below < rule.trust_floor:
        where = sources.get(("trust", "caveat_below")) or sources.get(("trust", "floor"), CONFIG_FILE)
        raise BrokenError(
            f"trust.caveat_below ({rule.caveat_below:g}) is below trust.floor ({rule.trust_floor:g})",
            where=where,
            mend="an offer needs the floor first and loses its caveat later: set floor <= caveat_below",
        )
    return settings


def config_layers(root: Path) -> dict[str, Mapping[str, object]]:
    """Return what the files of the library at `root` say, weakest first: `{file name: table}`.

    Raises `BrokenError` for a file that is not readable TOML.
    """
    layers: dict[str, Mapping[str, object]] = {}
    project = _toml(root / PROJECT_FILE)
    tools = project.get("tool")
    table = tools.get("pbk") if isinstance(tools, Mapping) else None
    if table is not None:
        if not isinstance(table, Mapping):
            raise BrokenError(
                "[tool.pbk] must be a table", where=PROJECT_FILE, mend="write `[tool.pbk.match]` and the like"
            )
        layers[PROJECT_FILE] = table
    layers[CONFIG_FILE] = _toml(root / CONFIG_FILE)
    return layers


def config_template() -> str:
    """Return a `pbk.toml` that says every default in a comment, ready to be edited."""
    lines = [
        "# Settings of this playbook library. What is commented out is the default.",
        "# A flag of the call wins over PBK_<SECTION>_<KEY>, which wins over this file.",
    ]
    for section in SECTIONS:
        lines += ["", f"[{section}]"]
        for option in OPTIONS:
            if option.section == section:
                choices = f" ({' | '.join(option.choices)})" if option.choices else ""
                lines += [f"# {option.says}{choices}", f"# {option.key} = {_shown(option)}"]
    return "\n".join(lines) + "\n"


def config_schema() -> dict[str, object]:
    """Return the JSON Schema (2020-12) of `pbk.toml`, made from the table of options."""
    names = {bool: "boolean", int: "integer", float: "number", str: "string", tuple: "array", dict: "object"}
    properties: dict[str, object] = {}
    for section in SECTIONS:
        keys: dict[str, object] = {}
        for option in (option for option in OPTIONS if option.section == section):
            said: dict[str, object] = {"type": names[option.kind], "description": option.says}
            bounds = {"default": _plain(option.default), "minimum": option.low, "maximum": option.high}
            said |= {name: value for name, value in bounds.items() if value is not None}
            words = {"type": "array", "items": {"type": "string"}}
            choices: dict[str, object] = {"enum": list(option.choices)} if option.choices else {}
            if option.kind is tuple:
                said |= words
            elif option.kind is dict:
                said["additionalProperties"] = {"type": "string"} | choices if choices else words
            else:
                said |= choices
            keys[option.key] = said
        properties[section] = {"type": "object", "additionalProperties": False, "properties": keys}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Settings of a playbook library (pbk.toml, or [tool.pbk] of pyproject.toml)",
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
    }


def _toml(path: Path) -> Mapping[str, object]:
    try:
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise BrokenError(f"cannot be read: {error.strerror}", where=path.name, mend="mend its permissions") from None
    import tomllib  # noqa: PLC0415 - a cold match reads the settings from the index

    try:
        return tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise BrokenError("is not UTF-8", where=path.name, mend="save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BrokenError(f"is not valid TOML: {error}", where=path.name, mend="mend the line it names") from None


def _options_of(place: str, table: Mapping[str, object]) -> dict[tuple[str, str], Setting]:
    found: dict[tuple[str, str], Setting] = {}
    for section, content in table.items():
        if section not in SECTIONS:
            raise _unknown(f"[{section}]", section, SECTIONS, place)
        if not isinstance(content, Mapping):
            raise BrokenError(f"{section} must be a table", where=place, mend=f"write `[{section}]` and keys below it")
        keys = tuple(option.key for option in OPTIONS if option.section == section)
        for key, value in content.items():
            if key not in keys:
                raise _unknown(f"{section}.{key}", key, keys, place)
            option = next(option for option in OPTIONS if (option.section, option.key) == (section, key))
            problem, setting = _checked(option, value)
            if problem:
                raise BrokenError(f"{section}.{key} {problem}", where=place, mend=option.says)
            found[section, key] = setting
    return found


def _checked(option: Option, value: object) -> tuple[str, Setting]:
    """Return what is wrong with `value` for `option` ("" if nothing), and the value in the option's type."""
    if option.kind is tuple:
        found = _texts(value)
        return ("must be a list of texts", None) if found is None else ("", found)
    if option.kind is dict:
        return _checked_table(option, value)
    if option.kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, option.kind) or (isinstance(value, bool) and option.kind is not bool):
        names = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
        return f"must be {names[option.kind]}", None
    if option.choices and value not in option.choices:
        return f"must be one of {', '.join(option.choices)}", None
    return _out_of_bounds(option, value), value


def _out_of_bounds(option: Option, value: object) -> str:
    if isinstance(value, (int, float)):
        if not (option.low is None or value >= option.low):
            return f"must be at least {option.low:g}"
        if not (option.high is None or value <= option.high):
            return f"must be at most {option.high:g}"
    return ""


def _checked_table(option: Option, value: object) -> tuple[str, Setting]:
    if not isinstance(value, Mapping):
        return "must be a table", None
    table: dict[str, str | Words] = {}
    for key, item in value.items():
        if option.choices:
            if item not in option.choices:
                return f"must have one of {', '.join(option.choices)} for {str(key)[:60]!r}", None
            table[str(key)] = str(item)
        else:
            words = _texts(item)
            if words is None:
                return f"must have a list of texts for {str(key)[:60]!r}", None
            table[str(key)] = words
    return "", table


def _texts(value: object) -> Words | None:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        return None
    return tuple(str(item) for item in value)


def _plain(value: Setting) -> object:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def _from_variable(option: Option, text: str) -> Setting:
    value: object = None
    try:
        if option.kind is tuple:
            value = [word.strip() for word in text.split(",") if word.strip()]
        elif option.kind is bool:
            value = {"true": True, "false": False}[text.lower()]
        else:
            value = {int: int, float: float, str: str}[option.kind](text)
    except (ValueError, KeyError):
        pass
    problem, setting = _checked(option, value)
    if problem:
        raise UsageError(f"{option.variable}={text[:40]!r} {problem}", where="environment", mend=option.says)
    return setting


def _unknown(shown: str, word: str, known: tuple[str, ...], place: str) -> BrokenError:
    import difflib  # noqa: PLC0415 - only needed to word an error

    near = difflib.get_close_matches(word, known, n=1)
    mend = f"did you mean `{near[0]}`?" if near else f"known are {', '.join(known)}"
    return BrokenError(f"{shown} is not a setting", where=place, mend=mend)


def _shown(option: Option) -> str:
    if option.example:
        return option.example
    if option.default is None:
        return '""' if option.kind is str else "0.5"
    return f'"{option.default}"' if isinstance(option.default, str) else f"{option.default}"
