"""Leaves valued by very many random games on an engine of its own, such as one on a graphics processor.

The games of a position fill whole words, so that the numbers are the same on every device; an engine of the CPU gives
the same tree, only later.
"""

from __future__ import annotations

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.tree.evaluate import Evaluated, Valued, summed

WORD = 64
"""Games of a leaf that fill a word of lanes: a graphics processor takes as long for fewer."""

TOGETHER = 2
"""Batches under way at a time: while one is being valued, the next goes down the tree."""

FEW = 16
"""Leaves of a batch that the CPU has valued before a device would answer, as there are few in a young tree."""


class PlayoutsElsewhere:
    """Random games on an engine, begun as soon as leaves are known and fetched when their batch has its turn again.

    ``near``: an engine of the same circuit on the CPU, which plays from few leaves.
    """

    def __init__(
        self,
        engine: BatchEngine,
        max_steps: int = 0,
        *,
        near: BatchEngine | None = None,
        batches: int = TOGETHER,
        unfinished: float = 0.5,
    ) -> None:
        self.engine, self.batches, self._near = engine, batches, near or engine
        self._max_steps, self._unfinished = max_steps, unfinished
        self._begin(engine, engine.initial(), WORD, 0)()  # has its code made before anybody's clock is running

    def begin(self, rows: Rows, per_row: int, seed: int) -> Valued:
        return self._begin(self._near if len(rows) <= FEW else self.engine, rows, per_row, seed)

    def _begin(self, engine: BatchEngine, rows: Rows, per_row: int, seed: int) -> Valued:
        if engine.beginning is None:
            found = engine.playouts(rows, per_row, seed, max_steps=self._max_steps)
            return lambda: summed(found, self._unfinished)
        begun = engine.beginning(rows, per_row, seed, max_steps=self._max_steps)
        return lambda: summed(begun(), self._unfinished)

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        """``engine``: the tree's, on which nothing is played."""
        found = self.engine.playouts(rows, per_row, seed, max_steps=self._max_steps, amaf=amaf)
        return summed(found, self._unfinished)
