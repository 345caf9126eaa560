from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbk.store import yaml_source
from pbk.store.yaml_events import c_parser
from pbk.store.yaml_source import Pointer, YamlDocument, YamlProblem, read_yaml

PLAYBOOK = """\
# yaml-language-server: $schema=../schema/playbook.schema.json
name: cut-a-release  # kebab-case
goal: "Publish: a new version"
inputs:
  version: {description: which, pattern: '\\d+'}
preconditions:
  - git_clean: true
  - task_mentions: [release, it?, a:b]
steps:
- do: |
    run the tests
    twice

  check: {exit_code: 0}
- do: >-
    publish
    it
  check:
- check: ~
  do: 'it''s done'
provenance: {sources: [sha256:ab, sha256:cd], episodes: 5}
"""


def outcome(content: bytes, *, pure: bool) -> object:
    """Everything that a caller can see of one reading."""
    try:
        document = read_yaml(content, pure=pure)
    except YamlProblem as problem:
        return (problem.code, problem.message, problem.hint, problem.span)
    return (document.text, document.data, dict(document.keys), dict(document.values))


def both(content: bytes) -> YamlDocument:
    assert outcome(content, pure=False) == outcome(content, pure=True)
    return read_yaml(content)


def problem_of(content: bytes) -> YamlProblem:
    assert outcome(content, pure=False) == outcome(content, pure=True)
    with pytest.raises(YamlProblem) as caught:
        read_yaml(content)
    return caught.value


VALUES: list[tuple[str, Any]] = [
    *((word, word) for word in ("no", "on", "yes", "y", "off", "No", "ON")),
    *((text, text) for text in ("1:30", "2024-01-02", "2024-01-02T10:00:00Z", "0b11", "1_000", "0o8", "0xg", "+", ".")),
    *((text, None) for text in ("~", "null", "Null", "NULL", "", "# nothing")),
    *((text, True) for text in ("true", "True", "TRUE")),
    *((text, False) for text in ("false", "False", "FALSE")),
    ("0755", 755),
    ("0o17", 15),
    ("0x1F", 31),
    ("+1", 1),
    ("-7", -7),
    ("1e3", 1000.0),
    (".5", 0.5),
    ("1.", 1.0),
    ("9007199254740991", 2**53 - 1),
    ("'1'", "1"),
    ('"true"', "true"),
    ("foo #bar", "foo"),
    ("foo#bar", "foo#bar"),
    ("a b\n  c", "a b c"),
    ("|\n  a\n  b\n", "a\nb\n"),
    (">-\n  a\n  b\n", "a b"),
    ("|+\n  a\n\n", "a\n\n\n"),
    ("'it''s'", "it's"),
    (r'"\x41\u0042\n"', "AB\n"),
    ('"\\N"', "\x85"),
    ("x\x85y", "x\x85y"),
    ("x\u2028y\u2029z", "x\u2028y\u2029z"),
    ("x\x85'y", "x\x85'y"),
    ("[a:b, http://c, what?, '?']", ["a:b", "http://c", "what?", "?"]),
    ("{b: c, d}", {"b": "c", "d": None}),
    ('{"b":"c"}', {"b": "c"}),
    ("[b: c]", [{"b": "c"}]),
    ("'b\tc'", "b\tc"),
    ("|\n  b\n  \tc\n", "b\n\tc\n"),
    ("   # a comment\n        # and another\n  value", "value"),
    ("\n- b\n- c", ["b", "c"]),
    ("\n- b\n  - c", ["b - c"]),
]


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_a_value_means_what_yaml_1_2_says(text: str, value: object) -> None:
    data = both(f"a: {text}\n".encode()).data
    assert data == {"a": value}
    assert type(data["a"]) is type(value)


