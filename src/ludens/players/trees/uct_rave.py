"""UCT with rapid action value estimation (Gelly and Silver 2007), as El Bouhali 2013 has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.adapting import kinds_of_playouts
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.playouts.by_name import MEANING, PLAYOUTS, playouts_by_name
from ludens.search.tree.policy import RAVE, Policy


@dataclass(frozen=True)
class UctRaveOptions(TreeOptions):
    """Options of UCT-RAVE."""

    playout: str = option("random", MEANING, choices=PLAYOUTS)
    exploration: float = option(0.4, "the constant c of the exploration term", lowest=0, highest=100)
    equivalence: float = option(50_000.0, "the constant k: how long AMAF values outweigh means", lowest=0, highest=1e9)


def make_uct_rave(
    game: LoadedGame[Any], role: int, options: UctRaveOptions, seed: int | None = None
) -> TreeAgent[Any, UctRaveOptions]:
    """An agent that trusts, at first, what moves were worth whenever they were made later."""
    policy = Policy(RAVE, exploration=options.exploration, equivalence=options.equivalence)
    playouts = playouts_by_name(game, options.playout)
    kinds = kinds_of_playouts(game, options.adapt, (options.playout, playouts))
    return TreeAgent(game, role, options, TreePlan(policy, playouts, kinds=kinds), seed)


AGENT = AgentKind(
    name="uct_rave",
    summary="UCT that at first also counts moves that were made later in the game",
    source="Gelly and Silver 2007; the constants 0.4 and 50,000 from El Bouhali 2013",
    agent=make_uct_rave,
    options=UctRaveOptions,
    chance=True,
)
