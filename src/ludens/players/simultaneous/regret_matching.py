"""Regret matching in the tree (Lanctot, Lisý and Winands 2013).

At every node where several roles choose at once, each role remembers for every move how much better it would have done
with it against the same moves of the others, by the average of that joint move so far. It takes moves in proportion to
these regrets. The average of its strategies approaches an equilibrium of two-role games with constant sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.simultaneous.mixed_agent import MixedOptions
from ludens.players.tree_agent import TreeAgent, TreePlan
from ludens.search.tree.policy import REGRET_MATCHING, Policy


@dataclass(frozen=True)
class RegretMatchingOptions(MixedOptions):
    """Options of regret matching."""

    chance: float = option(0.05, "how often a random move is tried, whatever was learnt (γ)", lowest=0.001, highest=1)
    floor: bool = option(False, "regrets below zero are forgotten (regret matching+, Tammelin 2014)")


def make_regret_matching(
    game: LoadedGame[Any], role: int, options: RegretMatchingOptions, seed: int | None = None
) -> TreeAgent[Any, RegretMatchingOptions]:
    """An agent that takes moves in proportion to regrets."""
    policy = Policy(REGRET_MATCHING, exploration=options.exploration, chance=options.chance, floor=options.floor)
    return TreeAgent(game, role, options, TreePlan(policy), seed)


AGENT = AgentKind(
    name="regret_matching",
    summary="searches a tree by regret matching, which learns mixed strategies from regrets",
    source="Lanctot, Lisý and Winands 2013; Hart and Mas-Colell 2000",
    agent=make_regret_matching,
    options=RegretMatchingOptions,
)
