"""Playouts that like moves good on average better, on engines of games that bring such playouts of their own.

The ideas are those of ``on_lanes``, but games that are no circuits choose in their own way: a move that is ranked
higher is likelier (a tournament between two moves drawn at random), which takes no look at all the others.
"""

from __future__ import annotations

import threading

import numpy as np

from ludens.engine.contract import BatchEngine, Rated
from ludens.engine.rows import Rows
from ludens.search.playouts.on_lanes import EVERY, FIRST, GAMES_EACH, WATCHED, watch
from ludens.search.playouts.preferences.guide import MoveMeans
from ludens.search.tree.evaluate import Evaluated, summed


class RatedPlayouts:
    """An evaluation by such playouts, which rank moves by their averages, and learn from some of their games.

    ``frequent``: moves are ranked by how often they were made in games that were won (first-order history).
    """

    def __init__(
        self,
        engine: BatchEngine,
        rated: Rated,
        max_steps: int = 0,
        unfinished: float = 0.5,
        *,
        frequent: bool = False,
    ) -> None:
        self._rated, self.max_steps, self.unfinished, self._frequent = rated, max_steps, unfinished, frequent
        self._means = MoveMeans([len(engine.moves(role)) for role in range(len(engine.roles))])
        self.engine = engine
        self._batches, self._lock = 0, threading.Lock()

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        if self._batches < FIRST or self._batches % EVERY == 0:
            self.watch(rows[:: max(1, len(rows) // WATCHED)][:WATCHED], seed)
        self._batches += 1
        found = self.engine.playouts(rows, per_row, seed, max_steps=self.max_steps, amaf=amaf)
        return summed(found, self.unfinished)

    def watch(self, rows: Rows, seed: int) -> None:
        """Plays a few games more, and ranks moves by what came of them."""
        watched = watch(self.engine, rows, GAMES_EACH, ~seed, max_steps=self.max_steps, preference=None)
        with self._lock:
            self._means.learn(watched)
            worth = (
                self._means.sums if self._frequent else [self._means.means(role) for role in range(len(watched.moves))]
            )
            ranks = [np.unique(values, return_inverse=True)[1] for values in worth]
            self.engine = self._rated(np.concatenate(ranks).astype(np.int64))
