"""RoPaSci 360: whole games in which both sides solve turns, in compiled code, to learn from and to compare networks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import kernel, part
from ludens.engine.kernels.random_stream import Random, begin, random_unit
from ludens.engine.rows import Rows
from ludens.games.ropasci import layout
from ludens.games.ropasci.board import ZONES, Board, advance, new_board
from ludens.games.ropasci.equilibria import (
    MOST_MOVES,
    Floats,
    Moves,
    Solved,
    new_solved,
    solve_board,
)
from ludens.games.ropasci.heuristics import MOST_CANDIDATES
from ludens.games.ropasci.kernels import write_position
from ludens.games.ropasci.network import FIGURES, Judge
from ludens.games.ropasci.turn_moves import MOST_LEGAL, legal_moves


@part
def _drawn(random: Random, chances: Floats, total: Whole, least: float) -> Whole:
    """A place, by the chances of at least ``least``."""
    whole, last = 0.0, 0
    for place in range(total):
        if chances[place] >= least:
            whole += chances[place]
            last = place
    left = random_unit(random) * whole
    for place in range(total):
        if chances[place] >= least:
            left -= chances[place]
            if left < 0.0:
                return place
    return last


@kernel
def play_games(
    seed: Whole,
    upper_judge: Judge,
    lower_judge: Judge,
    alike: Whole,
    any_move: Floats,
    throws: Moves,
    limits: Moves,
    rows: Rows,
    values: Floats,
    of_game: Moves,
    goals: NDArray[np.int64],
    lengths: Moves,
) -> Whole:
    """Plays games, one for each goal of Upper's (100, 50 or 0), and writes positions, without their past, as long as
    there is room; how many were written.

    ``any_move``: how often each side draws one of its moves blindly. ``throws``: with how many blind throws each side
    begins, a line a game. ``values``: what each side thinks the positions are worth to Upper.
    """
    board, following = new_board(), new_board()
    figures, room = np.empty((2, FIGURES)), np.zeros((5, MOST_CANDIDATES + MOST_LEGAL), dtype=np.int64)
    turns = (new_solved(MOST_MOVES), new_solved(MOST_MOVES))
    sizes = (np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64))
    random = np.zeros(1, dtype=np.uint64)
    written = 0
    for game in range(len(goals)):
        random[0] = begin(np.uint64(seed), game, 0)
        _clear(board)
        while board.ending[0] == layout.GOING_ON:
            one = solve_board(board, following, upper_judge, figures, room, turns[0], sizes[0], limits)
            two = one
            if alike == 0:
                two = solve_board(board, following, lower_judge, figures, room, turns[1], sizes[1], limits)
            upper = _move(random, turns[0], sizes[0], 0, any_move[0])
            lower = _move(random, turns[1 - alike], sizes[1 - alike], 1, any_move[1])
            if board.turn[0] < throws[game, 0]:
                upper = _throw(random, board, 0, room[2])
            if board.turn[0] < throws[game, 1]:
                lower = _throw(random, board, 1, room[2])
            if written < len(rows):
                write_position(board, rows[written])
                values[written, 0], values[written, 1] = one, two
                of_game[written] = game
                written += 1
            advance(board, upper, lower)
        ended = board.ending[0]
        goals[game] = 100 if ended == layout.UPPER_WINS else 0 if ended == layout.LOWER_WINS else 50
        lengths[game] = board.turn[0]
    return written


@part
def _move(random: Random, solved: Solved, sizes: Moves, side: Whole, any_move: float) -> Whole:
    if random_unit(random) < any_move:
        place: Whole = np.int64(random_unit(random) * sizes[side])
    else:
        place = _drawn(random, solved.chances[side], sizes[side], 0.02)
    move: Whole = solved.moves[side, place]
    return move


@part
def _throw(random: Random, board: Board, side: Whole, room: Moves) -> Whole:
    """Any throw; ``room`` is room for all legal moves, of which throws come first."""
    legal_moves(board, side, room)
    move: Whole = room[np.int64(random_unit(random) * 3 * ZONES[board.throws[side]])]
    return move


@part
def _clear(board: Board) -> None:
    """The first position."""
    board.cells[:] = np.uint64(0)
    board.stacks[:] = 0
    board.tokens[:] = 0
    board.throws[:] = 0
    board.turn[0], board.key[0], board.ending[0], board.logged[0] = 0, np.uint64(0), layout.GOING_ON, 0
    board.mark[0] += 1
    board.keys[0] = np.uint64(0)
    board.seen[0] = board.mark[0]
