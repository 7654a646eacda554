"""The simplifying passes, in the order in which they run."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludens.circuit.constants import without_constants
from ludens.circuit.draft import Draft, rebuilt
from ludens.circuit.duplicates import without_duplicates
from ludens.circuit.factoring import with_factored_gates
from ludens.circuit.legality import with_legality_used

Pass = Callable[[Draft], Draft]

PASSES: tuple[tuple[str, Pass], ...] = (
    ("dead gates", rebuilt),
    ("constants", without_constants),
    ("duplicates", without_duplicates),
    ("factoring", with_factored_gates),
    ("legal moves", with_legality_used),
    ("factoring again", with_factored_gates),
)


def optimise(draft: Draft, deadline: float = float("inf")) -> list[tuple[str, Draft]]:
    """The draft as it was made and after each pass, with the name of what was done last.

    No pass begins after the deadline, a time of the monotonic clock: the network is right without it, only larger.
    A pass that found nothing to do is not made again before another one has.
    """
    steps = [("rules as gates", draft)]
    idle: set[Pass] = set()
    for name, simplify in PASSES:
        if time.monotonic() >= deadline:
            break
        before = steps[-1][1]
        after = before if simplify in idle else simplify(before)
        idle = {*idle, simplify} if after.gates == before.gates else set()
        steps.append((name, after))
    return steps
