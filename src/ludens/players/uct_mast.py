"""UCT whose playouts are guided: by averages of moves, or by other knowledge that needs no rules of thumb."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.boards.cells import Cells, HasCells
from ludens.game import UnsuitableGameError
from ludens.players.agent import LONGEST
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import Sampled, TreeAgent, TreeOptions
from ludens.search.playouts.guided import Guide, GuidedPlayouts
from ludens.search.playouts.guides import Decisive, History, Mast, Ngrams, Proximity, Uniform
from ludens.search.tree.evaluate import Evaluation
from ludens.search.tree.policy import UCB1, Policy

GUIDES = ("mast", "ngrams", "history", "proximity", "uniform")


@dataclass(frozen=True)
class GuidedOptions(TreeOptions):
    """Options of UCT with guided playouts."""

    exploration: float = option(0.4, "the constant c of the exploration term", lowest=0, highest=100)
    guide: str = option("mast", "what makes moves likelier in playouts", choices=GUIDES)
    epsilon: float = option(0.4, "how often mast and ngrams make any move", lowest=0, highest=1)
    distance: int = option(1, "how near a move of proximity is to the last one", lowest=1, highest=100)
    decisive: int = option(0, "1: wins at once are taken; 2: moves that allow one are avoided", lowest=0, highest=2)
    length: int = option(0, "joint moves after which a playout is cut; 0 does not cut", lowest=0, highest=100_000)
    playouts: int = option(8, "playouts from each leaf", lowest=1, highest=4096)


class GuidedAgent(TreeAgent[Any, GuidedOptions]):
    """UCT with playouts in which some moves are likelier than others."""

    name = "uct_mast"

    def _policy(self) -> Policy:
        return Policy(UCB1, exploration=self.options.exploration)

    def _evaluation(self, facts: Sampled) -> Evaluation:
        length = self.options.length or self.game.info.max_steps or LONGEST
        guide = self._guide()
        return GuidedPlayouts(Decisive(guide, self.options.decisive) if self.options.decisive else guide, length)

    def _guide(self) -> Guide:
        roles, options = len(self.engine.roles), self.options
        if options.guide == "mast":
            return Mast(roles, options.epsilon)
        if options.guide == "ngrams":
            return Ngrams(roles, options.epsilon)
        if options.guide == "history":
            return History(roles)
        if options.guide == "proximity":
            return self._proximity()
        return Uniform()

    def _proximity(self) -> Guide:
        try:
            cells = self.game.cells if isinstance(self.game, HasCells) else Cells.SQUARES
            return Proximity(self.engine, self.options.distance, cells)
        except ValueError as error:
            raise UnsuitableGameError(self.name, self.game.info.name, str(error)) from None


AGENT = AgentKind(
    name="uct_mast",
    summary="UCT whose playouts prefer moves that have been good on average",
    source="Finnsson and Björnsson 2008; proximity and history from El Bouhali 2013",
    agent=GuidedAgent,
    options=GuidedOptions,
    chance=True,
)
