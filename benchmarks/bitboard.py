"""Solves positions of connect four on 7 × 6, to judge what agents play there: a bitboard, quick, and for nothing else.

A column has seven bits, of which the highest stays empty. A search asks one question: can the side to move win, or at
least draw? A side that must answer a threat does so at once, moves that make threats come first, and positions that
were looked at are kept in a table (all in Pons, "Solving Connect 4", and Tromp's before it). It is compiled by Numba.
"""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT, STEP = 7, 6, 7
BOTTOM = sum(1 << STEP * column for column in range(WIDTH))
BOARD = BOTTOM * ((1 << HEIGHT) - 1)
CELLS = WIDTH * HEIGHT
ENTRIES = (1 << 24) + 43
ORDER = (3, 2, 4, 1, 5, 0, 6)

WIN, DRAW = 1, 0
"""What is asked for: at least so much for the side to move."""

Table = NDArray[np.int64]


@numba.njit("int64(int64, int64)", cache=True)
def winning(own: int, taken: int) -> int:
    """The empty cells that complete four of a side's discs."""
    found = (own << 1) & (own << 2) & (own << 3)
    for way in (STEP - 1, STEP, STEP + 1):
        pair = (own << way) & (own << 2 * way)
        found |= pair & (own << 3 * way)
        found |= pair & (own >> way)
        pair = (own >> way) & (own >> 2 * way)
        found |= pair & (own << way)
        found |= pair & (own >> 3 * way)
    return found & (BOARD ^ taken)


@numba.njit("int64(int64)", cache=True)
def counted(bits: int) -> int:
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@numba.njit("int64(int64, int64)", cache=True)
def numbered(position: int, asked: int) -> int:
    """The same number for a position and its mirror image."""
    turned = 0
    for column in range(WIDTH):
        turned |= ((position >> (column * STEP)) & 127) << ((WIDTH - 1 - column) * STEP)
    return (min(position, turned) << 1) | asked


@numba.njit("boolean(int64, int64, int64, int64, int64[:])", cache=True)
def reaches(own: int, taken: int, asked: int, discs: int, table: Table) -> bool:
    """Whether the side to move, which cannot win at once, gets at least what is asked for."""
    possible, threats = (taken + BOTTOM) & BOARD, winning(own ^ taken, taken)
    forced = possible & threats
    if forced:
        if forced & (forced - 1):
            return False
        possible = forced
    possible &= ~(threats >> 1)
    if possible == 0:
        return False
    if discs >= CELLS - 2:
        return asked == DRAW
    key = numbered(own + taken + BOTTOM, asked)
    place = key % ENTRIES
    if table[place] >> 1 == key:
        return bool(table[place] & 1)
    moves, scores, count = np.zeros(WIDTH, np.int64), np.zeros(WIDTH, np.int64), 0
    for column in ORDER:
        cell = possible & (((1 << HEIGHT) - 1) << (column * STEP))
        if cell:
            score, at = counted(winning(own | cell, taken | cell)), count
            while at > 0 and scores[at - 1] < score:
                scores[at], moves[at] = scores[at - 1], moves[at - 1]
                at -= 1
            scores[at], moves[at] = score, cell
            count += 1
    found = False
    for number in range(count):
        if not reaches(own ^ taken, taken | moves[number], 1 - asked, discs + 1, table):
            found = True
            break
    table[place] = (key << 1) | found
    return found


def empty_table() -> Table:
    return np.zeros(ENTRIES, dtype=np.int64)


def keeps(table: Table, columns: str, sign: int, column: int) -> bool:
    """Whether a move keeps what a position is worth; its ``sign`` must not be negative. Columns are counted from 1."""
    own, taken = 0, 0
    for text in columns:
        cell = _cell(taken, int(text))
        own, taken = own ^ taken, taken | cell
    cell = _cell(taken, column)
    if winning(own, taken) & cell:
        return True
    own, taken, discs = own ^ taken, taken | cell, len(columns) + 1
    if discs == CELLS:
        return sign == 0
    if winning(own, taken) & (taken + BOTTOM) & BOARD:
        return False
    return not reaches(own, taken, 1 - sign, discs, table)


def _cell(taken: int, column: int) -> int:
    """Where a disc falls to."""
    bottom = 1 << STEP * (column - 1)
    return (taken + bottom) & (((1 << HEIGHT) - 1) * bottom)
