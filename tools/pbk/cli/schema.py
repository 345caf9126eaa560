"""`pbk schema`: the JSON Schemas, for editors and programs."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from pbk.cli.opening import open_library
from pbk.cli.options import LibraryOption
from pbk.cli.output import emit
from pbk.errors import UsageError
from pbk.store.files import write_atomically
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
    *,
    write: Annotated[
        bool, typer.Option("--write", help="Refresh the library's own copies below schema/, which editors read.")
    ] = False,
    library: LibraryOption = None,
) -> None:
    """Print a JSON Schema (2020-12): of a playbook file, a ledger event, or the settings."""
    if not write:
        if library:
            raise UsageError(
                "--library goes with --write", mend="leave it out: the schema is the same for each library"
            )
        emit(schema_text(FILES[name]).rstrip("\n"))
        return
    owner = open_library(library or (), None)
    for file in (PLAYBOOK_SCHEMA, *([FILES[name]] if name is not SchemaName.PLAYBOOK else [])):
        path = owner.root / "schema" / file
        text = schema_text(file).encode()
        current = path.read_bytes() if path.is_file() else None
        if current != text:
            write_atomically(path, text)
        emit(f"{'kept' if current == text else 'wrote':<8} schema/{file}")
