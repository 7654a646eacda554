"""Thompson sampling in the tree (Thompson 1933; with normal distributions: Agrawal and Goyal 2013)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions
from ludens.search.tree.policy import THOMPSON, Policy


@dataclass(frozen=True)
class ThompsonOptions(TreeOptions):
    """Options of Thompson sampling."""

    exploration: float = option(0.5, "the standard deviation of one playout's value", lowest=0, highest=100)


class ThompsonAgent(TreeAgent[Any, ThompsonOptions]):
    """Draws a value for every move from what it knows, and takes the highest."""

    def _policy(self) -> Policy:
        return Policy(THOMPSON, exploration=self.options.exploration)


AGENT = AgentKind(
    name="thompson",
    summary="draws a value for every move from what it knows, and takes the highest",
    source="Thompson 1933; Agrawal and Goyal 2013",
    agent=ThompsonAgent,
    options=ThompsonOptions,
)
