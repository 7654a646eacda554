"""RoPaSci 360 by greed: the most urgent move by the rules of Yu and Krishnan (2021), without any search.

Captures come first, then throws that capture, approaches and escapes; among equals it plays any move.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, MoveReport
from ludens.games.ropasci.kernels import urgent_moves
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.options import Options
from ludens.players.ropasci.ropasci_agent import check_ropasci
from ludens.search.stopwatch import Stopwatch


class RopasciGreedyAgent(SeatedAgent[Any, Options]):
    """Makes any of the most urgent moves."""

    def __init__(self, game: LoadedGame[Any], role: int, options: Options, seed: int | None = None) -> None:
        check_ropasci("ropasci_greedy", game)
        super().__init__(game, role, options, seed)

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        watch, legal = Stopwatch(limit), np.flatnonzero(self.engine.legal(position)[self.role][0])
        urgent = np.isin(legal, urgent_moves(position[0], self.role))
        likely = np.flatnonzero(urgent) if urgent.any() else np.arange(len(legal))
        names = [self.engine.moves(self.role)[number] for number in legal]
        chances = np.zeros(len(legal))
        chances[likely] = 1 / len(likely)
        listed = [MoveReport(name, chance=float(chance)) for name, chance in zip(names, chances, strict=True)]
        return Decision(
            names[self._any(likely)],
            moves=tuple(sorted(listed, key=lambda report: report.chance or 0.0, reverse=True)),
            notes={"simulations": watch.played, "seconds": watch.seconds},
        )


AGENT = AgentKind(
    name="ropasci_greedy",
    summary="RoPaSci 360 without search: captures, else approaches, else escapes, else any move",
    source="the rules of Yu and Krishnan 2021",
    agent=RopasciGreedyAgent,
)
