from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.model.instant import format_instant, parse_instant
from pbk.store.ledger.times import WIDTH, Days, instants

MOMENTS = st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999_999))  # noqa: DTZ001
SAME_DAY = st.datetimes(datetime(2026, 12, 1), datetime(2026, 12, 1, 23, 59, 59, 999_999))  # noqa: DTZ001


def text_of(moment: datetime) -> bytes:
    return format_instant(round(moment.replace(tzinfo=UTC).timestamp()) * 1_000_000 + moment.microsecond)[:-1].encode()


def read(texts: list[bytes]) -> list[int] | None:
    try:
        return list(instants(texts, Days()))
    except ValueError:
        return None


def one_by_one(texts: list[bytes]) -> list[int] | None:
    try:
        return [parse_instant(text.decode() + "Z") for text in texts]
    except ValueError:
        return None


@given(st.one_of(st.lists(MOMENTS, min_size=1, max_size=20), st.lists(SAME_DAY, min_size=1, max_size=20)))
def test_times_of_many_are_the_times_of_each(moments: list[datetime]) -> None:
    texts = [text_of(moment) for moment in moments]
    assert read(texts) == one_by_one(texts)
    assert read(texts) is not None


@given(
    st.lists(SAME_DAY, min_size=1, max_size=5),
    st.integers(0, 4),
    st.integers(0, WIDTH - 1),
    st.integers(0, 127).map(lambda code: bytes([code])),
)
def test_spoiled_times_are_refused_as_each_would_be(moments: list[datetime], which: int, at: int, byte: bytes) -> None:
    texts = [text_of(moment) for moment in moments]
    which %= len(texts)
    texts[which] = texts[which][:at] + byte + texts[which][at + 1 :]
    assert read(texts) == one_by_one(texts)


@pytest.mark.parametrize(
    "text",
    [
        b"2026-12-01T24:00:00.000000",
        b"2026-12-01T23:60:00.000000",
        b"2026-12-01T23:59:60.000000",
        b"2026-12-01T99:99:99.000000",
        b"2026-02-29T00:00:00.000000",
        b"0000-01-01T00:00:00.000000",
        b"2026-12-01T00:00:00.00000\x00",
    ],
)
def test_times_that_do_not_exist_are_refused_among_good_ones(text: bytes) -> None:
    good = b"2026-12-01T23:59:59.999999"
    assert read([good, text, good]) is None
    assert read([good, good]) == [1_796_169_599_999_999] * 2
