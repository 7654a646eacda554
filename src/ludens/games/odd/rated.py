"""Random games of Odd in which players like some moves better than others.

Whoever moves takes any empty cell and draws a colour twice; if the draws differ, the one that is ranked higher for that
cell is taken. So the better colour comes up three times in four, and, as in plain random games, all cells are filled at
once: who fills which is a random half of them, and colours are bits of words.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole, count, lowest, nth
from ludens.engine.kernels.compiling import kernel
from ludens.engine.kernels.hashing import GAMMA, mixed
from ludens.engine.kernels.random_stream import begin, below
from ludens.engine.rows import Rows
from ludens.games.hexagon.cells import CELLS
from ludens.games.odd.kernels import BOARD, MOVES, _count_move, _write_goals, count_groups


@kernel
def play_rated_rows(
    rows: Rows,
    per_row: Whole,
    seed: np.uint64,
    max_steps: Whole,
    first: Whole,
    lengths: NDArray[np.int64],
    goals: NDArray[np.int16],
    made: NDArray[np.int64],
    gained: NDArray[np.int64],
    ranks: NDArray[np.int64],
) -> None:
    """Plays games as ``play_rows`` does; ``ranks``: of player1's moves, then of player2's, the better ones higher.

    In games that are cut no moves are counted.
    """
    labels, sizes = np.zeros(CELLS, dtype=np.uint8), np.zeros(CELLS, dtype=np.uint8)
    better = np.zeros((2, 2), dtype=np.uint64)
    _compare(ranks, better)
    for game in range(len(lengths)):
        row, playout = (first + game) // per_row, (first + game) % per_row
        white, empty = rows[row, 0], ~(rows[row, 0] | rows[row, 1]) & BOARD
        left = count(empty)
        stream = begin(seed, row, playout) + GAMMA
        one = mixed(stream)
        stream = stream + GAMMA
        other = mixed(stream)
        stream, own = _half(stream, empty, left)
        # ``own`` are the cells of whoever moves now.
        mover = (CELLS - left) & 1
        for role in range(2):
            cells = own if role == mover else empty & ~own
            liked, disliked = better[role, 0], better[role, 1]
            colours = one ^ ((one ^ (one | other)) & liked) ^ ((one ^ (one & other)) & disliked)
            white |= colours & cells
        lengths[game] = left
        if left > max_steps > 0:
            lengths[game], goals[game, :] = max_steps, -1
            continue
        _write_goals(count_groups(white, labels, sizes), goals[game])
        if len(made):
            _write_own_moves(white, own, mover, goals[game], made[row], gained[row])
            _write_own_moves(white, empty & ~own, 1 - mover, goals[game], made[row], gained[row])


@kernel
def _compare(ranks: NDArray[np.int64], better: NDArray[np.uint64]) -> None:
    """For each role: the cells on which a white stone is ranked higher, and those on which a black one is."""
    for role in range(2):
        for cell in range(CELLS):
            white, black = ranks[role * MOVES + cell], ranks[role * MOVES + CELLS + cell]
            if white > black:
                better[role, 0] |= ONE << np.uint64(cell)
            if black > white:
                better[role, 1] |= ONE << np.uint64(cell)


@kernel
def _half(stream: np.uint64, empty: np.uint64, left: Whole) -> tuple[np.uint64, np.uint64]:
    """The next state of the stream, and half of the cells, rounded up, each half as likely as the others."""
    stream = stream + GAMMA
    own, wanted = mixed(stream) & empty, (left + 1) // 2
    have = count(own)
    while have != wanted:
        pool = own if have > wanted else empty & ~own
        stream, rank = below(stream, count(pool))
        own ^= ONE << np.uint64(nth(pool, rank))
        have = count(own)
    return stream, own


@kernel
def _write_own_moves(
    white: np.uint64,
    cells: np.uint64,
    role: Whole,
    goals: NDArray[np.int16],
    made: NDArray[np.int64],
    gained: NDArray[np.int64],
) -> None:
    """Counts the moves by which a role filled these cells."""
    while cells:
        cell = lowest(cells)
        cells &= cells - ONE
        black = np.int64(((white >> np.uint64(cell)) & ONE) ^ ONE)
        _count_move(role, black * CELLS + cell, goals, made, gained)
