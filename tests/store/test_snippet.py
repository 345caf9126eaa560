from __future__ import annotations

from pbk.store.snippet import WIDTH, snippet


def test_the_caret_stands_under_the_place() -> None:
    assert snippet("a: 1\nbcd: 2\n", 2, 2, 2, 4) == "2 | bcd: 2\n  |  ^^"


def test_of_several_lines_the_first_is_shown() -> None:
    assert snippet("a:\n  - b\n  - c  \n", 2, 3, 3, 6) == "2 |   - b\n  |   ^^^"


def test_only_the_line_breaks_of_yaml_count() -> None:
    assert snippet("a\x85b\u2028c\r\nd\re\n", 2, 1, 2, 2) == "2 | d\n  | ^"
    assert snippet("a\x85b\u2028c\r\nd\re\n", 3, 1, 3, 2) == "3 | e\n  | ^"
    assert snippet("a\x85b\u2028c\n", 1, 5, 1, 6) == "1 | a\ufffdb\ufffdc\n  |     ^"


def test_wide_characters_and_tabs_keep_the_caret_in_its_column() -> None:
    assert snippet("\t新: x", 1, 4, 1, 5) == "1 |  新: x\n  |     ^"
    assert snippet("e\u0301: x", 1, 5, 1, 6) == "1 | e\u0301: x\n  |    ^"


def test_a_long_line_is_cut_around_the_place() -> None:
    line, caret = snippet("x" * 500 + "HERE" + "y" * 500, 1, 501, 1, 505).split("\n")
    assert len(line) <= WIDTH + len("1 | ")
    assert line[caret.index("^") : caret.index("^") + 4] == "HERE"


def test_terminal_escapes_are_not_passed_on() -> None:
    assert "\x1b" not in snippet("a: \x1b[31m", 1, 4, 1, 5)


def test_nothing_to_show_is_no_snippet() -> None:
    assert snippet("", 1, 1, 1, 1) == ""
    assert snippet("a\n\nb", 2, 1, 2, 1) == ""
    assert snippet("a", 7, 1, 7, 2) == ""
    assert snippet("\x89PNG\x00", 1, 1, 1, 2) == ""


def test_a_byte_order_mark_is_not_shown() -> None:
    assert snippet("\ufeffab: c", 1, 1, 1, 3) == "1 | ab: c\n  | ^^"
