"""Room for the search of one thread: planes to judge by, and frames."""

from __future__ import annotations

import numpy as np

from ludens.engine.expander.judge import WIDE, Judge, planes
from ludens.engine.rows import row_words
from ludens.search.minimax.depth_first.evaluated.memory import BITS, JUDGE, MOST, SPACING, SUMS, Judging
from ludens.search.minimax.depth_first.evaluated.scale import ValueScale


def new_judging(judge: Judge, scale: ValueScale, plies: int) -> Judging:
    """The planes and frames of one thread."""
    circuit = judge.circuit
    widest = 64 * row_words(max(map(len, circuit.moves)))
    moves = sum(map(len, circuit.moves))
    numbers = np.zeros(9, dtype=np.int64)
    numbers[JUDGE], numbers[SPACING], numbers[MOST] = judge.address, scale.spacing, scale.most
    sums, ends = scale.sums, [scale.of_level(rank) for rank in range(len(scale.levels))]
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
        np.zeros((plies + 1, 8), dtype=np.int64),
        np.zeros((plies + 1, widest), dtype=np.int64),
        np.zeros(moves, dtype=np.int64),
    )
