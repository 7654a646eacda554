"""UCT whose playouts are guided: by averages of moves, or by other knowledge that needs no rules of thumb."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.boards.cells import Cells, HasCells
from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.playouts.guided import Guide, GuidedPlayouts
from ludens.search.playouts.guides import Decisive, History, Mast, Ngrams, Proximity, Uniform
from ludens.search.random_games import longest
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


def make_uct_mast(
    game: LoadedGame[Any], role: int, options: GuidedOptions, seed: int | None = None
) -> TreeAgent[Any, GuidedOptions]:
    """An agent that searches by UCT with playouts in which some moves are likelier than others."""
    return TreeAgent(game, role, options, guided_plan("uct_mast", game, options), seed)


def guided_plan(agent: str, game: LoadedGame[Any], options: GuidedOptions) -> TreePlan:
    """UCT with guided playouts; raises UnsuitableGameError, naming the agent, where the guide cannot be had."""
    guide = _guide(agent, game, options)
    if options.decisive:
        guide = Decisive(guide, options.decisive)
    playouts = GuidedPlayouts(guide, options.length or longest(game.info))
    return TreePlan(Policy(UCB1, exploration=options.exploration), playouts)


def _guide(agent: str, game: LoadedGame[Any], options: GuidedOptions) -> Guide:
    roles = len(game.info.roles)
    if options.guide == "mast":
        return Mast(roles, options.epsilon)
    if options.guide == "ngrams":
        return Ngrams(roles, options.epsilon)
    if options.guide == "history":
        return History(roles)
    if options.guide == "proximity":
        try:
            cells = game.cells if isinstance(game, HasCells) else Cells.SQUARES
            return Proximity(game.engine, options.distance, cells)
        except ValueError as error:
            raise UnsuitableGameError(agent, game.info.name, str(error)) from None
    return Uniform()


AGENT = AgentKind(
    name="uct_mast",
    summary="UCT whose playouts prefer moves that have been good on average",
    source="Finnsson and Björnsson 2008; proximity and history from El Bouhali 2013",
    agent=make_uct_mast,
    options=GuidedOptions,
    chance=True,
)
