"""RoPaSci 360: what a position is worth by a small network, in compiled code.

Each side has the figures below, seen from its own side. A hidden layer takes those of one side, then of the other, and
once more the other way round; the difference of both, with a linear part, is what Upper is ahead by. So the value is
the same for both sides by construction: a position and the one with sides exchanged add up to 1. Tokens of one kind on
one cell count once where it is said which are hunted.

| figure | of a side |
|---|---|
| tokens, throws | on the board; left |
| any throw, last throw | 1 while it has a throw left; 1 if it has exactly one |
| bare | 1 if it has no token on the board |
| symbols | how many different ones it has on the board |
| hunted at 1, 2, 3 | the other side's tokens whose nearest beater of this side is so far away |
| nearness | of the other side's tokens: how near the nearest beater of this side is, 1 at most, in all |
| cornered | of the other side's tokens hunted from at most 2 steps: their distance from the centre, in all |
| in reach | the other side's tokens that a slide or a swing can take |
| in the zone | the other side's tokens that a throw can take |
| two there | 1 if these are two or more, for only one can flee |
| dominance | for each symbol, tokens of it over one more than the other side's tokens that beat it |
| invincible | 1 if the other side has no throw left and no token that beats one of this side's |
| unbeatable | its tokens that nothing on the board beats |
| unanswered | the other side's tokens that nothing of this side on the board beats |
| off centre | the distance of its tokens from the centre, in all |
| zone | the part of the board that its next throw may use |
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import ONE, Whole, count, lowest
from ludens.engine.kernels.compiling import kernel, part
from ludens.engine.rows import Rows
from ludens.games.hexagon.cells import CELLS, NUMBERS
from ludens.games.ropasci import layout
from ludens.games.ropasci.board import ZONES, Board, new_board, occupied, targets
from ludens.games.ropasci.heuristics import DISTANCE, FAR
from ludens.games.ropasci.kernels import read

NAMES = (
    "tokens", "throws", "any throw", "last throw", "bare", "symbols", "hunted at 1", "hunted at 2", "hunted at 3",
    "nearness", "cornered", "in reach", "in the zone", "two there", "dominance", "invincible", "unbeatable",
    "unanswered", "off centre", "zone",
)  # fmt: skip
FIGURES = len(NAMES)
INVINCIBLE = NAMES.index("invincible")

LATE = 40.0
"""Turns before the last one from which on a lead is worth less and less."""

CENTRE = NUMBERS[0, 0]
_ALL = np.uint64((1 << CELLS) - 1)

Floats = NDArray[np.float64]


class Judge(NamedTuple):
    """How positions are valued: a network, solved endgames, and a taste.

    ``hidden``: a line of weights for each unit, of own figures, then of the other's; ``bias``: of each unit. ``out``:
    of the units. ``linear``: of the differences of figures. ``turns`` and ``chances``: of ``endgame.EndgameTable``.
    ``taste``: what a draw is worth to Upper, and how near to that a second occurrence brings a position.
    """

    hidden: Floats
    bias: Floats
    out: Floats
    linear: Floats
    turns: NDArray[np.int64]
    chances: NDArray[np.uint16]
    taste: Floats


@part
def _zone_of(board: Board, side: Whole) -> np.uint64:
    size = np.uint64(ZONES[board.throws[side]])
    lower = (ONE << size) - ONE
    return lower if side == 1 else lower << (np.uint64(CELLS) - size)


@part
def write_side(board: Board, side: Whole, figures: Floats) -> None:
    """Writes the figures of a side."""
    own, other = 3 * side, 3 - 3 * side
    left, theirs = layout.THROWS - board.throws[side], layout.THROWS - board.throws[1 - side]
    cells, zone = occupied(board, side), _zone_of(board, side)
    tokens, symbols, near, cornered, far = 0.0, 0.0, 0.0, 0.0, 0.0
    at1, at2, at3, reach, inside = 0.0, 0.0, 0.0, 0.0, 0.0
    dominance, unbeatable, unanswered = 0.0, 0.0, 0.0
    for symbol in range(3):
        mine, prey = board.tokens[own + symbol], board.tokens[other + (symbol + 2) % 3]
        beaters = board.tokens[other + (symbol + 1) % 3]
        tokens += mine
        dominance += mine / (1.0 + beaters)
        if mine > 0:
            symbols += 1.0
            if beaters == 0:
                unbeatable += mine
        elif prey > 0:
            unanswered += prey
        walk, reached = board.cells[own + symbol], np.uint64(0)
        while walk:
            cell = lowest(walk)
            walk &= walk - ONE
            far += board.stacks[own + symbol, cell] * DISTANCE[cell, CENTRE]
            reached |= targets(cells, cell)
        hunted = board.cells[other + (symbol + 2) % 3]
        inside += count(hunted & zone)
        reach += count(hunted & reached)
        while hunted:
            cell = lowest(hunted)
            hunted &= hunted - ONE
            least, hunters = FAR, board.cells[own + symbol]
            while hunters:
                least = min(least, DISTANCE[cell, lowest(hunters)])
                hunters &= hunters - ONE
            near += 1.0 - least / FAR
            if least <= 1:
                at1 += 1.0
            elif least == 2:
                at2 += 1.0
            elif least == 3:
                at3 += 1.0
            if least <= 2:
                cornered += 0.25 * DISTANCE[cell, CENTRE]
    figures[0], figures[1] = tokens / 3.0, left / 3.0
    figures[2], figures[3] = 1.0 if left > 0 else 0.0, 1.0 if left == 1 else 0.0
    figures[4], figures[5] = 1.0 if tokens == 0 else 0.0, symbols / 3.0
    figures[6], figures[7], figures[8], figures[9], figures[10] = at1, at2, at3, near, cornered
    figures[11], figures[12], figures[13] = reach, inside, 1.0 if inside >= 2 else 0.0
    figures[14], figures[15] = dominance / 3.0, 1.0 if unbeatable > 0 and theirs == 0 else 0.0
    figures[16], figures[17], figures[18] = unbeatable / 3.0, unanswered / 3.0, far / 12.0
    figures[19] = ZONES[board.throws[side]] / CELLS


@part
def ahead(figures: Floats, judge: Judge) -> float:
    """What Upper is ahead by, from the figures of both sides, shape (2, FIGURES)."""
    total = 0.0
    for place in range(FIGURES):
        total += judge.linear[place] * (figures[0, place] - figures[1, place])
    for unit in range(len(judge.bias)):
        one, other = judge.bias[unit], judge.bias[unit]
        for place in range(FIGURES):
            own, theirs = judge.hidden[unit, place], judge.hidden[unit, FIGURES + place]
            one += own * figures[0, place] + theirs * figures[1, place]
            other += own * figures[1, place] + theirs * figures[0, place]
        total += judge.out[unit] * (max(0.0, one) - max(0.0, other))
    return total


@part
def worth(board: Board, turn: Whole, figures: Floats, judge: Judge) -> float:
    """What a position that is not over is worth to Upper, from 0 to 1; ``figures`` is room for those of both sides.

    A side with an invincible token cannot lose, so that it has at least an even game. Towards the 360th turn, where
    the game is drawn, values come nearer to an even game.
    """
    write_side(board, 0, figures[0])
    write_side(board, 1, figures[1])
    late = min(1.0, (layout.TURNS - turn) / LATE)
    value = 1.0 / (1.0 + math.exp(-late * ahead(figures, judge)))
    if figures[0, INVINCIBLE] > 0.0:
        return 0.5 + 0.5 * value
    if figures[1, INVINCIBLE] > 0.0:
        return 0.5 * value
    return value


@kernel
def network_rows(rows: Rows, judge: Judge, figures: Floats, values: Floats) -> None:
    """Writes the figures of positions, shape (positions, 2, FIGURES), and values, as if the games were going on."""
    board = new_board()
    for row in range(len(rows)):
        read(rows[row], board)
        values[row] = worth(board, board.turn[0], figures[row], judge)
