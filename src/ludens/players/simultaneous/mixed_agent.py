"""What the agents that learn mixed strategies in their tree have in common."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.players.options import option
from ludens.players.tree_agent import FINAL_CHOICES, FINAL_MOVE, TreeOptions


@dataclass(frozen=True)
class MixedOptions(TreeOptions):
    """Options of agents that learn mixed strategies."""

    chance: float = option(0.1, "how often a random move is tried, whatever was learnt (γ)", lowest=0.001, highest=1)
    exploration: float = option(0.4, "the constant c of UCB1, if one role has a choice", lowest=0, highest=100)
    choice: str = option("mixed", FINAL_MOVE, choices=FINAL_CHOICES)