PROBLEMS: list[tuple[bytes, str, int, int]] = [
    (b"%YAML 1.1\n---\na: no\nb: 0755\nc: 1:30\n", "directive", 1, 1),
    (b"# c\n\n%TAG ! x\n---\na: 1\n", "directive", 3, 1),
    (b"a: 1\n%foo\n", "directive", 2, 1),
    (b"a: 1\na: 2\n", "duplicate-key", 2, 1),
    (b"key: x\nkey : y\n", "duplicate-key", 2, 1),
    (b'a: "1"\n"a": 2\n', "duplicate-key", 2, 1),
    (b"a: {b: 1, b: 2}\n", "duplicate-key", 1, 11),
    (b"1: a\ntrue: b\nnull: c\n", "key", 1, 1),
    (b"true: b\n", "key", 1, 1),
    (b"null: c\n", "key", 1, 1),
    (b"a: 1\n: c\n", "key", 2, 1),
    (b"? [a, b]\n: c\n", "key", 1, 3),
    (b"{a: b}: c\n", "key", 1, 1),
    (b"a: &x true\n", "anchor", 1, 4),
    (b"a: !foo bar\n", "tag", 1, 4),
    (b"a: !important\n", "tag", 1, 4),
    (b"a: ! b\n", "tag", 1, 4),
    (b'b: !!python/object/apply:os.system ["x"]\n', "tag", 1, 4),
    (b"a: &a [*a]\n", "anchor", 1, 4),
    (b"a: &a\n  b: *a\n", "anchor", 1, 4),
    (b"x: &x {a: 1}\ny:\n  <<: *x\n", "anchor", 1, 4),
    (b"y:\n  <<: {a: 1}\n", "merge", 2, 3),
    (b"a: *.py\n", "alias", 1, 4),
    (b"a: *b\n", "alias", 1, 4),
    (b"a: *\n", "quote", 1, 4),
    (b"a: @foo\n", "quote", 1, 4),
    (b"a: `foo`\n", "quote", 1, 4),
    (b"a: %foo\n", "quote", 1, 4),
    (b"a: {{ b }}\n", "quote", 1, 4),
    (b"a: >= 3\n", "quote", 1, 4),
    (b"do: run x: y\n", "colon", 1, 10),
    (b"a: b\n  c: d\n", "indentation", 2, 3),
    (b"a:\n  b: 1\n c: 2\n", "indentation", 3, 2),
    (b"a: b\n- c\n", "indentation", 2, 1),
    (b"a: |\n    \n  b\n", "indentation", 3, 3),
    (b"a: b\t# c\n", "tab", 1, 5),
    (b"a:\tb\n", "tab", 1, 3),
    (b"a: b\tc\n", "tab", 1, 5),
    (b"a: b\n  \t\nc: d\n", "tab", 2, 3),
    (b"a:\n- do: x   \t\n", "tab", 2, 11),
    (b"a:\n\tb: c\n", "tab", 2, 1),
    (b"a:\n  - b\n\t- c\n", "tab", 3, 1),
    (b"a: 1\n \tb: 2\n", "tab", 2, 2),
    (b"a: \x00\n", "control-character", 1, 4),
    (b"a: \x07\n", "control-character", 1, 4),
    (b"a: \xc2\x80\n", "control-character", 1, 4),
    (b"a: b\xef\xbb\xbfc\n", "control-character", 1, 5),
    (b'a: "\\0"\n', "control-character", 1, 4),
    (b'a: "\\e[31m"\n', "control-character", 1, 4),
    ("a: 1\nb: caf\xe9\n".encode("latin-1"), "encoding", 2, 7),
    ("a: b\n".encode("utf-16-le"), "encoding", 1, 1),
    ("a: b\n".encode("utf-16"), "encoding", 1, 1),
    ("a: b\n".encode("utf-32"), "encoding", 1, 1),
    (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", "encoding", 1, 1),
    (b'a: "\\ud800"\n', "surrogate", 1, 4),
    (b'a: "\\ud83d\\ude00"\n', "surrogate", 1, 4),
    (b"a: " + b"1" * 5000 + b"\n", "number", 1, 4),
    (b"a: 9007199254740992\n", "number", 1, 4),
    (b"a: .nan\n", "number", 1, 4),
    (b"a: -.inf\n", "number", 1, 4),
    (b"a: 1e999\n", "number", 1, 4),
    (b"a: " + b"[" * 3000 + b"]" * 3000, "too-deep", 1, 51),
    (b"".join(b" " * depth + b"a:\n" for depth in range(200)), "too-deep", 49, 49),
    (b"a: [" + b"b," * 6000 + b"]\n", "too-large", 1, 9999),
    (b"a: " + b"x" * 10_000_000, "too-large", 1, 1),
    (b"a: 1\n---\nb: 2\n", "several-documents", 2, 1),
    (b"a: 1\n...\nb: 2\n", "several-documents", 3, 1),
    (b"", "empty", 1, 1),
    (b"# only a comment\n", "empty", 1, 1),
    (b"---\n", "empty", 1, 4),
    (b"\xef\xbb\xbf", "empty", 1, 1),
    (b"- a\n", "not-a-mapping", 1, 1),
    (b"a\n", "not-a-mapping", 1, 1),
    (b"3\n", "not-a-mapping", 1, 1),
    (b"<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> topic\n", "merge-conflict", 1, 1),
    (b"a: |\n  b\n>>>>>>> topic\n", "merge-conflict", 3, 1),
    (b"a: 'b\n", "unclosed", 1, 4),
    (b"a: [b\nc: d\n", "unclosed", 1, 4),
    (b"a: {\n", "unclosed", 1, 4),
    (b'a: "\\d"\n', "escape", 1, 5),
    (b'a: "b" c\n', "trailing", 1, 8),
    (b"a: - b\n", "dash", 1, 4),
    (b"a: b\nc\nd: e\n", "no-colon", 2, 1),
    (b"a: [b,,c]\n", "quote", 1, 7),
    (b"a: {b: 'c' d: e}\n", "flow", 1, 12),
    ("é: 1\r\nü: *b\r\n".encode(), "alias", 2, 4),
    (b"\xef\xbb\xbfa: *b\n", "alias", 1, 4),
    ("x: a\x85b\u2028c\ny: *b\n".encode(), "alias", 2, 4),
    (b"a: 1\rb: *c\r", "alias", 2, 4),
    (
        b"a: &a [x,x,x,x,x,x,x,x,x]\n"
        + b"".join(b"%c: &%c [*%c,*%c]\n" % (n + 1, n + 1, n, n) for n in range(97, 104)),
        "anchor",
        1,
        4,
    ),
]


@pytest.mark.parametrize(("content", "code", "line", "column"), PROBLEMS)
def test_a_trap_gets_one_positioned_error(content: bytes, code: str, line: int, column: int) -> None:
    problem = problem_of(content)
    assert (problem.code, problem.span.line, problem.span.column) == (code, line, column)
    assert problem.message
    assert "\n" not in str(problem)
    assert len(problem.message) <= 400


def slices(document: YamlDocument) -> dict[Pointer, str]:
    return {pointer: document.text[span.start : span.end] for pointer, span in document.values.items()}


@pytest.mark.parametrize("change", [str, lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text])
def test_every_key_and_value_has_its_exact_span(change: Callable[[str], str]) -> None:
    document = both(change(PLAYBOOK).encode())
    assert document.text == change(PLAYBOOK)
    found = {pointer: text.replace("\r\n", "\n") for pointer, text in slices(document).items()}
    assert found[("name",)] == "cut-a-release"
    assert found[("goal",)] == '"Publish: a new version"'
    assert found["inputs", "version"] == "{description: which, pattern: '\\d+'}"
    assert found[("preconditions",)] == "- git_clean: true\n  - task_mentions: [release, it?, a:b]"
    assert found["preconditions", 0] == "git_clean: true"
    assert found["preconditions", 1, "task_mentions", 2] == "a:b"
    assert found["steps", 0, "do"] == "|\n    run the tests\n    twice"
    assert found["steps", 0].endswith("check: {exit_code: 0}")
    assert found["steps", 1, "check"] == ""
    assert document.values["steps", 1, "check"].column == 9
    assert found["steps", 2, "do"] == "'it''s done'"
    assert found[()].startswith("name:")
    assert found[()].endswith("episodes: 5}")
    keys = {pointer: document.text[span.start : span.end] for pointer, span in document.keys.items()}
    assert all(key == pointer[-1] for pointer, key in keys.items())
    name = document.keys[("name",)]
    assert (name.line, name.column, name.end_line, name.end_column) == (2, 1, 2, 5)
    assert document.values[("provenance",)].line == 21


def test_block_scalars_end_where_their_text_ends() -> None:
    text = "a: |+\n  x  \n\n\n# c\nb: >\n\nc: |\n  y\n"
    found = slices(both(text.encode()))
    assert found[("a",)] == "|+\n  x  "
    assert found[("b",)] == ">"
    assert found[("c",)] == "|\n  y"


def test_missing_values_stand_after_what_announces_them() -> None:
    text = "a:   # c\n\nb:\n-\n- # d\n- x\nc: {d: , e}\n"
    document = both(text.encode())
    starts = {pointer: document.values[pointer].start for pointer, cut in slices(document).items() if not cut}
    expected = {("a",): "a:", ("b", 0): "b:\n-", ("b", 1): "b:\n-\n-", ("c", "d"): "{d:", ("c", "e"): "e"}
    assert starts == {pointer: text.index(before) + len(before) for pointer, before in expected.items()}


def test_a_problem_without_the_c_parser_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = outcome(PLAYBOOK.encode(), pure=False)
    monkeypatch.setattr(yaml_source, "c_parser", lambda: None)
    assert outcome(PLAYBOOK.encode(), pure=False) == fast


@pytest.mark.skipif(c_parser() is None, reason="no C parser here")
def test_an_ordinary_playbook_needs_the_c_parser_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_source, "pure_parser", lambda: pytest.fail("read twice"))
    assert read_yaml(PLAYBOOK.encode()).data["provenance"] == {"sources": ["sha256:ab", "sha256:cd"], "episodes": 5}


