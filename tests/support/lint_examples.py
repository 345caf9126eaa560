"""Examples of rules as files: a fragment becomes a playbook, a text with `# file:` lines several files."""

from __future__ import annotations

import re
from pathlib import Path

HEAD = "# yaml-language-server: $schema=../schema/playbook.schema.json\n"
REST = {
    "name": "name: example\n",
    "goal": "goal: Publish a new version to PyPI\n",
    "preconditions": "preconditions:\n  - task_mentions: [publish, release]\n  - git_clean: true\n",
    "anti_preconditions": "anti_preconditions:\n  - file_exists: 'packages/*/pyproject.toml'\n",
    "steps": (
        "steps:\n"
        "  - do: run the full test suite\n"
        "    run: [pytest, -q]\n"
        "    check: {exit_code: 0}\n"
        "    on_fail: stop and report; never release on red\n"
        "  - do: decide whether the change log needs a note about a migration\n"
        "    check: null\n"
        "  - do: build the distributions\n"
        "    run: [python, -m, build]\n"
        "    check: {file_exists: ['dist/*.whl', 'dist/*.tar.gz']}\n"
        "    on_fail: mend the build before anything is uploaded\n"
        "  - do: upload the distributions with the maintainer's token\n"
        "    check: the new version is listed on the index\n"
        "    on_fail: look at what the index answered; a version can be uploaded only once\n"
    ),
    "examples": (
        "examples:\n"
        "  match: [publish the next version to PyPI, release version 1.4]\n"
        "  no_match: [yank the broken release]\n"
    ),
    "created_at": "created_at: 2026-12-01\n",
}
EXAMPLE = "playbooks/example.yaml"
_FILE = re.compile(r"^# (file|link): (\S+)(?: -> (\S+))?\n", re.MULTILINE)
_KEY = re.compile(r"^([A-Za-z_][\w-]*):", re.MULTILINE)
_NAME = re.compile(r"^name: *(\S+)", re.MULTILINE)


def example_files(example: str) -> dict[str, str]:
    """Return the files of an example by their path; a link is the text `-> where it leads`."""
    marks = list(_FILE.finditer(example))
    if not marks:
        text = filled(example)
        name = _NAME.search(text)
        return {f"playbooks/{name[1] if name else 'example'}.yaml": text}
    ends = [mark.start() for mark in marks[1:]] + [len(example)]
    return {
        mark[2]: f"-> {mark[3]}" if mark[1] == "link" else example[mark.end() : end]
        for mark, end in zip(marks, ends, strict=True)
    }


def filled(fragment: str) -> str:
    """Return the playbook of a fragment: the top-level keys it lacks are added. A whole file stays as it is."""
    if fragment.startswith(("name:", "#", "\ufeff", "%", "---")):
        return fragment
    present = set(_KEY.findall(fragment))
    before = [text for key, text in REST.items() if key in {"name", "goal"} and key not in present]
    after = [text for key, text in REST.items() if key not in {"name", "goal"} and key not in present]
    body = fragment if not fragment or fragment.endswith("\n") else f"{fragment}\n"
    return "".join([HEAD, *before, body, *after])


def write_example(root: Path, example: str) -> list[Path]:
    """Write the files of an example into the library at `root` and return their paths."""
    (root / "playbooks").mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, text in example_files(example).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text.startswith("-> "):
            path.symlink_to(text.removeprefix("-> "))
        else:
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
        written.append(path)
    return written


def multiple(content: bytes) -> bool:
    """Return whether the content of a case is several files."""
    return content.startswith((b"# file: ", b"# link: "))


def write_files(root: Path, content: bytes, name: str) -> None:
    """Write a case, one file called `name` or several, into the library at `root`."""
    if multiple(content):
        write_example(root, content.decode())
    else:
        (root / "playbooks").mkdir(exist_ok=True)
        (root / "playbooks" / name).write_bytes(content)
