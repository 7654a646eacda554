"""Flat Monte Carlo: random playouts after each move, and nothing below the first level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.playouts.batches import Pace
from ludens.search.playouts.lookahead import Children, children
from ludens.search.stopwatch import Stopwatch
from ludens.search.tally import Tally

MOST_ROWS = 1 << 12
"""Positions of one call."""

SEEDS = 1 << 62
"""Seeds of playouts are below this."""


@dataclass(frozen=True, slots=True)
class Share:
    """Playouts to make next: ``each`` from every row; ``places`` are those of the moves the rows come from."""

    rows: Rows
    places: NDArray[np.int64]
    each: int
    seed: int


@dataclass(frozen=True, slots=True)
class FlatSearch:
    """What flat search needs from decision to decision. Playouts are cut after ``max_steps`` joint moves.

    ``engine``: of the positions. ``player``: of the playouts, which may run elsewhere.
    """

    engine: BatchEngine
    player: BatchEngine
    role: int
    max_steps: int
    random: np.random.Generator
    pace: Pace

    @classmethod
    def of(
        cls,
        engine: BatchEngine,
        role: int,
        max_steps: int,
        random: np.random.Generator,
        player: BatchEngine | None = None,
    ) -> FlatSearch:
        """``player``: by default the engine itself."""
        player = player or engine
        return cls(engine, player, role, max_steps, random, Pace(player))

    def children(self, position: Rows, watch: Stopwatch) -> Children:
        """What follows a position, with no more replies than there will be playouts for."""
        most = int(min(MOST_ROWS, max(1, watch.playouts)))
        return children(self.engine, position, self.role, self.random, most)

    def shares(
        self, position: Rows, found: Children, places: NDArray[np.int64], watch: Stopwatch, most: float = np.inf
    ) -> Iterator[Share]:
        """Playouts after the moves at these places, equally many of each, until a limit is reached.

        Where not all replies of the others fit into one call, new ones are drawn for every call.
        """
        rows, owners = _by_reply(found, places)
        for batch in self.pace.batches(watch, len(rows), most):
            yield Share(rows[batch.rows], owners[batch.rows], batch.each, int(self.random.integers(SEEDS)))
            if not found.complete:
                again = children(self.engine, position, self.role, self.random, found.over.size)
                rows, owners = _by_reply(again, places)

    def play(
        self, position: Rows, found: Children, places: NDArray[np.int64], watch: Stopwatch, most: float = np.inf
    ) -> Tally:
        """The goals of the role in such playouts, by place."""
        tally = Tally(len(found.moves))
        for share in self.shares(position, found, places, watch, most):
            done = self.player.playouts(share.rows, share.each, share.seed, max_steps=self.max_steps)
            tally.add(done, self.role, share.places)
        return tally


def _by_reply(found: Children, places: NDArray[np.int64]) -> tuple[Rows, NDArray[np.int64]]:
    """Rows and the places they belong to, reply by reply: a limit on playouts leaves out replies before moves."""
    chosen = found.rows[places].transpose(1, 0, 2)
    return np.ascontiguousarray(chosen.reshape(-1, chosen.shape[2])), np.tile(places, chosen.shape[0])
