"""Canonical JSON: the one spelling of a value, which ids and revisions are hashes of."""

from __future__ import annotations

import json
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


def canonical_json(value: object) -> str:
    """Return `value` as JSON with sorted keys, no spaces and no escapes beyond the needed ones.

    Raises `ValueError` for a float that JSON cannot say (NaN, infinities) and `TypeError` for a type that it lacks.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: object, length: int) -> str:
    """Return the first `length` hex digits of the SHA-256 of the canonical JSON of `value`, in UTF-8.

    A text that holds a lone surrogate has no UTF-8 form: `UnicodeEncodeError` (a `ValueError`).
    """
    import hashlib  # noqa: PLC0415 - loading OpenSSL takes longer than all the rest of a warm match that asks nobody

    return hashlib.sha256(canonical_json(value).encode("utf-8")).hexdigest()[:length]
