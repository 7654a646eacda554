"""Pure Monte Carlo: random playouts after every legal move, and the move with the best mean goal.

Tong 2013, 3.1.2, "Pure/Simple Monte Carlo": simulations give an aggregate score for each available move, and the
highest is picked. Every move gets the same number of simulations, so the sum and the mean choose alike.
"""

from __future__ import annotations

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, S
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.options import Options
from ludens.search.playouts.batches import Pace
from ludens.search.playouts.flat import FlatSearch
from ludens.search.stopwatch import Stopwatch


class MonteCarloAgent(SeatedAgent[S, Options]):
    """Chooses the move with the highest mean goal in random playouts; among equals any."""

    def __init__(self, game: LoadedGame[S], role: int, options: Options, seed: int | None = None) -> None:
        super().__init__(game, role, options, seed)
        self._search = FlatSearch(self.engine, role, self.max_steps, self.random, Pace(self.engine))

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        watch = Stopwatch(limit)
        found = self._search.children(position, watch)
        tally = self._search.play(position, found, np.arange(len(found.moves)), watch)
        means = np.nan_to_num(tally.means, nan=-1.0)
        place = self._any(np.flatnonzero(means == means.max()))
        return self._decision(found.moves, place, watch, figures=tally.figures)


AGENT = AgentKind(
    name="monte_carlo",
    summary="plays random games after every move and takes the move with the best mean goal",
    source="Tong 2013, 3.1.2",
    agent=MonteCarloAgent,
    chance=True,
)
