"""Decoupled UCT (Finnsson and Björnsson 2008): if several roles choose at once, each does so by its own bounds.

Every tree agent here is decoupled; this one is set up for games with simultaneous moves. By default it draws its move
in proportion to visits, because in such games a predictable player loses (mixed; Tak, Lanctot and Winands 2014).
Decoupled UCT may stay away from an equilibrium; ``exp3`` and ``regret_matching`` approach one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import FINAL_CHOICES, FINAL_MOVE, TreeAgent, TreeOptions, TreePlan
from ludens.search.playouts.by_name import MEANING, PLAYOUTS, playouts_by_name
from ludens.search.tree.policy import UCB1, UCB1_TUNED, Policy


@dataclass(frozen=True)
class DuctOptions(TreeOptions):
    """Options of decoupled UCT."""

    playout: str = option("random", MEANING, choices=PLAYOUTS)
    bound: str = option("ucb1", "the upper confidence bound", choices=("ucb1", "ucb1_tuned"))
    exploration: float = option(0.4, "the constant c of the exploration term", lowest=0, highest=100)
    choice: str = option("mixed", FINAL_MOVE, choices=FINAL_CHOICES)


def make_duct(
    game: LoadedGame[Any], role: int, options: DuctOptions, seed: int | None = None
) -> TreeAgent[Any, DuctOptions]:
    """An agent that takes, for every role, the move with its highest upper confidence bound."""
    selection = UCB1_TUNED if options.bound == "ucb1_tuned" else UCB1
    policy = Policy(selection, exploration=options.exploration)
    return TreeAgent(game, role, options, TreePlan(policy, playouts_by_name(game, options.playout)), seed)


AGENT = AgentKind(
    name="duct",
    summary="UCT for simultaneous moves: each role uses its own bounds, and the move is drawn by visits",
    source="Finnsson and Björnsson 2008; Tak, Lanctot and Winands 2014",
    agent=make_duct,
    options=DuctOptions,
    chance=True,
)
