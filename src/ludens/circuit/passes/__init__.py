"""The simplifying passes, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludens.circuit.draft import Draft
from ludens.circuit.passes.companions import with_companions_merged
from ludens.circuit.passes.constants import without_constants
from ludens.circuit.passes.duplicates import without_duplicates
from ludens.circuit.passes.factoring import with_factored_gates
from ludens.circuit.passes.legality import with_legality_used
from ludens.circuit.passes.solitary import with_solitary_roles_explored
from ludens.circuit.passes.unrolling import with_loops_unrolled

Simplify = Callable[[Draft], Draft]


class Pass(NamedTuple):
    """A step that makes networks smaller; ``cost`` says how long it takes for a literal, compared with the others."""

    name: str
    simplify: Simplify
    cost: int


PASSES: tuple[Pass, ...] = (
    Pass("loops", with_loops_unrolled, 4),
    Pass("solitary roles", with_solitary_roles_explored, 2),
    Pass("companions", with_companions_merged, 8),
    Pass("constants", without_constants, 8),
    Pass("duplicates", without_duplicates, 1),
    Pass("factoring", with_factored_gates, 20),
    Pass("legal moves", with_legality_used, 6),
    Pass("factoring again", with_factored_gates, 20),
)

WORK = 40_000_000
"""The costs of all passes together, literal by literal: some twenty seconds of one core."""


def optimise(draft: Draft, work: int = WORK) -> list[tuple[str, Draft]]:
    """The draft as it was made and after each pass, with the name of what was done last.

    A pass for which not enough of the work is left is left out: the network is right without it, only larger. Time
    does not count, so that the same rules give the same network on every machine, however busy.
    A pass that found nothing to do is not made again before another one has.
    """
    steps = [("rules as gates", draft)]
    idle: set[Simplify] = set()
    for name, simplify, cost in PASSES:
        before = steps[-1][1]
        if simplify in idle:
            steps.append((name, before))
        elif cost * before.literals <= work:
            work -= cost * before.literals
            after = simplify(before)
            idle = {*idle, simplify} if after.gates == before.gates else set()
            steps.append((name, after))
    return steps
