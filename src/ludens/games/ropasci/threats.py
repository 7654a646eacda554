"""RoPaSci 360: what a position is worth by who threatens whom, for many positions at once, in NumPy.

The figures, each what Upper has more than Lower:

| figure | of a side |
|---|---|
| tokens | on the board |
| throws | that are left: a throw can take a token anywhere in its zone, and cannot be taken itself |
| last throw | 1 while it has a throw left |
| bare | 1 if it has no token on the board |
| attacks at 1, 2 | the other side's tokens whose nearest beater of this side is so far away |
| nearness | of the other side's tokens: how near the nearest beater of this side is, 1 at most, in all |
| edge | of the tokens that it attacks from at most 2 steps: their distance from the centre, in all |
| in the zone | the other side's tokens that a throw can take |
| dominance | for each symbol, tokens of it over one more than the other side's tokens that beat it |
| invincible | 1 if the other side has no throw left and no token that beats one of this side's |
| unbeatable | 1 if nothing on the board beats one of its tokens, whatever throws are left |

Values are those of a logistic function; a side with an invincible token cannot lose, so that it has at least an even
game; towards the 360th turn, where the game is drawn, they come nearer to an even
game. The weights were learnt from whole games (``scripts/learn_ropasci_threats.py``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import Rows
from ludens.games.hexagon.cells import CELLS, NUMBERS, distance
from ludens.games.ropasci import layout
from ludens.games.ropasci.threat_weights import WEIGHTS

NAMES = (
    "tokens", "throws", "last throw", "bare", "attacks at 1", "attacks at 2", "nearness", "edge", "in the zone",
    "dominance", "invincible", "unbeatable",
)  # fmt: skip
FIGURES = len(NAMES)

Array = NDArray[np.float64]

FAR = 9
"""More than any distance on the board."""

_INVINCIBLE = NAMES.index("invincible")

BATCH = 2048
"""Positions that are looked at together: a few MB."""

LATE = 40.0
"""Turns before the last one from which on a lead is worth less and less."""

_NONE = CELLS
"""In place of the cell of a token that is not there."""

_DISTANCE = np.full((CELLS + 1, CELLS + 1), FAR, dtype=np.int8)
_DISTANCE[:CELLS, :CELLS] = [[distance(one, other) for other in range(CELLS)] for one in range(CELLS)]
_FROM_CENTRE = np.append(_DISTANCE[NUMBERS[0, 0], :CELLS], 0).astype(np.float64)
_ZONES = np.array([*layout.ZONES, 0], dtype=np.int64)


def numbers_of(rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The throws made by each side, shape (positions, 2), and the turn of each position."""
    word = rows[:, layout.NUMBERS].astype(np.int64)
    throws = np.stack([word >> layout.UPPER_THROWS & 0xFF, word >> layout.LOWER_THROWS & 0xFF], axis=1)
    return throws, word >> layout.TURN & 0xFFFF


def figures_of(rows: Rows) -> Array:
    """The figures of positions, shape (positions, FIGURES)."""
    found = np.empty((len(rows), FIGURES))
    for first in range(0, len(rows), BATCH):
        found[first : first + BATCH] = _figures(rows[first : first + BATCH])
    return found


def _figures(rows: Rows) -> Array:
    tokens = np.ascontiguousarray(rows[:, : layout.NUMBERS]).view(np.uint8).reshape(len(rows), 2, 16)
    tokens = tokens[:, :, : layout.THROWS].astype(np.int64)
    there = tokens > 0
    most = max(1, int(there.sum(axis=2).max(initial=0)))
    tokens, there = tokens[:, :, :most], there[:, :, :most]
    cells = np.where(there, (tokens - 1) // 3, _NONE)
    symbols = np.where(there, (tokens - 1) % 3, -1)
    counts = np.stack([(symbols == symbol).sum(axis=2) for symbol in range(3)], axis=2)
    left = layout.THROWS - numbers_of(rows)[0]
    steps = _DISTANCE[cells[:, 0, :, None], cells[:, 1, None, :]]
    beats = (symbols[:, 0, :, None] - symbols[:, 1, None, :]) % 3
    upper = _of_a_side(0, cells, there, counts, left, np.where(beats == 1, steps, FAR).min(axis=1))
    lower = _of_a_side(1, cells, there, counts, left, np.where(beats == 2, steps, FAR).min(axis=2))
    return upper - lower


def _of_a_side(
    side: int,
    cells: NDArray[np.int64],
    there: NDArray[np.bool_],
    counts: NDArray[np.int64],
    left: NDArray[np.int64],
    hunted: NDArray[np.int8],
) -> Array:
    """The figures of one side; ``hunted``: how far each of the other side's tokens is from its nearest beater."""
    own, other, throws = counts[:, side], counts[:, 1 - side], left[:, side]
    preys, present = cells[:, 1 - side], there[:, 1 - side]
    hunted = np.where(present, hunted, FAR)
    zone = _ZONES[layout.THROWS - throws][:, None]
    inside = (present & (preys >= CELLS - zone if side == 0 else preys < zone)).sum(axis=1)
    beaters = np.roll(other, -1, axis=1)
    unbeatable = ((own > 0) & (beaters == 0)).any(axis=1)
    return np.stack(
        [
            own.sum(axis=1),
            throws,
            throws > 0,
            own.sum(axis=1) == 0,
            *((hunted == reach).sum(axis=1) for reach in (1, 2)),
            (1.0 - hunted / FAR).sum(axis=1),
            np.where(hunted <= 2, _FROM_CENTRE[preys], 0.0).sum(axis=1),
            inside,
            (own / (1.0 + beaters)).sum(axis=1),
            unbeatable & (left[:, 1 - side] == 0),
            unbeatable,
        ],
        axis=1,
    ).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Threats:
    """What positions are worth to Upper, from 0 to 1: what their goals say when they are over, else the figures."""

    weights: tuple[float, ...] = WEIGHTS

    def __call__(self, rows: Rows) -> Array:
        """Values of positions, one each."""
        figures = figures_of(rows)
        left = layout.TURNS - numbers_of(rows)[1]
        values = 1 / (1 + np.exp(-(figures @ np.array(self.weights)) * np.minimum(1.0, left / LATE)))
        invincible = figures[:, _INVINCIBLE]
        values = np.where(invincible > 0, (1 + values) / 2, np.where(invincible < 0, values / 2, values))
        endings = (rows[:, layout.NUMBERS] >> np.uint64(layout.ENDING) & np.uint64(0xFF)).astype(np.int64)
        over = np.array([0.0, 1.0, 0.0, *[0.5] * 4])[endings]
        return np.asarray(np.where(endings == layout.GOING_ON, values, over))
