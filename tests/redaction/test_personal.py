from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbk.redaction.personal import find_email_addresses, find_home_paths


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cd /home/jdoe/x", ["/home/jdoe"]),
        ("/Users/ann/ and /home/bob", ["/Users/ann", "/home/bob"]),
        ("C:\\Users\\Ann\\x", ["C:\\Users\\Ann"]),
        ("C:\\\\Users\\\\Ann", ["C:\\\\Users\\\\Ann"]),
        ("file:///home/jo/x", ["/home/jo"]),
        ("PATH=/usr/bin:/home/jo/bin", ["/home/jo"]),
        ("/home/runner/work /home/vagrant /Users/Shared", []),
        ("https://example.org/home/jo", []),
        ("$ROOT/home/jo src/home/index.ts ../home/x", []),
        ("/home/{{ user }} /home/$USER /home/<name> /home/", []),
        ("~/x $HOME/x", []),
    ],
)
def test_home_paths(text: str, found: list[str]) -> None:
    assert [text[item.start : item.end] for item in find_home_paths(text)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("write to jo.doe@acme.io now", ["jo.doe@acme.io"]),
        ("<ann@acme.co.uk>, bob+x@acme.io.", ["ann@acme.co.uk", "bob+x@acme.io"]),
        ("git@github.com:o/r deploy@web.acme.io:/srv", []),
        ("ssh://jo@web.acme.io/x https://jo@acme.io/x", []),
        ("ssh -p 22 deploy@web.acme.io", []),
        ("pip install x@1.2.3 uses: a/b@v4.1 docker@sha256:abc", []),
        ("a@example.org b@example.com c@host.test d@localhost e@sub.example.net", []),
        ("$USER@acme.io {{ user }}@acme.io ${U}@acme.io", []),
        ("security@pypi.org noreply@acme.io 1+x@users.noreply.github.com", []),
        ("@acme.io a@b @", []),
    ],
)
def test_email_addresses(text: str, found: list[str]) -> None:
    assert [text[item.start : item.end] for item in find_email_addresses(text)] == found


@pytest.mark.parametrize("unit", ["a@", "a@b.", "/home/", "a", "@", "C:\\Users\\", "ssh a@b.io "])
def test_time_is_bounded_on_the_largest_file(unit: str) -> None:
    text = unit * (256 * 1024 // len(unit))
    started = time.process_time()
    list(find_home_paths(text))
    list(find_email_addresses(text))
    assert time.process_time() - started < 2.0


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.one_of(st.sampled_from(["jo@acme.io", "/home/jo", "@", "ssh ", "://", "."]), st.text(max_size=9))).map(
        "".join
    )
)
def test_any_text(text: str) -> None:
    for find in (find_home_paths, find_email_addresses):
        found = list(find(text))
        assert all(0 <= item.start < item.end <= len(text) for item in found)
        assert all(one.end <= two.start for one, two in pairwise(found))
