"""Monte Carlo tree search in which a roulette wheel selects moves, the future work of Tong 2013."""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.kind import AgentKind
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.tree.policy import ROULETTE, Policy


def make_roulette_tree(
    game: LoadedGame[Any], role: int, options: TreeOptions, seed: int | None = None
) -> TreeAgent[Any, TreeOptions]:
    """An agent that takes, at every node, a move at random, in proportion to its mean."""
    return TreeAgent(game, role, options, TreePlan(Policy(ROULETTE)), seed)


AGENT = AgentKind(
    name="roulette_tree",
    summary="searches a tree, choosing moves by a roulette wheel in proportion to their means",
    source="Tong 2013, future work",
    agent=make_roulette_tree,
    options=TreeOptions,
)
