"""Sequential halving (Karnin, Koren and Somekh 2013) as a table: whose turn it is at the root, by visits so far.

The moves that are still considered are always visited evenly, so it is enough to say how many visits the next one has
had: the best of those with so many is visited.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def visits_by_turn(considered: int, simulations: int) -> list[int]:
    """How many visits the move has had that each simulation visits, with so many moves considered at first."""
    if considered <= 1:
        return list(range(simulations))
    rounds, found, visited, left = math.ceil(math.log2(considered)), list[int](), 0, considered
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            found += [visited] * left
            visited += 1
        left = max(2, left // 2)
    return found[:simulations]


def halving_table(most_considered: int, simulations: int) -> NDArray[np.int64]:
    """``visits_by_turn`` for every number of moves up to so many: shape (moves + 1, simulations)."""
    return np.array([visits_by_turn(moves, simulations) for moves in range(most_considered + 1)], dtype=np.int64)
