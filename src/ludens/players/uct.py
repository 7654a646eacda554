"""UCT: upper confidence bounds applied to trees (Kocsis and Szepesvári 2006)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions
from ludens.search.tree.policy import PROGRESSIVE_HISTORY, UCB1, UCB1_TUNED, Policy


@dataclass(frozen=True)
class UctOptions(TreeOptions):
    """Options of UCT."""

    exploration: float = option(0.4, "the constant c of the exploration term", lowest=0, highest=100)
    tuned: bool = option(False, "bounds by the variance of the values (UCB1-Tuned)")
    history: float = option(0.0, "the weight W of progressive history; 0 leaves it out", lowest=0, highest=1000)


class UctAgent(TreeAgent[Any, UctOptions]):
    """Takes, at every node, the move with the highest upper confidence bound."""

    def _policy(self) -> Policy:
        exploration, history = self.options.exploration, self.options.history
        if self.options.tuned:
            return Policy(UCB1_TUNED, exploration=exploration)
        if history > 0:
            return Policy(PROGRESSIVE_HISTORY, exploration=exploration, weight=history)
        return Policy(UCB1, exploration=exploration)


AGENT = AgentKind(
    name="uct",
    summary="searches a tree by upper confidence bounds, with random playouts",
    source="Kocsis and Szepesvári 2006; the constant 0.4 from El Bouhali 2013",
    agent=UctAgent,
    options=UctOptions,
    chance=True,
)
