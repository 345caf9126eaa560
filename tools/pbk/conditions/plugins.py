"""Conditions of third parties, found by the entry-point group `pbk.conditions`.

A name contains a dot (`acme.cluster_reachable`), so that it can never take the place of a condition of ours. The object
is a callable (argument, situation) that returns a bool, None for unknown, or an `Evaluation`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbk.conditions.evaluation import Evaluation, Undecidable, no, one_line, unknown, yes

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbk.conditions.situation import Situation

GROUP = "pbk.conditions"


def evaluate(name: str, argument: object, situation: Situation) -> Evaluation:
    """Return what the plug-in of that name says; unknown when it is missing, ambiguous or breaks."""
    try:
        judge = situation.remember(("plug-in", name), lambda: _load(name))
        return _read(name, judge(argument, situation))
    except Undecidable:
        raise
    except Exception as error:  # noqa: BLE001 - foreign code may raise anything, and one bad plug-in must not take the
        # whole match down: whatever it raises means that it could not tell.
        return unknown(f"the plug-in {name} failed: {type(error).__name__}: {error}")


def _read(name: str, answer: object) -> Evaluation:
    if isinstance(answer, Evaluation):
        return Evaluation(answer.holds if isinstance(answer.holds, bool) else None, one_line(str(answer.detail)))
    if answer is True:
        return yes(f"{name} says yes")
    if answer is False:
        return no(f"{name} says no")
    if answer is None:
        return unknown(f"{name} cannot tell")
    return unknown(f"the plug-in {name} returned {type(answer).__name__}, not true, false or unknown")


def _load(name: str) -> Callable[[object, Situation], object]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - 15 ms, paid only where a plug-in is named

    found = {entry.value: entry for entry in entry_points(group=GROUP, name=name)}
    if not found:
        raise Undecidable(f"no plug-in provides the condition {name}: install the package that does")
    if len(found) > 1:
        raise Undecidable(f"several packages provide the condition {name}: {', '.join(sorted(found))}")
    (entry,) = found.values()
    judge: Callable[[object, Situation], object] = entry.load()
    return judge
