"""RoPaSci 360 with three tokens and no throws left, solved exactly: one hunter and two tokens that it beats.

With fewer tokens, or other symbols, such a game is over. Here the hunter is invincible and cannot lose: it wins when it
takes one of the two, and draws if it has not by the 360th turn. Backwards from that turn every position is a matrix
game of those that follow it (Shapley 1953): the chance of a capture within n turns follows from that within n - 1.
Zones of throws no longer matter, so that all 12 symmetries of the hexagon hold. Repetitions are left out.

The table has the hunter's chance of a capture for its cell and those of the others, for several numbers of turns that
are left (``scripts/ropasci_endgame.py``). It says that most such games are drawn: the mean chance, over positions that
are not symmetric to each other, is 0.6 % in one turn and 1.3 % in 256.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import Rows
from ludens.games.hexagon.cells import CELLS, NEIGHBOURS, SYMMETRIES
from ludens.games.ropasci import layout
from ludens.search.matrix.game import by_simplex, saddle_point

Chances = NDArray[np.float64]
"""Of a capture, by the cells of the hunter and of the two others: shape (CELLS, CELLS, CELLS)."""

PATH = Path(__file__).with_name("data") / "endgame.npz"

SCALE = 65_535
"""What a chance of 1 is in the file."""


def prey_moves(one: int, other: int) -> list[tuple[int, int]]:
    """Where the two tokens can be after a slide or a swing of one of them, ascending pairs."""
    found = set()
    for moving, staying in ((one, other), (other, one)):
        reached = set(NEIGHBOURS[moving])
        if staying in NEIGHBOURS[moving]:
            reached |= set(NEIGHBOURS[staying]) - {moving}
        found |= {(min(cell, staying), max(cell, staying)) for cell in reached}
    return sorted(found)


def turn_matrix(chances: Chances, hunter: int, one: int, other: int) -> Chances:
    """The hunter's moves by the others': the chance of a capture, now or later."""
    pairs = np.array(prey_moves(one, other))
    rows = []
    for cell in NEIGHBOURS[hunter]:
        rows.append(np.where((pairs == cell).any(axis=1), 1.0, chances[cell, pairs[:, 0], pairs[:, 1]]))
    return np.array(rows)


@cache
def classes() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One position for each class of symmetric ones, shape (classes, 3), and the class of every position."""
    symmetries = np.array(SYMMETRIES)
    grid = np.stack(np.meshgrid(*[np.arange(CELLS)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    least = np.full(len(grid), np.iinfo(np.int64).max)
    for symmetry in symmetries:
        hunter, one, other = symmetry[grid].T
        low, high = np.minimum(one, other), np.maximum(one, other)
        least = np.minimum(least, (hunter * CELLS + low) * CELLS + high)
    found, numbers = np.unique(least, return_inverse=True)
    cells = np.stack([found // CELLS**2, found // CELLS % CELLS, found % CELLS], axis=1)
    return cells, numbers.reshape((CELLS,) * 3)


def one_turn_more(chances: Chances) -> Chances:
    """What the hunter takes within one turn more."""
    cells, numbers = classes()
    values = np.zeros(len(cells))
    for place, (hunter, one, other) in enumerate(cells.tolist()):
        if hunter in (one, other):
            continue
        matrix = turn_matrix(chances, hunter, one, other)
        saddle = saddle_point(matrix)
        values[place] = matrix[saddle] if saddle is not None else by_simplex(matrix).value
    return np.asarray(values[numbers])


@dataclass(frozen=True, slots=True)
class EndgameTable:
    """Chances of a capture within ``turns`` turns, which ascend, of shape (turns, CELLS, CELLS, CELLS)."""

    turns: NDArray[np.int64]
    chances: NDArray[np.uint16]

    def capture(self, cells: NDArray[np.int64], left: NDArray[np.int64]) -> NDArray[np.float64]:
        """The hunter's chances for cells, shape (positions, 3), within the turns left: no more than they are."""
        row = np.searchsorted(self.turns, left, side="right") - 1
        return np.asarray(np.where(row >= 0, self.chances[np.maximum(row, 0), *cells.T] / SCALE, 0.0))


@dataclass(frozen=True, slots=True)
class Endgames:
    """Positions that the table knows, and their ``places`` among others.

    ``cells``: of the hunter and the two others, shape (positions, 3). ``left``: turns.
    """

    places: NDArray[np.int64]
    upper_hunts: NDArray[np.bool_]
    cells: NDArray[np.int64]
    left: NDArray[np.int64]


def endgames_among(rows: Rows) -> Endgames:
    """Those with one token against two and no throws left, that are not over."""
    numbers = rows[:, layout.NUMBERS].astype(np.int64)
    done = layout.THROWS << layout.UPPER_THROWS | layout.THROWS << layout.LOWER_THROWS
    going = (numbers & 0xFFFF == done) & (numbers >> layout.ENDING & 0xFF == layout.GOING_ON)
    tokens = np.ascontiguousarray(rows[:, : layout.NUMBERS]).view(np.uint8).reshape(len(rows), 2, 16)
    counts = (tokens > 0).sum(axis=2)
    places = np.flatnonzero(going & (counts.sum(axis=1) == 3))
    upper_hunts = counts[places, 0] == 1
    hunter, others = np.where(upper_hunts, 0, 1), np.where(upper_hunts, 1, 0)
    found = np.stack([tokens[places, hunter, 0], tokens[places, others, 0], tokens[places, others, 1]], axis=1).astype(
        np.int64
    )
    # That the game is not over leaves only two tokens that the hunter beats.
    left = layout.TURNS - (numbers[places] >> layout.TURN & 0xFFFF)
    return Endgames(places, upper_hunts, (found - 1) // 3, left)


@cache
def endgame_table() -> EndgameTable:
    """The table that is shipped."""
    with np.load(PATH) as data:
        cells = classes()[1]
        return EndgameTable(data["turns"], np.ascontiguousarray(data["chances"][:, cells]))
