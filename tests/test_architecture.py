"""The arrows between the rooms of the package, held from the sources themselves."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import pbk

PACKAGE = Path(pbk.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

# faces -> engines -> instruments -> store -> model; a room may import itself and whatever is listed.
MODEL = {"errors", "model"}
STORE = MODEL | {"config", "store"}
INSTRUMENTS = STORE | {"conditions", "similarity", "redaction"}
ENGINES = ("lint", "match", "induce", "replay")
FACES = ("cli", "agents", "review")
ALLOWED = {
    "errors": set(),
    "model": {"model"},
    "config": MODEL,
    "llm": MODEL | {"config"},
    "store": STORE,
    "conditions": STORE | {"conditions"},
    "similarity": STORE | {"similarity"},
    "redaction": STORE | {"redaction"},
    **{engine: INSTRUMENTS | {"llm", engine} for engine in ENGINES},
    **{face: INSTRUMENTS | {"llm", *ENGINES, *FACES} for face in FACES},
    "__main__": {"errors", "model", "cli"},
}
IMPURE = {"os", "pathlib", "time", "random", "secrets", "socket", "subprocess", "io", "shutil", "tempfile", "uuid"}


def room_of(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    return relative.parts[0].removesuffix(".py")


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_arrows(path: Path) -> None:
    room = room_of(path)
    if path == PACKAGE / "__init__.py":
        return  # the public face names everything, and imports it only when asked
    rooms = {name.split(".")[1] for name in imports_of(path) if name.startswith("pbk.")}
    assert rooms <= ALLOWED[room], f"{room} may not import {sorted(rooms - ALLOWED[room])}"


@pytest.mark.parametrize("path", [path for path in MODULES if room_of(path) == "model"], ids=lambda path: path.name)
def test_model_is_pure(path: Path) -> None:
    roots = {name.split(".")[0] for name in imports_of(path)}
    assert not roots & IMPURE
    called = {
        f"{node.func.value.id}.{node.func.attr}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name)
    }
    assert not called & {"datetime.now", "datetime.utcnow", "date.today"}


def test_every_room_is_known() -> None:
    assert {room_of(path) for path in MODULES} - {"__init__"} <= set(ALLOWED)


def test_public_names_are_what_is_exported() -> None:
    assert pbk.__all__ == sorted(pbk.__all__)
    assert set(pbk.__all__) == set(pbk._HOMES)
    for name in pbk.__all__:
        assert getattr(pbk, name).__module__ == pbk._HOMES[name]
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = pbk.nothing


def test_long_files_are_few() -> None:
    lengths = {path: path.read_text(encoding="utf-8").count("\n") for path in MODULES}
    assert {path.name for path, lines in lengths.items() if lines > 400} == set()
