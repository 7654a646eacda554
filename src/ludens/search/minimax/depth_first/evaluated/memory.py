"""What the search keeps beside the frames of its path (``depth_first/memory.py``): windows, and planes to judge by."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

(JUDGE, SUMS, BITS, SPACING, MOST, SCOUT, STRICT, SALT, GENERATION) = range(9)
"""Numbers. JUDGE, SUMS: addresses; the latter is 0 where all positions are worth the same. BITS: of a sum.
SPACING: how far apart the values of sums are. MOST: the highest value; the lowest is 0. SCOUT: whether later moves are
tried with windows of no width first. STRICT: whether only what was found at exactly the wanted depth counts, so that
values are those of plain minimax even where a position can be reached in different numbers of moves. SALT: another one
makes everything in the table unknown. GENERATION: of entries of the table."""

(LOW, HIGH, LOW_AT_FIRST, HIGH_AT_FIRST, BEST, BEST_CHILD, SCOUTED, KNOWN_MOVE) = range(8)
"""Of each ply: the window, as it is and as it was; the best value so far, and the child that has it; whether the
window of the child being searched has no width; the move that the table holds for best."""

NO_CHILD = -1


class Judging(NamedTuple):
    """``ends``: what each goal of the first role is worth. Planes of eight words: ``positions``, ``moves``, ``found``,
    ``fluents``, ``sums``, as the code of the judge and of sums has them. ``children``: whose words these are.
    ``frames``: the numbers above. ``values``: per ply and child, what it seems to be worth. ``history``: by move.
    """

    numbers: NDArray[np.int64]
    ends: NDArray[np.int64]
    positions: NDArray[np.uint64]
    moves: NDArray[np.uint64]
    found: NDArray[np.uint64]
    fluents: NDArray[np.uint64]
    sums: NDArray[np.uint64]
    children: NDArray[np.int64]
    frames: NDArray[np.int64]
    values: NDArray[np.int64]
    history: NDArray[np.int64]
