"""Pure Monte Carlo: random playouts after every legal move, and the move with the best mean goal.

Tong 2013, 3.1.2, "Pure/Simple Monte Carlo": simulations give an aggregate score for each available move, and the
highest is picked. Every move gets the same number of simulations, so the sum and the mean choose alike.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, S
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.on_device import MEANING, USUAL, device_engine
from ludens.players.options import Options, option
from ludens.search.playouts.flat import FlatSearch
from ludens.search.stopwatch import Stopwatch


@dataclass(frozen=True)
class SimulationOptions(Options):
    """How many simulations are made."""

    simulations: int = option(0, "random games after each move at most; 0 is no limit", lowest=0, highest=10**9)

    def most(self, moves: int) -> float:
        """How many that makes for so many moves."""
        return self.simulations * moves if self.simulations else math.inf


@dataclass(frozen=True)
class MonteCarloOptions(SimulationOptions):
    """Options of pure Monte Carlo."""

    device: str = option(USUAL, MEANING)


class MonteCarloAgent(SeatedAgent[S, MonteCarloOptions]):
    """Chooses the move with the highest mean goal in random playouts; among equals any."""

    def __init__(self, game: LoadedGame[S], role: int, options: MonteCarloOptions, seed: int | None = None) -> None:
        super().__init__(game, role, options, seed)
        self._search = FlatSearch.of(
            self.engine, role, self.max_steps, self.random, device_engine(game, options.device)
        )

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        watch = Stopwatch(limit)
        found = self._search.children(position, watch)
        most = self.options.most(len(found.moves))
        tally = self._search.play(position, found, np.arange(len(found.moves)), watch, most)
        means = np.nan_to_num(tally.means, nan=-1.0)
        place = self._any(np.flatnonzero(means == means.max()))
        return self._decision(found.moves, place, watch, figures=tally.figures)


AGENT = AgentKind(
    name="monte_carlo",
    summary="plays random games after every move and takes the move with the best mean goal",
    source="Tong 2013, 3.1.2",
    agent=MonteCarloAgent,
    options=MonteCarloOptions,
    chance=True,
)
