"""`pbk schema`: the JSON Schemas, for editors and programs."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from pbk.cli.output import emit
from pbk.store.schemas import CONFIG_SCHEMA, EVENT_SCHEMA, PLAYBOOK_SCHEMA, schema_text


class SchemaName(StrEnum):
    """The schemas that there are."""

    PLAYBOOK = "playbook"
    EVENT = "event"
    CONFIG = "config"


FILES = {
    SchemaName.PLAYBOOK: PLAYBOOK_SCHEMA,
    SchemaName.EVENT: EVENT_SCHEMA,
    SchemaName.CONFIG: CONFIG_SCHEMA,
}


def schema(
    name: Annotated[SchemaName, typer.Argument(help="Which schema.")] = SchemaName.PLAYBOOK,
) -> None:
    """Print a JSON Schema (2020-12): of a playbook file, a ledger event, or the settings."""
    emit(schema_text(FILES[name]).rstrip("\n"))
