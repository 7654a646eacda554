"""RoPaSci 360: what moves are worth to a side that thinks the other one may know its move, in compiled code."""

from __future__ import annotations

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import kernel
from ludens.games.ropasci.board import new_board
from ludens.games.ropasci.equilibria import Floats, Moves, Row, pair_value
from ludens.games.ropasci.heuristics import MOST_CANDIDATES
from ludens.games.ropasci.kernels import read
from ludens.games.ropasci.network import FIGURES, Judge
from ludens.games.ropasci.turn_moves import MOST_LEGAL, legal_moves, some_moves


@kernel
def cautious_worths(
    row: Row, side: Whole, judge: Judge, hope: float, most: Whole, moves: Moves, worths: Floats
) -> Whole:
    """Writes all legal moves of a side and what each is worth to it; how many there are.

    That is what the worst answer leaves of it, and by the weight of ``hope`` what the other side's ``most`` candidates
    leave on average.
    """
    board, following, figures = new_board(), new_board(), np.empty((2, FIGURES))
    room = np.zeros((4, MOST_CANDIDATES + MOST_LEGAL), dtype=np.int64)
    read(row, board)
    others = some_moves(board, 1 - side, most, room[0:2], room[2], room[3])
    total: Whole = legal_moves(board, side, moves)
    for place in range(total):
        least, mean = 1.0, 0.0
        for number in range(others):
            upper, lower = (moves[place], room[3, number]) if side == 0 else (room[3, number], moves[place])
            value = pair_value(board, upper, lower, following, judge, figures)
            worth = value if side == 0 else 1.0 - value
            least, mean = min(least, worth), mean + worth / others
        worths[place] = (1.0 - hope) * least + hope * mean
    return total
