"""RoPaSci 360: what a player makes of a position beside what it is worth, so that players differ in style.

A style has weights of its own for the figures of ``threats.py``. It says what a draw is worth to it, and how near to
that a position comes that has occurred before: the third occurrence ends the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import Rows
from ludens.games.hexagon.cells import NUMBERS
from ludens.games.ropasci import layout
from ludens.games.ropasci.endgame import endgame_table, endgames_among
from ludens.games.ropasci.rules import Configuration
from ludens.games.ropasci.threat_weights import WEIGHTS
from ludens.games.ropasci.threats import NAMES, Threats

EVEN = 0.5
_FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93], dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class Style:
    """``draw``: what a draw is worth, from 0 to 1. ``repeated``: how near to a draw a second occurrence comes."""

    weights: tuple[float, ...] = WEIGHTS
    draw: float = EVEN
    repeated: float = 0.0


def inclined(**changes: float) -> tuple[float, ...]:
    """The learnt weights, some of them with something added; names as in ``threats.NAMES``, with _ for spaces."""
    places = {name.replace(" ", "_"): place for place, name in enumerate(NAMES)}
    weights = list(WEIGHTS)
    for name, change in changes.items():
        weights[places[name]] += change
    return tuple(weights)


class StyledValue:
    """What positions are worth to Upper if one side has this style and these configurations have occurred before.

    ``endgames``: those that are solved are looked up.
    """

    def __init__(
        self, style: Style, side: int, earlier: Iterable[Configuration] = (), *, endgames: bool = True
    ) -> None:
        self._endgames = endgames
        self._threats, self._repeated = Threats(style.weights), style.repeated
        self._draw = style.draw if side == 0 else 1 - style.draw
        self._earlier = np.array([configuration_key(tokens) for tokens in earlier], dtype=np.uint64)

    def __call__(self, rows: Rows) -> NDArray[np.float64]:
        """Values of positions, one each."""
        values = self._threats(rows)
        endings = rows[:, layout.NUMBERS] >> np.uint64(layout.ENDING) & np.uint64(0xFF)
        values[endings >= layout.NOTHING_LEFT] = self._draw
        if self._endgames:
            self._look_up(rows, values)
        if len(self._earlier) and self._repeated:
            again = np.isin(_keys(rows), self._earlier) & (endings == layout.GOING_ON)
            values[again] += self._repeated * (self._draw - values[again])
        return values

    def _look_up(self, rows: Rows, values: NDArray[np.float64]) -> None:
        """Writes what is certain of endgames: who hunts wins by a capture, and draws without one."""
        found = endgames_among(rows)
        if len(found.places):
            won, capture = np.where(found.upper_hunts, 1.0, 0.0), endgame_table().capture(found.cells, found.left)
            values[found.places] = self._draw + capture * (won - self._draw)


def _keys(rows: Rows) -> NDArray[np.uint64]:
    """A number for the tokens of each position, the same for the same tokens."""
    with np.errstate(over="ignore"):
        return np.asarray((rows[:, : layout.NUMBERS] * _FACTORS).sum(axis=1, dtype=np.uint64))


@lru_cache(maxsize=2 * layout.TURNS)
def configuration_key(tokens: Configuration) -> np.uint64:
    """The number that positions with these tokens have."""
    row = np.zeros((1, layout.WORDS), dtype=np.uint64)
    for side, own in enumerate(tokens):
        numbers = sorted(1 + 3 * NUMBERS[t.r, t.q] + layout.SYMBOLS.index(t.symbol) for t in own)
        row[0, 2 * side : 2 * side + 2] = np.frombuffer(bytes(numbers).ljust(16, b"\0"), dtype=np.uint64)
    key: np.uint64 = _keys(row)[0]
    return key
