"""`pbk lint` beside check-jsonschema and yamllint on the same 1,000 playbooks, and as a pre-commit hook on one of them.

Run `python bench/lint.py` (`--json` for machines, `--files` for another size). Runs take turns, so that a busy machine
slows all sides alike. A tool that is not installed is left out by name.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from load import playbook
from measuring import command, medians, report, seconds

EMPTY_TYPER = "import typer\napp = typer.Typer()\n\n\n@app.command()\ndef nothing() -> None:\n    pass\n\n\napp()\n"
RELAXED = "{extends: default, rules: {line-length: disable, document-start: disable}}"
CACHE = Path(".pbk") / "lint-cache.json"
FASTER_THAN_CHECK_JSONSCHEMA = 3.0
UNCHANGED_AT_MOST = 0.1
HOOK_AT_MOST = 3.0


def library(root: Path, files: int) -> list[Path]:
    """Make a library of `files` playbooks and return their paths from its root."""
    folder = root / "playbooks"
    folder.mkdir(parents=True)
    (root / ".gitignore").write_text(".pbk/\n", encoding="utf-8")
    paths: list[Path] = []
    for number in range(files):
        path = folder / f"playbook-{number}.yaml"
        path.write_bytes(playbook(number))
        paths.append(path.relative_to(root))
    return paths


def tool(name: str) -> str | None:
    """Return where a tool is: beside this interpreter, or on PATH."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def main() -> None:
    """Measure and print; `--quick` takes few rounds and files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--files", type=int, default=1000)
    options = parser.parse_args()
    files = 100 if options.quick else options.files
    with tempfile.TemporaryDirectory() as folder:
        # Compiled code lies where this benchmark looks for it, whatever the environment says, for all tools alike.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "compiled")
        figures = measured(Path(folder) / "library", files, rounds=1 if options.quick else 3)
    report(f"lint, {files} playbooks", figures, as_json=options.json)


def measured(root: Path, files: int, *, rounds: int) -> dict[str, float | str]:
    """Return the figures of a library of `files` playbooks made at `root`."""
    names = [str(path) for path in library(root, files)]
    schema = Path(__file__).resolve().parent.parent / "schema" / "playbook.schema.json"
    lint = command("lint", "--format", "json", "--fail-on", "error")

    def cold() -> float:
        (root / CACHE).unlink(missing_ok=True)
        return seconds(lint, cwd=root, expect=None)

    def hook() -> float:
        path = root / names[0]
        path.write_bytes(path.read_bytes() + b"# changed\n")
        return seconds((*lint, names[0]), cwd=root, expect=None)

    figures: dict[str, float | str] = {}
    others = {
        "check-jsonschema": ("--schemafile", str(schema), *names),
        "yamllint": ("-d", RELAXED, "playbooks"),
    }
    runs = {"pbk lint, cold": cold}
    for name, arguments in others.items():
        path = tool(name)
        if path is None:
            figures[name] = "not installed"
        else:
            runs[name] = lambda argv=(path, *arguments): seconds(argv, cwd=root, expect=None)
    took = medians(runs, rounds=rounds)
    took |= medians(
        {
            "pbk lint, unchanged": lambda: seconds(lint, cwd=root, expect=None),
            "an empty typer app": lambda: seconds((sys.executable, "-c", EMPTY_TYPER), cwd=root),
        },
        rounds=7,
    )
    took |= medians({"pbk lint, one changed file named": hook}, rounds=7)
    figures |= {f"{name} [s]": value for name, value in took.items()}
    cold_took = took["pbk lint, cold"]
    for name in others:
        if name in took:
            figures[f"{name} / pbk lint cold [x]"] = took[name] / cold_took
    figures["target for check-jsonschema [x]"] = FASTER_THAN_CHECK_JSONSCHEMA
    figures["target for yamllint [x]"] = 1.0
    figures["unchanged / cold [x]"] = took["pbk lint, unchanged"] / cold_took
    figures["target for unchanged, at most [x]"] = UNCHANGED_AT_MOST
    figures["hook / empty typer app [x]"] = took["pbk lint, one changed file named"] / took["an empty typer app"]
    figures["target for the hook, at most [x]"] = HOOK_AT_MOST
    return figures


if __name__ == "__main__":
    main()
