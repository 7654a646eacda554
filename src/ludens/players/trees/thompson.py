"""Thompson sampling in the tree (Thompson 1933; with normal distributions: Agrawal and Goyal 2013)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.playouts.by_name import MEANING, PLAYOUTS, playouts_by_name
from ludens.search.tree.policy import THOMPSON, Policy


@dataclass(frozen=True)
class ThompsonOptions(TreeOptions):
    """Options of Thompson sampling."""

    playout: str = option("random", MEANING, choices=PLAYOUTS)
    exploration: float = option(0.5, "the standard deviation of one playout's value", lowest=0, highest=100)


def make_thompson(
    game: LoadedGame[Any], role: int, options: ThompsonOptions, seed: int | None = None
) -> TreeAgent[Any, ThompsonOptions]:
    """An agent that draws a value for every move from what it knows, and takes the highest."""
    policy = Policy(THOMPSON, exploration=options.exploration)
    return TreeAgent(game, role, options, TreePlan(policy, playouts_by_name(game, options.playout)), seed)


AGENT = AgentKind(
    name="thompson",
    summary="draws a value for every move from its beliefs, and takes the highest",
    source="Thompson 1933; Agrawal and Goyal 2013",
    agent=make_thompson,
    options=ThompsonOptions,
)
