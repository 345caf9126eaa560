"""Texts that other parsers fell over, if they lie beside the project: no traceback, no hang, always a place."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbk.lint.diagnostic import MESSAGE_LIMIT
from pbk.lint.inspection import inspected
from pbk.store.yaml_source import YamlProblem, read_yaml
from pbk.store.yaml_text import shown_text
from support.command import runner
from support.libraries import playbook_text

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "torture"
SUITE = FOLDER / "yaml_test_suite.jsonl"
NAUGHTY = FOLDER / "blns.json"
LONGEST = 2.0  # seconds
# Not YAML, yet nobody could read them in two ways: texts and lists that go on at the margin or after a tab, and a
# comment right behind a quote.
LENIENT = {"9C9N-0", "DK95-1", "QB6E-0", "SU5Z-0"}
LINE_BREAK = re.compile(r"\r\n|\n|\r")

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="shared/data/torture is not here")


def suite_cases() -> Iterator[tuple[str, bytes, bool]]:
    """Yield each case of the suite: its name, the YAML text, whether it must be refused."""
    if not SUITE.is_file():
        return
    from ruamel.yaml import YAML  # noqa: PLC0415 - only where the cases are here

    for line in SUITE.read_text(encoding="utf-8").split("\n"):
        if not line:
            continue
        stored = json.loads(line)
        cases: list[dict[str, Any]] = YAML(typ="safe").load(stored["source"])
        text = ""
        for number, case in enumerate(cases):
            text = case.get("yaml", text)
            name = f"{Path(stored['file']).stem}-{number}"
            yield name, spelled(text), bool(case.get("fail")) and name not in LENIENT


def spelled(text: str) -> bytes:
    """Return a text of the suite with its marks turned into the characters that they stand for."""
    text = text.replace("␣", " ").replace("←", "\r").replace("⇔", "\ufeff").replace("↵", "")
    return re.sub("—*»", "\t", text).replace("∎\n", "").encode("utf-8", "surrogatepass")


def naughty_texts() -> list[str]:
    return json.loads(NAUGHTY.read_text(encoding="utf-8")) if NAUGHTY.is_file() else []


def look_at(path: str, content: bytes) -> None:
    """Inspect a file with every rule, and hold the promises that every finding makes."""
    started = time.perf_counter()
    found = inspected(path, content)
    assert time.perf_counter() - started < LONGEST
    assert found.crashes == ()
    lines = LINE_BREAK.split(shown_text(content))
    for rule, finding in found.findings:
        span = finding.span
        assert 1 <= span.line <= len(lines), rule
        assert 1 <= span.column <= len(lines[span.line - 1]) + 2, rule  # a byte order mark counts, and the line's end
        assert (span.line, span.column) <= (span.end_line, span.end_column), rule
        assert finding.message, rule
        assert len(finding.message) <= MESSAGE_LIMIT, rule
        assert "\n" not in finding.message, rule


@pytest.mark.parametrize(("content", "fails"), [pytest.param(*case[1:], id=case[0]) for case in suite_cases()])
def test_yaml_test_suite(content: bytes, fails: bool) -> None:  # noqa: FBT001 - a parameter of a table
    look_at("playbooks/case.yaml", content)
    if fails:
        with pytest.raises(YamlProblem):
            read_yaml(content)


@pytest.mark.parametrize("text", naughty_texts(), ids=lambda text: ascii(text)[1:30])
def test_naughty_texts(text: str) -> None:
    steps = [{"do": text, "check": text}, {"do": "look", "run": [text], "check": {"output_matches": text}}]
    conditions = [text, {"task_mentions": [text]}, {"file_contains": {"path": text, "pattern": text}}]
    document = playbook_text(
        "case", text, preconditions=conditions, examples={"match": [text], "no_match": [text]}, steps=steps
    )
    look_at("playbooks/case.yaml", document.encode())
    look_at("playbooks/case.yaml", f"name: case\ngoal: {text}\n{text}: {text}\n".encode("utf-8", "surrogatepass"))


def test_the_command_ends_with_0_or_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = runner(capsys, monkeypatch)
    for name, content, _ in suite_cases():
        path = tmp_path / "playbooks" / f"{name.lower()}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    lines = [text.encode("utf-8", "surrogatepass") for text in naughty_texts()]
    (tmp_path / "trust-ledger.jsonl").write_bytes(b"\n".join(lines))
    ran = run("lint", "--json", cwd=tmp_path)
    assert ran.status in {0, 1}
    assert all(one["line"] >= 1 and one["column"] >= 1 for one in ran.json["diagnostics"])
    for output in ("concise", "github", "sarif", "gitlab", "markdown", "text"):
        assert run("lint", "--format", output).status in {0, 1}
