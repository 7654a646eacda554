"""Exp3 in the tree: a bandit against an adversary for every role at every node where several choose at once.

The average of its strategies comes near an equilibrium of two-role games with constant sum (Auer, Cesa-Bianchi, Freund
and Schapire 2002; in trees: Teytaud and Flory 2011). Exploration is left out of that average.
"""

from __future__ import annotations

from typing import Any

from ludens.players.kind import AgentKind
from ludens.players.mixed_agent import MixedOptions
from ludens.players.tree_agent import TreeAgent
from ludens.search.tree.policy import EXP3, Policy


class Exp3Agent(TreeAgent[Any, MixedOptions]):
    """Weighs moves by the exponential of what they gained."""

    def _policy(self) -> Policy:
        return Policy(EXP3, exploration=self.options.exploration, chance=self.options.chance)


AGENT = AgentKind(
    name="exp3",
    summary="searches a tree by Exp3, which learns mixed strategies from gains",
    source="Auer, Cesa-Bianchi, Freund and Schapire 2002; Teytaud and Flory 2011",
    agent=Exp3Agent,
    options=MixedOptions,
)
