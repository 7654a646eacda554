"""What a side of RoPaSci 360 can make sure of before the end (Yu and Krishnan 2021): with an invincible token, a draw.

A token is invincible when the other side has no throw left and no token that beats it. Only its own side could still
destroy it, and need not: who has one can make sure of a draw, which of goals from 0 to 1 is a half. These are bounds of
what positions are worth to who plays well, not of how random games end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import Rows
from ludens.games.ropasci import layout

Floats = NDArray[np.float64]

DRAW = 0.5


def bounds(rows: Rows) -> tuple[Floats, Floats]:
    """The least and the most that positions are worth to Upper."""
    tokens = [_symbols(rows[:, first : first + 2]) for first in (layout.UPPER, layout.LOWER)]
    numbers = rows[:, layout.NUMBERS]
    spent = [
        (numbers >> np.uint64(place) & np.uint64(0xFF)) >= layout.THROWS
        for place in (layout.UPPER_THROWS, layout.LOWER_THROWS)
    ]
    upper, lower = (_unbeatable(tokens[side], tokens[1 - side]) & spent[1 - side] for side in (0, 1))
    return np.where(upper, DRAW, 0.0), np.where(lower, DRAW, 1.0)


def _symbols(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which symbols a side has on the board, shape (positions, symbols)."""
    found = np.ascontiguousarray(words).view(np.uint8).reshape(len(words), 8 * words.shape[1]).astype(np.int64)
    return np.stack([((found > 0) & ((found - 1) % 3 == symbol)).any(axis=1) for symbol in range(3)], axis=1)


def _unbeatable(own: NDArray[np.bool_], other: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where a side has a token that none of the other side's beats: each symbol is beaten by the next."""
    return np.asarray((own & ~np.roll(other, -1, axis=1)).any(axis=1))
