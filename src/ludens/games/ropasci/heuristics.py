"""RoPaSci 360: the moves that a greedy player looks at, the most urgent first.

Yu and Krishnan (2021) prune by rules: slides and swings that capture; throws that capture, while few tokens have been
thrown; slides and swings that close in on a token to capture; escapes. What they call some number of these moves is
MOST_GREEDY here: the nearest approaches come first, and what is beyond the number is left out. A side with none of
these moves has all its legal moves.

The WIDE set is our own. Throws capture at any time, escapes come before approaches, and nothing goes where the other
side could capture it without a throw. Where that leaves room, there are throws next to a token to capture, and slides
and swings that are safe: a side need not run into its ruin because rules see nothing else.

No move here loses a token of its own side or itself at once to what stands still; legal moves may.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole, lowest
from ludens.engine.kernels.compiling import kernel, part
from ludens.engine.kernels.random_stream import below
from ludens.games.hexagon.cells import CELLS, distance
from ludens.games.ropasci import layout
from ludens.games.ropasci.board import NONE, WALK, ZONES, Board, choose, occupied, targets, write_legal

GREEDY, WIDE = 0, 1
"""The two sets."""

FEW_THROWS = 6
"""With fewer throws made than this, the GREEDY set has throws that capture."""

MOST_GREEDY, MOST_WIDE = 12, 12
"""Moves of a set that are looked at."""

CAPTURE, THROW_CAPTURE = 0, 1
ESCAPE = (9, 2)
CLOSING = (1, 2)
THREAT, WAITING = 10, 11
URGENCIES = 12
"""How urgent moves are, lowest first; by set where it differs. An approach to the distance d has CLOSING + d."""

FAR = 9
"""More than any distance on the board."""

MOST_CANDIDATES = len(layout.SYMBOLS) * CELLS + layout.THROWS * 18

_ESCAPE, _CLOSING = np.array(ESCAPE, dtype=np.int64), np.array(CLOSING, dtype=np.int64)
DISTANCE = np.array([[distance(one, other) for other in range(CELLS)] for one in range(CELLS)], dtype=np.int64)
_WITHIN = np.array(
    [
        [sum(1 << other for other in range(CELLS) if distance(cell, other) <= reach) for reach in range(FAR)]
        for cell in range(CELLS)
    ],
    dtype=np.uint64,
)


@part
def nearest(cells: np.uint64, cell: Whole) -> Whole:
    """The distance from a cell to the nearest of some; FAR if there are none."""
    found: Whole = FAR
    while cells:
        found = min(found, DISTANCE[cell, lowest(cells)])
        cells &= cells - ONE
    return found


@part
def around(cells: np.uint64, reach: Whole) -> np.uint64:
    """The cells that are no further than ``reach`` from some of these."""
    found = NONE
    while cells:
        found |= _WITHIN[lowest(cells), reach]
        cells &= cells - ONE
    return found


@part
def prey_of(board: Board, side: Whole, symbol: Whole) -> np.uint64:
    """The cells of the other side's tokens that the symbol beats, but for those shared with own ones."""
    beaten = (symbol + 2) % 3
    found: np.uint64 = board.cells[3 - 3 * side + beaten] & ~board.cells[3 * side + beaten]
    return found


@part
def harmless(board: Board, side: Whole, symbol: Whole) -> np.uint64:
    """The cells where a token of the symbol neither dies nor kills one of its own side."""
    beater, beaten = (symbol + 1) % 3, (symbol + 2) % 3
    found: np.uint64 = ~(board.cells[beater] | board.cells[3 + beater] | board.cells[3 * side + beaten])
    return found


@part
def attacked(board: Board, side: Whole, symbol: Whole) -> np.uint64:
    """The cells where the other side's slides and swings could capture a token of the symbol."""
    other = occupied(board, 1 - side)
    hunters = board.cells[3 - 3 * side + (symbol + 1) % 3]
    found = NONE
    while hunters:
        found |= targets(other, lowest(hunters))
        hunters &= hunters - ONE
    return found


@part
def _zone(board: Board, side: Whole) -> np.uint64:
    """The cells that the next throw may use; none if there is none."""
    size = np.uint64(ZONES[board.throws[side]])
    lower = (ONE << size) - ONE
    return lower if side == 1 else lower << (np.uint64(CELLS) - size)


