"""Searches a tree by what a network has learnt of the game: it values leaves, and says which moves to try first.

The network's chances of moves stand for values (``search/networks/leaves.py``); they count for a few visits of each
move (prior knowledge: Gelly and Silver 2007), and UCB1 goes on from there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.networks.leaves import NetworkLeaves
from ludens.search.networks.store import network_for
from ludens.search.tree.policy import UCB1, Policy

NAME = "apprentice"


@dataclass(frozen=True)
class ApprenticeOptions(TreeOptions):
    """Options of the apprentice."""

    exploration: float = option(0.2, "the constant c of the exploration term", lowest=0, highest=100)
    prior: int = option(3, "for how many visits counts what the network expects of a move", lowest=0, highest=1000)


def make_apprentice(
    game: LoadedGame[Any], role: int, options: ApprenticeOptions, seed: int | None = None
) -> TreeAgent[Any, ApprenticeOptions]:
    """An agent that plays what a network has learnt; raises UnsuitableGameError where there is none for these rules."""
    if options.evaluation != "playouts" or options.pruning != "none" or options.policy != "uniform":
        raise UnsuitableGameError(NAME, game.info.name, "its leaves are valued by its network, and by nothing else")
    leaves = NetworkLeaves(game.engine, network_for(game, NAME), options.prior)
    options = replace(options, playouts=options.playouts or 1)
    return TreeAgent(game, role, options, TreePlan(Policy(UCB1, exploration=options.exploration), leaves), seed)


AGENT = AgentKind(
    name=NAME,
    summary="searches a tree by what a network has learnt of the game with 'ludens train'",
    source="Anthony, Tian and Barber 2017; Silver et al. 2018; Gelly and Silver 2007",
    agent=make_apprentice,
    options=ApprenticeOptions,
)
