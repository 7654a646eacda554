"""Generalised rapid action value estimation (Cazenave 2015)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.adapting import kinds_of_playouts
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.playouts.by_name import MEANING, PLAYOUTS, playouts_by_name
from ludens.search.tree.policy import GRAVE, Policy

WITH_CHANCE = 0.4
"""Where dice decide, one result says little of a move, and AMAF values of the same games no more."""


@dataclass(frozen=True)
class GraveOptions(TreeOptions):
    """Options of GRAVE."""

    playout: str = option("random", MEANING, choices=PLAYOUTS)
    exploration: float = option(
        0.0,
        f"the constant c of the exploration term, at least {WITH_CHANCE} in games with chance",
        lowest=0,
        highest=100,
    )
    equivalence: float = option(50_000.0, "the constant k: how long AMAF values outweigh means", lowest=0, highest=1e9)
    reference: int = option(50, "visits that a node needs before its AMAF values are used below it", lowest=1)


def make_grave(
    game: LoadedGame[Any], role: int, options: GraveOptions, seed: int | None = None
) -> TreeAgent[Any, GraveOptions]:
    """An agent that uses the values of the last node above that has been visited often."""
    exploration = max(options.exploration, 0.0 if game.info.chance_role is None else WITH_CHANCE)
    policy = Policy(GRAVE, exploration=exploration, equivalence=options.equivalence, reference=options.reference)
    playouts = playouts_by_name(game, options.playout)
    kinds = kinds_of_playouts(game, options.adapt, (options.playout, playouts))
    return TreeAgent(game, role, options, TreePlan(policy, playouts, kinds=kinds), seed)


AGENT = AgentKind(
    name="grave",
    summary="RAVE with the values of the nearest ancestor that has been visited often",
    source="Cazenave 2015",
    agent=make_grave,
    options=GraveOptions,
    chance=True,
)
