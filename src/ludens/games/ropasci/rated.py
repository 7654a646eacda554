"""Random games of RoPaSci 360 in which players like some moves better than others: of two moves drawn at random, each
makes the one that is ranked higher.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import kernel
from ludens.engine.kernels.random_stream import begin
from ludens.engine.rows import Rows
from ludens.games.ropasci import layout
from ludens.games.ropasci.board import Board, advance, choose, new_board
from ludens.games.ropasci.kernels import _count_moves, _write_goals, copy_board, read


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
    """Plays games as ``play_rows`` does; ``ranks``: of Upper's moves, then of Lower's, the better ones higher."""
    start, board = new_board(), new_board()
    moves = np.zeros((2, layout.TURNS), dtype=np.int64)
    last_game = np.full(2 * layout.MOVES, -1, dtype=np.int64)
    known: Whole = -1
    for game in range(len(lengths)):
        row, playout = (first + game) // per_row, (first + game) % per_row
        if row != known:
            read(rows[row], start)
            known = row
        copy_board(start, board)
        length = _play_rated(board, begin(seed, row, playout), max_steps, moves, ranks)
        lengths[game] = length
        _write_goals(board.ending[0], goals[game])
        if len(made):
            _count_moves(moves[:, :length], game, last_game, goals[game], made[row], gained[row])


@kernel
def _play_rated(
    board: Board, stream: np.uint64, max_steps: Whole, moves: NDArray[np.int64], ranks: NDArray[np.int64]
) -> Whole:
    """Plays on to the end, or for as many turns as may be; the number of turns, whose moves are written down."""
    length = 0
    while board.ending[0] == layout.GOING_ON and (max_steps == 0 or length < max_steps):
        for side in range(2):
            stream, one = choose(board, side, stream)
            stream, other = choose(board, side, stream)
            better = ranks[side * layout.MOVES + other] > ranks[side * layout.MOVES + one]
            moves[side, length] = other if better else one
        advance(board, moves[0, length], moves[1, length])
        length += 1
    return length
