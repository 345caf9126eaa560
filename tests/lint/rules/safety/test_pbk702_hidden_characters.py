from __future__ import annotations

import pytest

from pbk.lint.document import LintDocument
from pbk.lint.rules.safety.pbk702_hidden_characters import RULE

HIDDEN = [
    "a\u200bb",
    "a\u202eb",
    "a\u2066b",
    "a\u00adb",
    "a\u200db",
    "a\u3164b",
    "a\u2028b",
    "a\U000e0041b",
    "a\ufe0f\U000e0101b",
]
SHOWN = [
    "naïve café",
    "\u0645\u06cc\u200c\u062e\u0648",
    "क्\u200dष",
    "👨\u200d👩\u200d👧",
    "❤\ufe0f",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "葛\U000e0100",
    "日本語 и русский",
    "a\u00a0b",
]


def findings(content: str) -> list[tuple[int, int, str]]:
    assert RULE.check is not None
    document = LintDocument("playbooks/example.yaml", content.encode())
    assert document.yaml is not None
    return [(item.span.line, item.span.column, item.message) for item in RULE.check(document)]


@pytest.mark.parametrize("text", HIDDEN, ids=ascii)
def test_found_in_values_keys_and_comments(text: str) -> None:
    assert [item[0] for item in findings(f"goal: {text}\n")] == [1]
    assert [item[0] for item in findings(f"goal: x\nx-{text}: 1\n")] == [2]
    assert [item[0] for item in findings(f"goal: x\n\n# {text}\n")] == [3]


@pytest.mark.parametrize("text", SHOWN, ids=ascii)
def test_not_found(text: str) -> None:
    assert findings(f"goal: {text}\nx-{text}: 1 # {text}\n") == []


@pytest.mark.parametrize("text", [r"a\u200bb", r"a\u202eb", r"a\xADb", r"a\U000e0041b"])
def test_found_behind_an_escape(text: str) -> None:
    assert findings(f'goal: "{text}"\n')[0][:2] == (1, 7)
    assert findings(f'x-note: {{"{text}": 1}}\n')[0][0] == 1


def test_byte_order_mark_at_the_start_is_none_and_offsets_count_it() -> None:
    content = "\ufeffgoal: a\u200bb\n"
    assert RULE.check is not None
    (found,) = RULE.check(LintDocument("playbooks/example.yaml", content.encode()))
    assert (found.span.line, found.span.column) == (1, 8)
    assert found.fix is not None
    (edit,) = found.fix.edits
    assert content[edit.start : edit.end] == "\u200b"
    assert not found.fix.safe


def test_the_fix_of_a_line_separator_leaves_a_blank() -> None:
    assert RULE.check is not None
    (found,) = RULE.check(LintDocument("playbooks/example.yaml", "goal: a\u2028b\n".encode()))
    assert found.fix is not None
    assert found.fix.edits[0].text == " "
