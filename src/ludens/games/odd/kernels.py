"""Odd on words: a position is the set of white cells and the set of black cells.

Moves of a role are numbered: 0 to 60 a white stone on that cell, 61 to 121 a black one, 122 ``noop``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole, count, lowest
from ludens.engine.kernels.compiling import kernel
from ludens.engine.kernels.hashing import GAMMA, mixed
from ludens.engine.kernels.random_stream import begin, below
from ludens.engine.rows import Rows
from ludens.games.hexagon.cells import CELLS, FULL, NUMBERS, PLACES

WORDS = 2
NOOP = 2 * CELLS
MOVES = NOOP + 1
SMALLEST_GROUP = 5
BOARD = np.uint64(FULL)

_NONE, _TWO = np.uint64(0), np.uint64(2)


def _behind(dr: int, dq: int) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """How far the number of the neighbour in a direction lies behind, and for each distance the cells it holds for."""
    found = {}
    for cell, (r, q) in enumerate(PLACES):
        if (r + dr, q + dq) in NUMBERS:
            found[cell] = cell - NUMBERS[r + dr, q + dq]
    distances = sorted(set(found.values()))
    cells = [sum(1 << cell for cell, distance in found.items() if distance == d) for d in distances]
    return np.array(distances, dtype=np.int64), np.array(cells, dtype=np.uint64)


_LEFT, _LEFT_CELLS = _behind(0, -1)
_ABOVE, _ABOVE_CELLS = _behind(-1, 0)
_RIGHT, _RIGHT_CELLS = _behind(-1, 1)


def _nearest() -> NDArray[np.uint8]:
    """For each cell and each set of like neighbours among those numbered before it, the one whose label it takes.

    The sets are numbers: 1 for (r - 1, q), 2 for (r, q - 1), 4 for (r - 1, q + 1). With none it is the cell itself.
    """
    table = np.zeros((CELLS, 8), dtype=np.uint8)
    for cell, (r, q) in enumerate(PLACES):
        for code in range(8):
            wanted = [(r - 1, q)] * (code & 1) + [(r, q - 1)] * (code >> 1 & 1) + [(r - 1, q + 1)] * (code >> 2)
            table[cell, code] = NUMBERS.get(wanted[0], cell) if wanted else cell
    return table.ravel()


_NEAREST = _nearest()


@kernel
def _alike(white: np.uint64, distances: NDArray[np.int64], cells: NDArray[np.uint64]) -> np.uint64:
    """The cells whose neighbour behind has the same colour."""
    found = np.uint64(0)
    for number in range(len(distances)):
        found |= ~(white ^ (white << np.uint64(distances[number]))) & cells[number]
    return found


@kernel
def count_groups(white: np.uint64, labels: NDArray[np.uint8], sizes: NDArray[np.uint8]) -> Whole:
    """The number of groups of at least five on a full board; ``labels`` and ``sizes``, of 61 each, are scratch.

    Each cell takes the label of a like neighbour numbered before it. As (r - 1, q) touches both other such neighbours,
    labels need to be united only where those two are alike and it is not: about one cell in eight.
    """
    above = _alike(white, _ABOVE, _ABOVE_CELLS)
    left = _alike(white, _LEFT, _LEFT_CELLS)
    right = _alike(white, _RIGHT, _RIGHT_CELLS)
    sizes[:] = 0
    for cell in range(CELLS):
        place = np.uint64(cell)
        code = ((above >> place) & ONE) | (((left >> place) & ONE) << ONE) | (((right >> place) & ONE) << _TWO)
        labels[cell] = cell
        label = labels[_NEAREST[cell * 8 + np.int64(code)]]
        labels[cell] = label
        sizes[label] += np.uint8(1)
    _unite(left & right & ~above, labels, sizes)
    first = ~(above | left | right) & BOARD
    groups = 0
    while first:
        groups += sizes[lowest(first)] >= SMALLEST_GROUP
        first &= first - ONE
    return groups


@kernel
def _unite(meeting: np.uint64, labels: NDArray[np.uint8], sizes: NDArray[np.uint8]) -> None:
    """Unites the labels that meet at these cells, (r, q - 1) with (r - 1, q + 1), and adds up their sizes."""
    while meeting:
        cell = lowest(meeting)
        meeting &= meeting - ONE
        one, other = labels[cell], labels[_NEAREST[cell * 8 + 4]]
        while labels[one] != one:
            one = labels[one]
        while labels[other] != other:
            other = labels[other]
        if one != other:
            labels[one] = other
            sizes[other] += sizes[one]
            sizes[one] = 0


@kernel
def legal_rows(rows: Rows, table: NDArray[np.bool_]) -> None:
    """Marks the legal moves, player1's in the first columns of ``table``, then player2's."""
    for row in range(len(rows)):
        stones = rows[row, 0] | rows[row, 1]
        table[row, :] = False
        if stones == BOARD:
            continue
        mover = count(stones) & 1
        table[row, (1 - mover) * MOVES + NOOP] = True
        for cell in range(CELLS):
            free = (stones >> np.uint64(cell)) & ONE == _NONE
            table[row, mover * MOVES + cell] = free
            table[row, mover * MOVES + CELLS + cell] = free


@kernel
def outcome_rows(rows: Rows, terminal: NDArray[np.bool_], goals: NDArray[np.int16]) -> None:
    """Tells which boards are full, and the goals there; -1 elsewhere."""
    labels, sizes = np.zeros(CELLS, dtype=np.uint8), np.zeros(CELLS, dtype=np.uint8)
    for row in range(len(rows)):
        terminal[row] = rows[row, 0] | rows[row, 1] == BOARD
        goals[row, :] = -1
        if terminal[row]:
            _write_goals(count_groups(rows[row, 0], labels, sizes), goals[row])


@kernel
def _write_goals(groups: Whole, goals: NDArray[np.int16]) -> None:
    goals[0] = 100 * (groups & 1)
    goals[1] = 100 - 100 * (groups & 1)


@kernel
def step_rows(rows: Rows, moves: NDArray[np.int64], following: Rows) -> Whole:
    """Writes the next positions; -1, or the first illegal move, as twice its row plus its role."""
    for row in range(len(rows)):
        stones = rows[row, 0] | rows[row, 1]
        mover = count(stones) & 1
        move = moves[row, mover]
        if stones == BOARD or moves[row, 1 - mover] != NOOP:
            return 2 * row + (1 - mover if stones != BOARD else 0)
        if not 0 <= move < NOOP or (stones >> np.uint64(move % CELLS)) & ONE != _NONE:
            return 2 * row + mover
        following[row, 0], following[row, 1] = rows[row, 0], rows[row, 1]
        following[row, move // CELLS] |= ONE << np.uint64(move % CELLS)
    return -1


@kernel
def play_rows(
    rows: Rows,
    per_row: Whole,
    seed: np.uint64,
    max_steps: Whole,
    first: Whole,
    lengths: NDArray[np.int64],
    goals: NDArray[np.int16],
    made: NDArray[np.int64],
    gained: NDArray[np.int64],
) -> None:
    """Plays random games number ``first`` and following, ``per_row`` from each row; a goal of -1 marks those cut.

    The colours of the last board are independent and even whatever the order of the cells, so they are drawn at once.
    ``made`` and ``gained``, unless empty, get for each row and move (player1's, then player2's) the games with it and
    its role's goals in them; only for these an order of the cells is drawn.
    """
    labels, sizes = np.zeros(CELLS, dtype=np.uint8), np.zeros(CELLS, dtype=np.uint8)
    for game in range(len(lengths)):
        row, playout = (first + game) // per_row, (first + game) % per_row
        white, empty = rows[row, 0], ~(rows[row, 0] | rows[row, 1]) & BOARD
        left = count(empty)
        stream = begin(seed, row, playout) + GAMMA
        white |= mixed(stream) & empty
        lengths[game] = left
        if left > max_steps > 0:
            lengths[game], goals[game, :] = max_steps, -1
        else:
            _write_goals(count_groups(white, labels, sizes), goals[game])
        if len(made):
            _write_moves(white, empty, lengths[game], stream, goals[game], made[row], gained[row])


@kernel
def _write_moves(
    white: np.uint64,
    empty: np.uint64,
    steps: Whole,
    stream: np.uint64,
    goals: NDArray[np.int16],
    made: NDArray[np.int64],
    gained: NDArray[np.int64],
) -> None:
    """Draws an order for the first ``steps`` of the empty cells and counts the moves that fill them so."""
    cells = np.zeros(CELLS, dtype=np.int64)
    left = 0
    while empty:
        cells[left] = lowest(empty)
        empty &= empty - ONE
        left += 1
    mover = (CELLS - left) & 1
    for number in range(steps):
        stream, other = below(stream, left - number)
        cell = cells[number + other]
        cells[number + other] = cells[number]
        black = np.int64(((white >> np.uint64(cell)) & ONE) ^ ONE)
        role = (mover + number) & 1
        _count_move(role, black * CELLS + cell, goals, made, gained)
        if number < 2:
            _count_move(1 - role, NOOP, goals, made, gained)


@kernel
def _count_move(
    role: Whole, move: Whole, goals: NDArray[np.int16], made: NDArray[np.int64], gained: NDArray[np.int64]
) -> None:
    made[role * MOVES + move] += 1
    gained[role * MOVES + move] += max(0, goals[role])
