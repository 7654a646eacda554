"""Monte Carlo tree search in which a roulette wheel selects: what Tong 2013 leaves for the future."""

from __future__ import annotations

from typing import Any

from ludens.players.kind import AgentKind
from ludens.players.tree_agent import TreeAgent, TreeOptions
from ludens.search.tree.policy import ROULETTE, Policy


class RouletteTreeAgent(TreeAgent[Any, TreeOptions]):
    """Takes, at every node, a move at random, in proportion to its mean."""

    def _policy(self) -> Policy:
        return Policy(ROULETTE)


AGENT = AgentKind(
    name="roulette_tree",
    summary="searches a tree, choosing moves by a roulette wheel in proportion to their means",
    source="Tong 2013, future work",
    agent=RouletteTreeAgent,
    options=TreeOptions,
)
