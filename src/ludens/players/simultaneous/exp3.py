"""Exp3 in the tree: a bandit against an adversary for every role at every node where several choose at once.

The average of its strategies approaches an equilibrium of two-role games with constant sum (Auer, Cesa-Bianchi, Freund
and Schapire 2002; in trees: Teytaud and Flory 2011). Exploration is left out of that average.
"""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.kind import AgentKind
from ludens.players.simultaneous.mixed_agent import MixedOptions
from ludens.players.tree_agent import TreeAgent, TreePlan
from ludens.search.tree.policy import EXP3, Policy


def make_exp3(
    game: LoadedGame[Any], role: int, options: MixedOptions, seed: int | None = None
) -> TreeAgent[Any, MixedOptions]:
    """An agent that weighs moves by the exponential of what they gained."""
    policy = Policy(EXP3, exploration=options.exploration, chance=options.chance)
    return TreeAgent(game, role, options, TreePlan(policy), seed)


AGENT = AgentKind(
    name="exp3",
    summary="searches a tree by Exp3, which learns mixed strategies from gains",
    source="Auer, Cesa-Bianchi, Freund and Schapire 2002; Teytaud and Flory 2011",
    agent=make_exp3,
    options=MixedOptions,
)
