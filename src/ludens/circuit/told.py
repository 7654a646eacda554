"""Fluents that others tell: of a set of which exactly one is always true, one is true where none of the others is.

A square that is neither black's nor white's is empty. Who keeps positions need not keep what the rest tells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludens.circuit.network import Circuit, Literal

LARGEST_SET = 4
"""Literals of a set from which on it costs more to look at the others than to keep one."""


def told_fluents(circuit: Circuit, exact_sets: Sequence[Sequence[Literal]]) -> dict[int, tuple[Literal, ...]]:
    """By number of a fluent: the literals of kept ones of which none is true exactly where it is.

    ``exact_sets``: literals of fluents of which exactly one is true in every position. The fluent of each set that the
    gates read least is told.
    """
    uses = np.bincount(np.concatenate([circuit.left, circuit.right]) >> 1, minlength=circuit.first_move)
    told: dict[int, tuple[Literal, ...]] = {}
    tellers: set[int] = set()
    for literals in sorted(exact_sets, key=len):
        nodes = {literal >> 1 for literal in literals}
        if not 1 < len(nodes) == len(literals) <= LARGEST_SET or any(node - 1 in told for node in nodes):
            continue  # a fluent and the same inverted tell nothing
        plain = [literal for literal in literals if not literal & 1 and literal >> 1 not in tellers]
        if plain:
            least = min(plain, key=lambda literal: int(uses[literal >> 1]))
            told[(least >> 1) - 1] = tuple(literal for literal in literals if literal != least)
            tellers |= nodes - {least >> 1}
    return told
