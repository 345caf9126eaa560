"""Where the JSON Schemas lie: inside the wheel, or beside the sources of a checkout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

PLAYBOOK_SCHEMA = "playbook.schema.json"
EVENT_SCHEMA = "ledger-event.schema.json"
CONFIG_SCHEMA = "config.schema.json"


def schema_text(name: str) -> str:
    """Return the text of the schema file `name`."""
    package = Path(__file__).resolve().parent.parent
    shipped = package / "schema" / name
    path = shipped if shipped.exists() else package.parent.parent / "schema" / name
    return path.read_text(encoding="utf-8")


def schema(name: str) -> dict[str, Any]:
    """Return the schema file `name`, decoded."""
    return cast(dict[str, Any], json.loads(schema_text(name)))