HOSTILE = [
    b"a: " + b"a " * 131_000 + b"\t# b\n",
    b'a: "' + b"\n" * 262_000,
    b"a: [" + b'"b", ' * 2000 + b"c " * 100_000,
    b"a: [" + b"[" * 262_000,
    b"\r" * 262_000,
    b"\r\n" * 131_000,
    b"a: " + b"> " * 131_000,
    b"a: !" + b"a%20" * 65_000,
    b"? " * 131_000,
    b"- " * 131_000,
    b"#\n" * 131_000,
    b"<" * 262_000,
]


@pytest.mark.parametrize("content", HOSTILE, ids=lambda content: repr(content[:8]))
def test_no_file_takes_long(content: bytes) -> None:
    started = time.process_time()
    outcome(content, pure=False)
    assert time.process_time() - started < 2


PIECES = ["c: ", "- ", ": ", ", ", "# c", "? ", "\n  ", "\n    ", "\n- ", "|\n", ">+\n", "---\n", "...\n", "\r\n", "<<"]
WHOLES = ["1", "1.5", ".nan", "1e9", "null", "it?", "a:b", '"k":', "{{ v }}", "''"]
SIGNS = "ab?!&*%@`~#:|[]{} \t\r\n\\'\"é😀\u2028\x85\ufeff\x0b"
FRAGMENTS = st.sampled_from([*SIGNS, *PIECES, *WHOLES])


