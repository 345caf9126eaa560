"""`os: linux`, `macos` or `windows`, or a list: this machine runs one of them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pbk.conditions import arguments
from pbk.conditions.evaluation import Evaluation, Undecidable, no, yes

if TYPE_CHECKING:
    from pbk.conditions.situation import Situation

NAMES = {"linux": "linux", "darwin": "macos", "win32": "windows"}  # of sys.platform


def evaluate(argument: object, _: Situation) -> Evaluation:
    """Return whether this system is among the named ones."""
    wanted = arguments.texts(argument, "system")
    for name in wanted:
        if name not in NAMES.values():
            raise Undecidable(f"{name!r} is no system that is known here: expected {', '.join(NAMES.values())}")
    here = NAMES.get(sys.platform)
    if here is None:
        raise Undecidable(f"this system calls itself {sys.platform}: it is none of {', '.join(NAMES.values())}")
    return yes(f"this is {here}") if here in wanted else no(f"this is {here}, not {' or '.join(wanted)}")
