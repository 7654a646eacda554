"""Playouts at full speed that prefer moves which have been good on average.

MAST (Finnsson and Björnsson 2008) draws moves with chances that grow with their average result. Here the moves of each
role are either preferred, the best quarter by average, or not: that much can be decided in machine code, for hundreds
of games at once. It helps where a move is worth much the same wherever it is made, as corners are in reversi, and harms
where that is not so; a search has to try.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine, Preferring
from ludens.engine.playouts import Playouts
from ludens.engine.preference import Preference, preferred
from ludens.engine.rows import Rows
from ludens.search.tree.evaluate import Evaluated, summed

BEST_PART = 0.75
"""Moves above this quantile of the averages are preferred."""

DECAY = 0.9
"""What earlier playouts still count when new ones are added."""

WATCHED = 64
"""Positions from which playouts are watched, to learn from."""

GAMES_EACH = 8
"""Watched playouts of a position."""

EVERY = 8
"""One batch in so many is watched, and the first ones all."""

FEWEST = 4
"""Playouts that a move must have been made in."""


class PreferredPlayouts:
    """Playouts that learn from each other.

    They are played by ``playouts`` of ``engine`` itself, whatever view of it a tree is searched on.
    """

    def __init__(self, engine: BatchEngine, playouts: Preferring, max_steps: int = 0, unfinished: float = 0.5) -> None:
        self._playouts, self.max_steps, self.unfinished = playouts, max_steps, unfinished
        self.preference: Preference | None = None
        self._counts = [np.zeros(len(engine.moves(role))) for role in range(len(engine.roles))]
        self._sums = [np.zeros_like(counts) for counts in self._counts]
        self._batches = 0

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        if self._batches < EVERY or self._batches % EVERY == 0:
            self._watch(rows[:: max(1, len(rows) // WATCHED)], seed)
        self._batches += 1
        found = self._playouts(rows, per_row, seed, max_steps=self.max_steps, amaf=amaf, preference=self.preference)
        return summed(found, self.unfinished)

    def _watch(self, rows: Rows, seed: int) -> None:
        """Plays a few games more, and learns from their moves."""
        found = self._playouts(rows, GAMES_EACH, ~seed, max_steps=self.max_steps, amaf=True, preference=self.preference)
        self.learn(found)

    def learn(self, found: Playouts) -> None:
        """Adds the moves of playouts to the averages, and prefers the best of them from now on."""
        for role, (counts, sums) in enumerate(found.played or ()):
            self._counts[role] = DECAY * self._counts[role] + counts.sum(axis=0)
            self._sums[role] = DECAY * self._sums[role] + sums.sum(axis=0)
        self.preference = preferred(tuple(map(_best, self._counts, self._sums)))


def _best(counts: NDArray[np.float64], sums: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The moves whose average is among the best, of those that have been made often enough."""
    known = counts > FEWEST
    if not known.any():
        return known
    averages = sums / np.maximum(counts, 1)
    return np.asarray(known & (averages > np.quantile(averages[known], BEST_PART)))
