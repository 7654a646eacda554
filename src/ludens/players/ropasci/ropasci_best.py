"""RoPaSci 360, as well as we can: every turn is a matrix game, solved up to three turns ahead.

One turn ahead it looks at all legal moves of both sides, by best answers to best answers, so it never walks into a
capture it could foresee. It looks two and three turns ahead at the most likely moves and the best answers to them. A
small network, learnt from whole games against itself and its older selves, values positions
(``games/ropasci/network.py``). A position that has occurred before is nearer to a draw, and so is every lead as the
360th turn approaches. The move is drawn by the probabilities of the equilibrium.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.games.ropasci.deep_search import DeepSearch, Depths, Pace, judge_of, shipped_network
from ludens.games.ropasci.rules import RopasciState
from ludens.games.ropasci.styles import Style
from ludens.games.ropasci.turn_search import Budget, Turn
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.ropasci.ropasci_turns import RopasciTurnAgent, TurnOptions


@dataclass(frozen=True)
class RopasciBestOptions(TurnOptions):
    """Options of our best player."""

    turns: int = option(3, "turns to look ahead", lowest=1, highest=3)
    kept: int = option(20, "most moves of each side to look at two turns ahead", lowest=1, highest=48)
    deep: int = option(10, "most moves of each side to look at three turns ahead", lowest=1, highest=48)
    repeated: float = option(0.5, "how near to a draw a second occurrence brings a position", lowest=0, highest=1)
    draw: float = option(0.3, "the value of a draw; a win is worth 1", lowest=0, highest=1)


class RopasciBestAgent(RopasciTurnAgent[RopasciBestOptions]):
    """Solves turns with a network."""

    def __init__(self, game: LoadedGame[Any], role: int, options: RopasciBestOptions, seed: int | None = None) -> None:
        draw = options.draw if role == 0 else 1 - options.draw
        judge = judge_of(shipped_network(), draw, options.repeated, endgames=options.endgames)
        self._search = DeepSearch(judge, Depths(options.kept, options.deep), Pace())
        super().__init__(game, role, options, seed, name="ropasci_best", style=Style())

    def _solved(self, state: RopasciState, budget: Budget) -> Turn:
        return self._search.solved(self.game.pack([state]), budget, self.options.turns)


AGENT = AgentKind(
    name="ropasci_best",
    summary="RoPaSci 360 by equilibria of turns, up to three turns ahead, with a learnt network",
    source="our own; after Yu and Krishnan 2021, and McMahan, Gordon and Blum 2003",
    agent=RopasciBestAgent,
    options=RopasciBestOptions,
)
