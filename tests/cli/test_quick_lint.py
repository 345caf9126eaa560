"""That the quick way into `pbk lint` reads options as the whole command line does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import typer

from pbk.cli import quick_lint
from pbk.cli.app import app
from pbk.cli.lint import FailOn, Format
from pbk.cli.lint_answer import FORMATS, LEVELS, LintOptions
from support.lint_examples import filled


def test_both_readers_know_the_same_options() -> None:
    command = typer.main.get_command(app).commands["lint"]  # type: ignore[attr-defined]  # a group has commands
    spelled = {word: parameter.name for parameter in command.params for word in parameter.opts if word.startswith("-")}
    spelled = {word: field for word, field in spelled.items() if field != "help"}
    tables = {**quick_lint.FLAGS, **quick_lint.SINGLE, **quick_lint.REPEATED}
    assert tables == spelled
    assert set(tables.values()) | {"paths"} == set(LintOptions._fields)
    assert list(Format) == list(FORMATS)
    assert list(FailOn) == list(LEVELS)


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ([], {}),
        (["a.yaml", "b c.yaml"], {"paths": (Path("a.yaml"), Path("b c.yaml"))}),
        (["--json", "-q", "--fix"], {"json": True, "quiet": True, "fix": True}),
        (["--select", "A,B", "--select=C"], {"select": ("A,B", "C")}),
        (["--format", "sarif"], {"output": "sarif"}),
        (["--format", "xml"], None),
        (["--fail-on=never"], None),
        (["-L", "a", "x"], {"library": (Path("a"),), "paths": (Path("x"),)}),
        (["--select"], None),
        (["--fix=1"], None),
        (["--help"], None),
        (["--", "-x"], None),
    ],
)
def test_quick_reader(words: list[str], values: dict[str, object] | None) -> None:
    assert quick_lint.read_options(words) == values


def test_it_loads_no_typer(tmp_path: Path) -> None:
    (tmp_path / "playbooks").mkdir()
    (tmp_path / "playbooks" / "example.yaml").write_text(
        filled("scope: default  # pbk: ignore[pbk201] a word\n"), encoding="utf-8"
    )
    code = (
        "import sys\nfrom pbk.cli.quick_lint import quick_lint\n"
        "status = quick_lint(['lint', '--select', 'PBK902', '--fail-on', 'info'])\n"
        "heavy = {'typer', 'jsonschema', 'git', 'litellm', 'pydantic', 'numpy'}\n"
        "print(*(heavy & set(sys.modules)), file=sys.stderr)\nsys.exit(status)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 1
    assert "PBK902" in done.stdout
    assert done.stderr.split() == []
