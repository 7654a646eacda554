"""RoPaSci 360: the moves of a side that a turn is solved with, in compiled code.

These are the most urgent of the WIDE candidates (``heuristics.py``), and what those leave out because it may lose a
token: where both sides must guess, a threatened token may also go where it can be met, and a hunter may go where its
prey can flee to instead of where it stands.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole, lowest
from ludens.engine.kernels.compiling import kernel, part
from ludens.games.hexagon.cells import CELLS
from ludens.games.ropasci import layout
from ludens.games.ropasci.board import WALK, ZONES, Board, occupied, targets
from ludens.games.ropasci.heuristics import URGENCIES, WIDE, attacked, candidates, harmless, prey_of

Moves = NDArray[np.int64]

GUESSES = 4
"""Moves of a side that are added to its candidates where tokens are threatened."""

MOST_LEGAL = len(layout.SYMBOLS) * CELLS + layout.THROWS * 30


@part
def legal_moves(board: Board, side: Whole, found: Moves) -> Whole:
    """Writes all legal moves of a side; how many there are."""
    number, zone = 0, ZONES[board.throws[side]]
    for place in range(zone):
        cell = CELLS - 1 - place if side == 0 else place
        for symbol in range(3):
            found[number] = symbol * CELLS + cell
            number += 1
    own = occupied(board, side)
    left = own
    while left:
        source = lowest(left)
        left &= left - ONE
        reached = targets(own, source)
        while reached:
            found[number] = WALK[source, lowest(reached)]
            number += 1
            reached &= reached - ONE
    return number


@part
def _add_walks(moves: Moves, number: Whole, most: Whole, source: Whole, cells: np.uint64) -> Whole:
    """Adds the walks from a cell to others that are not there yet, while there is room."""
    while cells and number < most:
        move = WALK[source, lowest(cells)]
        cells &= cells - ONE
        known = False
        for place in range(number):
            known = known or moves[place] == move
        if not known:
            moves[number] = move
            number += 1
    return number


@part
def _guesses(board: Board, side: Whole, number: Whole, most: Whole, moves: Moves) -> Whole:
    """Adds what is a matter of guessing: walks of threatened tokens, whether safe or not, and of hunters to where what
    they could take may flee.
    """
    own, other = occupied(board, side), occupied(board, 1 - side)
    for symbol in range(3):
        walkers, safe = board.cells[3 * side + symbol], harmless(board, side, symbol)
        if not walkers:
            continue
        danger, prey = attacked(board, side, symbol), prey_of(board, side, symbol)
        reached, left = np.uint64(0), walkers
        while left:
            reached |= targets(own, lowest(left))
            left &= left - ONE
        flights, left = np.uint64(0), prey & reached
        while left:
            flights |= targets(other, lowest(left))
            left &= left - ONE
        left = walkers
        while left:
            source = lowest(left)
            left &= left - ONE
            wanted = flights | prey
            if (danger >> np.uint64(source)) & ONE:
                wanted = ~np.uint64(0)
            number = _add_walks(moves, number, most, source, targets(own, source) & safe & wanted)
    return number


@kernel
def some_moves(board: Board, side: Whole, most: Whole, found: Moves, legal: Moves, moves: Moves) -> Whole:
    """Writes at most so many candidates of a side, the most urgent first, and GUESSES more; evenly from all legal moves
    if there are no candidates.
    """
    total = candidates(board, side, WIDE, found)
    if total == 0:
        total = legal_moves(board, side, legal)
        number = min(total, most)
        for place in range(number):
            moves[place] = legal[place * total // number]
        return number
    number = 0
    for urgency in range(URGENCIES):
        for place in range(total):
            if number < most and found[1, place] == urgency:
                moves[number] = found[0, place]
                number += 1
    return _guesses(board, side, number, number + GUESSES, moves)
