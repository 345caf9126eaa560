from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbk.model.instant import DAY, SECOND, day_of, format_instant, from_seconds, parse_instant, to_seconds

INSTANTS = st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999_999), timezones=st.just(UTC))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00.000001Z", 1),
        ("1969-12-31T23:59:59.999999Z", -1),
        ("2026-12-01T10:00:00Z", 1_796_119_200 * SECOND),
        ("2024-02-29T00:00:00Z", 1_709_164_800 * SECOND),
    ],
)
def test_texts_and_instants(text: str, instant: int) -> None:
    assert parse_instant(text) == instant
    assert parse_instant(format_instant(instant)) == instant


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-12-01",
        "2026-12-01T10:00:00",
        "2026-12-01 10:00:00Z",
        "2026-12-01T10:00:00z",
        "2026-12-01T10:00:00+00:00",
        "2026-12-01T10:00:00.1Z",
        "2026-12-01T10:00:00.0000001Z",
        "2026-12-01T10:00:60Z",
        "2026-12-01T24:00:00Z",
        "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "2026-12-01T10:00:00Z\n",
        " 2026-12-01T10:00:00Z",
        "٢٠٢٦-12-01T10:00:00Z",
    ],
)
def test_all_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_instant(text)


@given(INSTANTS)
def test_every_instant_is_written_in_27_characters_and_read_back(moment: datetime) -> None:
    instant = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    text = format_instant(instant)
    assert len(text) == 27
    assert parse_instant(text) == instant
    assert day_of(instant) == text[:10]


@given(INSTANTS, INSTANTS)
def test_written_instants_sort_as_instants(one: datetime, other: datetime) -> None:
    instants = sorted(
        (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1) for moment in (one, other)
    )
    assert format_instant(instants[0]) <= format_instant(instants[1])


def test_seconds() -> None:
    assert from_seconds(1.5) == 1_500_000
    assert to_seconds(1_500_000) == 1.5
    assert DAY == 86_400_000_000
