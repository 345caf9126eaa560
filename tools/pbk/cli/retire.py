"""`pbk retire`: take a playbook out of use, keeping it."""

from __future__ import annotations

from pbk.cli.acting import change_life
from pbk.cli.options import JsonOption, LibraryOption, NameArgument, NowOption, WhyOption
from pbk.store import recording


def retire(
    name: NameArgument,
    *,
    why: WhyOption,
    json: JsonOption = False,
    library: LibraryOption = None,
    now: NowOption = None,
) -> None:
    """Retire a playbook: it is kept and never offered again, until it is revived."""
    change_life(recording.retire, name, why, json=json, library=library or (), now=now)