@settings(max_examples=200, deadline=None)
@given(st.lists(FRAGMENTS, max_size=14).map(lambda parts: ("k: " + "".join(parts)).encode()))
def test_both_parsers_agree_on_anything(content: bytes) -> None:
    assert outcome(content, pure=False) == outcome(content, pure=True)


@settings(max_examples=75, deadline=None)
@given(st.integers(0, len(PLAYBOOK)), st.integers(0, 12), st.lists(FRAGMENTS, max_size=2).map("".join))
def test_both_parsers_agree_on_damaged_playbooks(at: int, lost: int, put: str) -> None:
    content = (PLAYBOOK[:at] + put + PLAYBOOK[at + lost :]).encode()
    assert outcome(content, pure=False) == outcome(content, pure=True)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_document_or_a_problem(content: bytes) -> None:
    outcome(content, pure=False)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(st.characters(exclude_categories=["C"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc:# -'", max_size=5), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.text("ab", min_size=1), JSON, min_size=1, max_size=4))
def test_json_reads_as_itself_with_spans_inside_the_text(data: dict[str, object]) -> None:
    document = read_yaml(json.dumps(data, ensure_ascii=False).encode())
    assert document.data == data
    for spans in (document.keys, document.values):
        for span in spans.values():
            assert 0 <= span.start <= span.end <= len(document.text)
            assert (span.line, span.column) <= (span.end_line, span.end_column)


WORDS = st.from_regex(
    re.compile(r"[a-zA-Z_/é][a-zA-Z0-9_./é -]{0,20}[a-zA-Z0-9é]|[0-9]{1,9}|[0-9]\.[0-9]{1,5}"), fullmatch=True
)


@settings(max_examples=100, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=6))
def test_the_slice_of_a_plain_value_reads_as_that_value(words: list[str]) -> None:
    document = read_yaml(("a:\n" + "".join(f"  - {word}   # c\n" for word in words)).encode())
    for index in range(len(words)):
        span = document.values["a", index]
        again = read_yaml(f"b: {document.text[span.start : span.end]}\n".encode())
        assert again.data["b"] == document.data["a"][index]  # type: ignore[index]  # it is a list
