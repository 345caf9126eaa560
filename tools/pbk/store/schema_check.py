"""A JSON Schema compiled to one yes-or-no function: the fast path for documents that are valid, as most are.

It knows the keywords that this project's schemas use, with the meaning of JSON Schema 2020-12, and refuses to compile
any other, so that no schema can seem to demand what is not checked. It says nothing of *why*: that is what the
`jsonschema` package is asked, whose verdict is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Check = Callable[[Any], bool]
Schema = Any  # true, false, or an object of keywords

_ANNOTATIONS = frozenset(
    ("$schema", "$id", "$defs", "$comment", "title", "description", "examples", "default", "patternErrorMessage")
)
_TYPES: dict[str, Check] = {
    "null": lambda value: value is None,
    "boolean": lambda value: value is True or value is False,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: (
        (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())
    ),
}


def compiled_check(schema: Schema) -> Check:
    """Return the function that says whether a plain JSON value is valid against `schema`.

    References may only point to `#/$defs/...`, and may be recursive. Raises `ValueError` for a keyword that is unknown
    here, except annotations and those that begin with `x-`.
    """
    return _Compiler(schema.get("$defs", {}) if isinstance(schema, dict) else {}).compile(schema)


class _Compiler:
    """Compiles the parts of one schema; each definition once."""

    def __init__(self, definitions: dict[str, Schema]) -> None:
        self._definitions = definitions
        self._named: dict[str, Check] = {}

    def compile(self, schema: Schema) -> Check:
        if isinstance(schema, bool):
            return (lambda _value: True) if schema else (lambda _value: False)
        checks: list[Check] = []
        for keyword, argument in schema.items():
            if keyword in _ANNOTATIONS or keyword.startswith("x-") or keyword in _PARTNERS:
                continue
            make = _KEYWORDS.get(keyword)
            if make is None:
                raise ValueError(f"the schema keyword {keyword!r} is not checked here")
            checks.append(make(self, argument, schema))
        return _all(checks)

    def reference(self, pointer: str) -> Check:
        name = pointer.removeprefix("#/$defs/")
        if name not in self._named:
            made: list[Check] = []
            self._named[name] = lambda value: made[0](value)  # noqa: PLW0108 - bound late: a definition may refer to itself
            made.append(self.compile(self._definitions[name]))
            self._named[name] = made[0]
        return self._named[name]


def _all(checks: list[Check]) -> Check:
    if not checks:
        return lambda _value: True
    if len(checks) == 1:
        return checks[0]
    first, *rest = checks

    def check(value: Any) -> bool:
        if not first(value):
            return False
        for one in rest:  # noqa: SIM110 - all() with a generator costs twice as much, and this is the hot path
            if not one(value):
                return False
        return True

    return check


def _reference(compiler: _Compiler, argument: str, _schema: Schema) -> Check:
    return compiler.reference(argument)


def _type(_compiler: _Compiler, argument: str | list[str], _schema: Schema) -> Check:
    if isinstance(argument, str):
        return _TYPES[argument]
    checks = [_TYPES[name] for name in argument]
    return lambda value: any(check(value) for check in checks)


def _enum(_compiler: _Compiler, argument: list[Any], _schema: Schema) -> Check:
    # 1 and true are different values in JSON, 1 and 1.0 are not.
    return lambda value: any(_equal(value, item) for item in argument)


def _const(_compiler: _Compiler, argument: Any, _schema: Schema) -> Check:
    return lambda value: _equal(value, argument)


def _equal(value: Any, item: Any) -> bool:
    return isinstance(value, bool) == isinstance(item, bool) and bool(value == item)


def _conditional(compiler: _Compiler, argument: Schema, schema: Schema) -> Check:
    condition = compiler.compile(argument)
    then = compiler.compile(schema.get("then", True))
    otherwise = compiler.compile(schema.get("else", True))
    return lambda value: then(value) if condition(value) else otherwise(value)


def _all_of(compiler: _Compiler, argument: list[Schema], _schema: Schema) -> Check:
    return _all([compiler.compile(part) for part in argument])


def _properties(compiler: _Compiler, argument: dict[str, Schema], schema: Schema) -> Check:
    """Return the check of `properties`, `patternProperties` and `additionalProperties` together."""
    named = {name: compiler.compile(part) for name, part in argument.items()}
    matched = [
        (re.compile(pattern).search, compiler.compile(part))
        for pattern, part in schema.get("patternProperties", {}).items()
    ]
    additional = compiler.compile(schema.get("additionalProperties", True))

    def one(key: str, value: Any) -> bool:
        known = named.get(key)
        valid = known is None or known(value)
        for search, check in matched:
            if search(key):
                known = check
                valid = valid and check(value)
        return valid if known is not None else additional(value)

    def check(value: Any) -> bool:
        if isinstance(value, dict):
            for key, item in value.items():
                if not one(key, item):
                    return False
        return True

    return check


def _pattern_properties(compiler: _Compiler, _argument: Schema, schema: Schema) -> Check:
    return (lambda _value: True) if "properties" in schema else _properties(compiler, {}, schema)


def _additional(compiler: _Compiler, _argument: Schema, schema: Schema) -> Check:
    paired = "properties" in schema or "patternProperties" in schema
    return (lambda _value: True) if paired else _properties(compiler, {}, schema)


def _required(_compiler: _Compiler, argument: list[str], _schema: Schema) -> Check:
    names = frozenset(argument)
    return lambda value: not isinstance(value, dict) or names <= value.keys()


def _items(compiler: _Compiler, argument: Schema, _schema: Schema) -> Check:
    item = compiler.compile(argument)

    def check(value: Any) -> bool:
        if isinstance(value, list):
            for one in value:
                if not item(one):
                    return False
        return True

    return check


def _pattern(_compiler: _Compiler, argument: str, _schema: Schema) -> Check:
    search = re.compile(argument).search
    return lambda value: not isinstance(value, str) or search(value) is not None


def _bound(kind: type | tuple[type, ...], measure: Callable[[Any], Any], *, least: bool) -> Any:
    """Return the maker of a check that something of a value of `kind` is at least, or at most, the argument."""

    def make(_compiler: _Compiler, argument: float, _schema: Schema) -> Check:
        if least:
            return lambda value: not isinstance(value, kind) or measure(value) >= argument
        return lambda value: not isinstance(value, kind) or measure(value) <= argument

    return make


def _magnitude(least: bool) -> Any:  # noqa: FBT001 - the only argument
    number = _TYPES["number"]

    def make(_compiler: _Compiler, argument: float, _schema: Schema) -> Check:
        if least:
            return lambda value: not number(value) or value >= argument
        return lambda value: not number(value) or value <= argument

    return make


_PARTNERS = frozenset(("then", "else"))
_KEYWORDS: dict[str, Callable[[_Compiler, Any, Schema], Check]] = {
    "$ref": _reference,
    "type": _type,
    "enum": _enum,
    "const": _const,
    "if": _conditional,
    "allOf": _all_of,
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "required": _required,
    "items": _items,
    "pattern": _pattern,
    "minLength": _bound(str, len, least=True),
    "maxLength": _bound(str, len, least=False),
    "minItems": _bound(list, len, least=True),
    "maxItems": _bound(list, len, least=False),
    "minProperties": _bound(dict, len, least=True),
    "maxProperties": _bound(dict, len, least=False),
    "minimum": _magnitude(True),
    "maximum": _magnitude(False),
}
