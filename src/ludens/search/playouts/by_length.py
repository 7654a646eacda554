"""Playouts whose worth depends on how long they take: a win is worth less the further away it is.

CadiaPlayer discounts what a playout brings by a factor for each joint move on the way back (Finnsson and Björnsson
2008). Tong 2013 takes the number of moves away from the goal, but never more than half of it. Both count from the root
of the tree, which moves of a node have in common. Ends that lie in the tree itself are worth their goals: what is
certain there is proven, and needs no such help.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.playouts import Games
from ludens.engine.rows import Rows
from ludens.search.playouts.on_lanes import EVERY, FIRST, moves_of
from ludens.search.playouts.preferences.guide import LaneGuide, Watched
from ludens.search.tree.evaluate import Evaluated

Floats = NDArray[np.float64]
Worth = Callable[[Floats, Floats], Floats]
"""What games are worth: of their goals, from 0 to 1, and of how many joint moves they took."""


def discounted(factor: float) -> Worth:
    """The goal, less for each joint move by a factor."""
    return lambda goals, lengths: goals * factor**lengths


def less_the_depth(goals: Floats, lengths: Floats) -> Floats:
    """The goal less a hundredth for each joint move, which takes away at most half."""
    return goals - np.minimum(lengths / 100, goals / 2)


class LengthPlayouts:
    """An evaluation by single games, random ones or guided ones; a game that is cut is worth ``unfinished``.

    It wants to know how deep positions lie (``KnowsDepth``); every thread that asks has depths of its own.

    ``guide``: what makes moves likelier, on an engine that tells games move by move.
    """

    def __init__(
        self,
        engine: BatchEngine,
        worth: Worth,
        max_steps: int = 0,
        *,
        guide: LaneGuide | None = None,
        unfinished: float = 0.5,
    ) -> None:
        self._engine, self._worth, self._max_steps = engine, worth, max_steps
        self._guide, self._unfinished = guide, unfinished
        self._batches, self._lock = 0, threading.Lock()
        self._told = threading.local()

    def below(self, depths: NDArray[np.int64]) -> None:
        self._told.depths = depths

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        assert not amaf, "single games do not tell what later moves were worth"
        games = self._play(rows, per_row, seed)
        told: NDArray[np.int64] = getattr(self._told, "depths", np.zeros(0, dtype=np.int64))
        depths = told if len(told) == len(rows) else np.zeros(len(rows), dtype=np.int64)
        lengths = (games.lengths + depths[:, None])[..., None].astype(np.float64)
        values = np.where(
            games.ended[..., None], self._worth(np.maximum(games.goals, 0) / 100, lengths), self._unfinished
        )
        return Evaluated(values.sum(axis=1), (values**2).sum(axis=1))

    def _play(self, rows: Rows, per_row: int, seed: int) -> Games:
        if self._guide is None:
            return self._engine.games(rows, per_row, seed, max_steps=self._max_steps)
        telling = self._engine.telling
        assert telling is not None
        found = telling(rows, per_row, seed, max_steps=self._max_steps, preference=self._guide.preference())
        with self._lock:
            self._batches += 1
            if self._guide.learns and (self._batches <= FIRST or self._batches % EVERY == 0):
                moves = [len(self._engine.moves(role)) for role in range(len(self._engine.roles))]
                self._guide.learn(Watched(moves_of(found, moves), found))
        return found.games
