"""What the search keeps beside the frames of its path (``depth_first/memory.py``): windows, and planes to judge by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.expander.judge import WIDE, Judge, planes
from ludens.engine.rows import row_words
from ludens.engine.sums import Sums

(JUDGE, SUMS, BITS, SCOUT, STRICT, REDUCE, SALT, GENERATION) = range(8)
"""Numbers. JUDGE, SUMS: addresses; the latter is 0 where all positions are worth the same. BITS: of a sum.
SCOUT: whether later moves are tried with windows of no width first. STRICT: whether only what was found at exactly the
wanted depth counts, so that values are those of plain minimax whatever can be reached in different numbers of moves.
REDUCE: children that are searched to the full depth before others are tried one move less deep; 0 is never.
SALT: another one makes everything in the table unknown. GENERATION: of entries of the table."""

(LOW, HIGH, LOW_AT_FIRST, HIGH_AT_FIRST, BEST, BEST_CHILD, SCOUTED, REDUCED, KNOWN_MOVE) = range(9)
"""Of each ply: the window, as it is and as it was; the best value so far, and the child that has it; how the child is
being searched; the move that the table holds for best."""

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


def new_judging(judge: Judge, sums: Sums | None, ends: Sequence[int], plies: int) -> Judging:
    """The planes and frames of one thread."""
    circuit = judge.circuit
    widest = 64 * row_words(max(map(len, circuit.moves)))
    moves = sum(map(len, circuit.moves))
    numbers = np.zeros(8, dtype=np.int64)
    numbers[JUDGE] = judge.address
    if sums is not None:
        numbers[SUMS], numbers[BITS] = sums.address, sums.bits[0]
    return Judging(
        numbers,
        np.array(ends, dtype=np.int64),
        planes(judge.packing.words),
        planes(moves),
        planes(len(judge.levels)),
        planes(len(circuit.fluents)),
        planes(1 if sums is None else sums.planes),
        np.zeros((WIDE.words, 2), dtype=np.int64),
        np.zeros((plies + 1, 9), dtype=np.int64),
        np.zeros((plies + 1, widest), dtype=np.int64),
        np.zeros(moves, dtype=np.int64),
    )
