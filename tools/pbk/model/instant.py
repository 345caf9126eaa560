"""Instants: whole microseconds since 1970-01-01T00:00:00Z, written as RFC 3339 in UTC with 0 or 6 decimals."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

SECOND = 1_000_000
MINUTE = 60 * SECOND
DAY = 86_400 * SECOND

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SHAPE = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{6}))?Z", re.ASCII)


def parse_instant(text: str) -> int:
    """Return the instant that `text` names, in microseconds since the epoch.

    Accepted is exactly what the ledger stores: `2026-12-01T10:00:00Z` and `2026-12-01T10:00:00.000001Z`.
    Raises `ValueError` for anything else, a leap second or a day that does not exist included.
    """
    found = _SHAPE.fullmatch(text)
    if found is None:
        raise ValueError(f"not an RFC 3339 time in UTC with 0 or 6 decimals: {text[:40]!r}")
    year, month, day, hour, minute, second = (int(part) for part in found.groups()[:6])
    moment = datetime(year, month, day, hour, minute, second, int(found[7] or 0), tzinfo=UTC)
    return (moment - _EPOCH) // timedelta(microseconds=1)


def format_instant(instant: int) -> str:
    """Return `instant` (microseconds since the epoch) as RFC 3339 in UTC, always with six decimals."""
    return (_EPOCH + timedelta(microseconds=instant)).strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")


def from_seconds(seconds: float) -> int:
    """Return the instant of a Unix time in seconds."""
    return round(seconds * SECOND)


def to_seconds(instant: int) -> float:
    """Return an instant as a Unix time in seconds."""
    return instant / SECOND


def day_of(instant: int) -> str:
    """Return the UTC day of an instant as `YYYY-MM-DD`."""
    return format_instant(instant)[:10]
