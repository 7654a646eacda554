"""Greedy Monte Carlo tree search: the first Monte Carlo player of El Bouhali 2013."""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.kind import AgentKind
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.tree.policy import GREEDY, Policy


def make_mcts_greedy(
    game: LoadedGame[Any], role: int, options: TreeOptions, seed: int | None = None
) -> TreeAgent[Any, TreeOptions]:
    """An agent that takes, at every node, the move with the highest mean."""
    return TreeAgent(game, role, options, TreePlan(Policy(GREEDY)), seed)


AGENT = AgentKind(
    name="mcts_greedy",
    summary="searches a tree by mean values alone, without exploration",
    source="El Bouhali 2013, 3.1",
    agent=make_mcts_greedy,
    options=TreeOptions,
)
