"""RoPaSci 360: six figures of a position, what they say it is worth, and the moves that look best by them.

The figures are those of Yu and Krishnan (2021), each what Upper has more than Lower:

| figure | of a side |
|---|---|
| tokens | on the board and still to be thrown |
| thrown | tokens on the board |
| unthrown | throws left |
| dominance | for each symbol, tokens of it over one more than the other side's tokens that beat it |
| spread | the mean distance of its tokens from the most central of them |
| distance | the least from a token to one that it beats; FAR if it beats none |

The first is the sum of the next two, however the report is read: a fit must bear with that. Its ratio of tokens has no
value where the other side has no such token; hence the one more.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole, lowest
from ludens.engine.kernels.compiling import kernel, part
from ludens.engine.kernels.random_stream import begin
from ludens.engine.rows import Rows
from ludens.games.ropasci import layout
from ludens.games.ropasci.board import (
    Board,
    add,
    copy_tokens,
    fight,
    lift,
    new_board,
    occupied,
    target_of,
    write_legal,
)
from ludens.games.ropasci.heuristics import DISTANCE, FAR, MOST_CANDIDATES, nearest
from ludens.games.ropasci.kernels import copy_board, play_candidates, read
from ludens.games.ropasci.weights import WEIGHTS

TOKENS, THROWN, UNTHROWN, DOMINANCE, SPREAD, NEAREST = range(6)
FIGURES = 6

MOST_EVALUATED = 12
"""Moves of a side that are left by the evaluation: as many as by rules."""

_WEIGHTS = np.array(WEIGHTS, dtype=np.float64)


@part
def _spread(board: Board, side: Whole) -> float:
    """The mean distance of a side's tokens from the cell of its own that makes it least."""
    best, tokens, own = 0.0, 0.0, occupied(board, side)
    centres = own
    while centres:
        centre = lowest(centres)
        centres &= centres - ONE
        total, tokens, left = 0.0, 0.0, own
        while left:
            cell = lowest(left)
            left &= left - ONE
            here = board.stacks[3 * side, cell] + board.stacks[3 * side + 1, cell] + board.stacks[3 * side + 2, cell]
            total += here * DISTANCE[centre, cell]
            tokens += here
        if best == 0.0 or total < best:
            best = total
    return best / tokens if tokens > 0.0 else 0.0


@part
def _dominance(board: Board, side: Whole) -> float:
    found = 0.0
    for symbol in range(3):
        found += board.tokens[3 * side + symbol] / (1.0 + board.tokens[3 - 3 * side + (symbol + 1) % 3])
    return found


@part
def _capture_distance(board: Board, side: Whole) -> Whole:
    found: Whole = FAR
    for symbol in range(3):
        prey, left = board.cells[3 - 3 * side + (symbol + 2) % 3], board.cells[3 * side + symbol]
        while left:
            found = min(found, nearest(prey, lowest(left)))
            left &= left - ONE
    return found


@kernel
def write_figures(board: Board, figures: NDArray[np.float64]) -> None:
    """Writes the six figures of a position."""
    figures[:] = 0.0
    for side in range(2):
        sign = 1.0 - 2.0 * side
        thrown = board.tokens[3 * side] + board.tokens[3 * side + 1] + board.tokens[3 * side + 2]
        unthrown = layout.THROWS - board.throws[side]
        figures[TOKENS] += sign * (thrown + unthrown)
        figures[THROWN] += sign * thrown
        figures[UNTHROWN] += sign * unthrown
        figures[DOMINANCE] += sign * _dominance(board, side)
        figures[SPREAD] += sign * _spread(board, side)
        figures[NEAREST] += sign * _capture_distance(board, side)


@part
def _value(board: Board, figures: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """What a position that is not over is worth to Upper, between 0 and 1."""
    write_figures(board, figures)
    total = 0.0
    for number in range(FIGURES):
        total += weights[number] * figures[number]
    return 1.0 / (1.0 + math.exp(-total))


@kernel
def figure_rows(rows: Rows, figures: NDArray[np.float64]) -> None:
    """Writes the figures of many positions, shape (positions, FIGURES)."""
    board = new_board()
    for row in range(len(rows)):
        read(rows[row], board)
        write_figures(board, figures[row])


@kernel
def value_rows(rows: Rows, weights: NDArray[np.float64], values: NDArray[np.float64]) -> None:
    """Writes what positions that are not over are worth to Upper."""
    board, figures = new_board(), np.zeros(FIGURES)
    for row in range(len(rows)):
        read(rows[row], board)
        values[row] = _value(board, figures, weights)


@kernel
def _write_best(
    board: Board,
    side: Whole,
    other: Board,
    figures: NDArray[np.float64],
    worth: NDArray[np.float64],
    table: NDArray[np.bool_],
) -> None:
    """Marks the moves of a side after which, if the other side did nothing, the position would be worth most to it."""
    write_legal(board, side, table)
    sign = 1.0 - 2.0 * side
    for move in range(layout.MOVES):
        worth[move] = -np.inf
        if table[move]:
            copy_tokens(board, other)
            cell = target_of(move)
            add(other, lift(other, side, move), cell)
            fight(other, cell)
            worth[move] = sign * _value(other, figures, _WEIGHTS)
    table[:] = False
    for _ in range(MOST_EVALUATED):
        best = np.argmax(worth)
        if worth[best] > -np.inf:
            table[best], worth[best] = True, -np.inf


@kernel
def evaluated_rows(rows: Rows, table: NDArray[np.bool_]) -> None:
    """Marks each side's best moves by the evaluation, at most MOST_EVALUATED, as ``legal_rows`` marks legal ones."""
    board, other = new_board(), new_board()
    figures, worth = np.zeros(FIGURES), np.zeros(layout.MOVES)
    for row in range(len(rows)):
        read(rows[row], board)
        if board.ending[0] == layout.GOING_ON:
            _write_best(board, 0, other, figures, worth, table[row, : layout.MOVES])
            _write_best(board, 1, other, figures, worth, table[row, layout.MOVES :])


@kernel
def value_after_moves(
    rows: Rows,
    per_row: Whole,
    seed: np.uint64,
    steps: Whole,
    chosen: Whole,
    most: Whole,
    weights: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Adds up what ``per_row`` games of a few turns are worth to Upper where they stop: (rows, 2), values and squares.

    Moves are drawn from a set of candidates, as in ``play_candidates``.
    """
    start, board = new_board(), new_board()
    moves, found = np.zeros((2, layout.TURNS), dtype=np.int64), np.zeros((2, MOST_CANDIDATES), dtype=np.int64)
    figures = np.zeros(FIGURES)
    for row in range(len(rows)):
        read(rows[row], start)
        for playout in range(per_row):
            copy_board(start, board)
            if steps > 0:
                play_candidates(board, begin(seed, row, playout), steps, moves, chosen, most, found)
            if board.ending[0] == layout.GOING_ON:
                worth = _value(board, figures, weights)
            elif board.ending[0] == layout.UPPER_WINS:
                worth = 1.0
            else:
                worth = 0.0 if board.ending[0] == layout.LOWER_WINS else 0.5
            sums[row, 0] += worth
            sums[row, 1] += worth * worth
