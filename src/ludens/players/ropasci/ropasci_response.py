"""RoPaSci 360 as a best response: it knows by which probabilities a given player draws its moves, and answers them.

It has that player think about the same position first, then looks two turns ahead for the move that gains most against
its probabilities. What it scores above one half is a lower bound of how far the player can be exploited; nobody can
know so much about an opponent in earnest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import JointMove, Limit
from ludens.games.ropasci.deep_search import DeepSearch, Depths, Pace, judge_of, shipped_network
from ludens.games.ropasci.rules import RopasciState
from ludens.games.ropasci.styles import Style
from ludens.games.ropasci.turn_search import Budget, Turn
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.ropasci.answering import Expectation, answer
from ludens.players.ropasci.ropasci_agent import check_ropasci
from ludens.players.ropasci.ropasci_best import NUMBER_OF, RopasciBestAgent, RopasciBestOptions
from ludens.players.ropasci.ropasci_turns import RopasciTurnAgent, TurnOptions


@dataclass(frozen=True)
class ResponseOptions(TurnOptions):
    """Options of a best response."""

    ahead: int = option(2, "turns that the other player looks ahead", lowest=1, highest=3)
    known: int = option(9_000, "positions that the other player may look at in a turn", lowest=0)
    kept: int = option(32, "most moves of its own to look at two turns ahead", lowest=1, highest=64)
    draw: float = option(0.3, "the value of a draw; a win is worth 1", lowest=0, highest=1)
    repeated: float = option(0.5, "how near to a draw a second occurrence brings a position", lowest=0, highest=1)


class RopasciResponseAgent(RopasciTurnAgent[ResponseOptions]):
    """Answers the probabilities of ``ropasci_best``."""

    def __init__(self, game: LoadedGame[Any], role: int, options: ResponseOptions, seed: int | None = None) -> None:
        check_ropasci("ropasci_response", game)
        draw = options.draw if role == 0 else 1 - options.draw
        judge = judge_of(shipped_network(), draw, options.repeated, endgames=options.endgames)
        self._search = DeepSearch(judge, Depths(), Pace())
        self._other = RopasciBestAgent(game, 1 - role, RopasciBestOptions(game_seconds=0, turns=options.ahead), seed)
        super().__init__(game, role, options, seed, name="ropasci_response", style=Style())

    def hear(self, history: Sequence[JointMove]) -> None:
        """The player that is answered hears it, too."""
        self._other.hear(history)

    def conclude(self, history: Sequence[JointMove]) -> None:
        """Nothing is kept of a game that is over."""

    def _solved(self, state: RopasciState, budget: Budget) -> Turn:
        rows = self.game.pack([state])
        told = self._other.decide(state, Limit(playouts=self.options.known)).moves
        likely = [report for report in told if (report.chance or 0.0) >= self.options.threshold]
        expected = Expectation(
            np.array([NUMBER_OF[report.move] for report in likely], dtype=np.int64),
            np.array([report.chance or 0.0 for report in likely]),
        )
        own = np.flatnonzero(self.engine.legal(rows)[self.role][0])
        return answer(self._search, rows, self.role, own, expected, kept=self.options.kept, budget=budget)


AGENT = AgentKind(
    name="ropasci_response",
    summary="RoPaSci 360: answers the probabilities of ropasci_best, to see how far it can be exploited",
    source="our own",
    agent=RopasciResponseAgent,
    options=ResponseOptions,
)
