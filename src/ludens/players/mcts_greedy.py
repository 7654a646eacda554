"""Greedy Monte Carlo tree search: the first Monte Carlo player of El Bouhali 2013."""

from __future__ import annotations

from typing import Any

from ludens.players.kind import AgentKind
from ludens.players.tree_agent import TreeAgent, TreeOptions
from ludens.search.tree.policy import GREEDY, Policy


class GreedyTreeAgent(TreeAgent[Any, TreeOptions]):
    """Takes, at every node, the move with the highest mean."""

    def _policy(self) -> Policy:
        return Policy(GREEDY)


AGENT = AgentKind(
    name="mcts_greedy",
    summary="searches a tree by means alone, without exploration",
    source="El Bouhali 2013, 3.1",
    agent=GreedyTreeAgent,
    options=TreeOptions,
)