@part
def _note(found: NDArray[np.int64], number: Whole, move: Whole, urgency: Whole) -> Whole:
    found[0, number], found[1, number] = move, urgency
    return number + 1


@part
def _note_walks(found: NDArray[np.int64], number: Whole, source: Whole, cells: np.uint64, urgency: Whole) -> Whole:
    while cells:
        number = _note(found, number, WALK[source, lowest(cells)], urgency)
        cells &= cells - ONE
    return number


@part
def _note_throws(found: NDArray[np.int64], number: Whole, symbol: Whole, cells: np.uint64, urgency: Whole) -> Whole:
    while cells:
        number = _note(found, number, symbol * CELLS + lowest(cells), urgency)
        cells &= cells - ONE
    return number


@kernel
def candidates(board: Board, side: Whole, wide: Whole, found: NDArray[np.int64]) -> Whole:
    """The number of moves of a set without its bound, written with their urgencies into ``found`` (2, MOST_CANDIDATES).

    Symbol by symbol: throws, then slides and swings by source; always by target.
    """
    number: Whole = 0
    own, zone = occupied(board, side), _zone(board, side)
    for symbol in range(3):
        prey, safe = prey_of(board, side, symbol), harmless(board, side, symbol)
        danger = attacked(board, side, symbol)
        if wide == WIDE or board.throws[side] < FEW_THROWS:
            number = _note_throws(found, number, symbol, zone & prey, THROW_CAPTURE)
        if wide == WIDE:
            safe &= ~danger
            number = _note_throws(found, number, symbol, zone & around(prey, 1) & ~prey & safe, THREAT)
        left = board.cells[3 * side + symbol]
        while left:
            source = lowest(left)
            left &= left - ONE
            number = _walks(found, number, wide, source, targets(own, source), prey, safe, danger)
    return number


@part
def _walks(
    found: NDArray[np.int64],
    number: Whole,
    wide: Whole,
    source: Whole,
    reached: np.uint64,
    prey: np.uint64,
    safe: np.uint64,
    danger: np.uint64,
) -> Whole:
    """Notes the slides and swings of one cell: captures, then escapes or approaches, whichever is more urgent."""
    number = _note_walks(found, number, source, reached & prey, CAPTURE)
    rest = reached & safe & ~prey
    threatened = (danger >> np.uint64(source)) & ONE != NONE
    if threatened and wide == WIDE:
        return _note_walks(found, number, source, rest, _ESCAPE[WIDE])
    start = nearest(prey, source)
    if start < FAR:
        closer = rest & around(prey, start - 1)
        rest &= ~closer
        while closer:
            cell = lowest(closer)
            closer &= closer - ONE
            number = _note(found, number, WALK[source, cell], _CLOSING[wide] + nearest(prey, cell))
    if wide == WIDE:
        return _note_walks(found, number, source, rest, WAITING)
    if threatened:
        number = _note_walks(found, number, source, rest & ~danger, _ESCAPE[GREEDY])
    return number


@part
def _place(found: NDArray[np.int64], total: Whole, rank: Whole) -> Whole:
    """The move that has ``rank`` others before it: more urgent ones, or equally urgent ones noted earlier."""
    for urgency in range(URGENCIES):
        for number in range(total):
            if found[1, number] == urgency:
                if rank == 0:
                    move: Whole = found[0, number]
                    return move
                rank -= 1
    return -1


@kernel
def write_candidates(
    board: Board, side: Whole, wide: Whole, most: Whole, found: NDArray[np.int64], table: NDArray[np.bool_]
) -> None:
    """Marks the ``most`` most urgent moves of a set in an all-false table; all legal moves if it is empty."""
    if board.ending[0] != layout.GOING_ON:
        return
    total = candidates(board, side, wide, found)
    if total == 0:
        write_legal(board, side, table)
    for rank in range(min(total, most)):
        table[_place(found, total, rank)] = True


@kernel
def choose_candidate(
    board: Board, side: Whole, wide: Whole, most: Whole, found: NDArray[np.int64], stream: np.uint64
) -> tuple[np.uint64, Whole]:
    """The next state of the stream, and one of the moves that ``write_candidates`` marks, each as likely."""
    total = candidates(board, side, wide, found)
    if total == 0:
        return choose(board, side, stream)
    stream, rank = below(stream, min(total, most))
    if total <= most:
        return stream, found[0, rank]
    return stream, _place(found, total, rank)
