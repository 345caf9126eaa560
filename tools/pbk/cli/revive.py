"""`pbk revive`: put a playbook back into use, with a new start."""

from __future__ import annotations

from pbk.cli.acting import change_life
from pbk.cli.options import JsonOption, LibraryOption, NameArgument, NowOption, WhyOption
from pbk.store import recording


def revive(
    name: NameArgument,
    *,
    why: WhyOption,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Revive a retired playbook, or one that waits: a new start, with nothing held for or against it."""
    change_life(recording.revive, name, why, json=json, library=library or (), now=now)
