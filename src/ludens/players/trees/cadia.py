"""A player after CadiaPlayer (Finnsson and Björnsson 2008): UCT with playouts guided by sequences of moves, and cut.

CadiaPlayer also counts a win for less the further away it is; Tong 2013, 2.4.6, names that as a common way to back
values up. ``discount`` does it: 1 is none, CadiaPlayer had 0.99.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent
from ludens.players.trees.uct_mast import GUIDES, GuidedOptions, guided_plan, lane_guide
from ludens.search.playouts.by_length import LengthPlayouts, discounted
from ludens.search.random_games import cut_after


@dataclass(frozen=True)
class CadiaOptions(GuidedOptions):
    """Options of the player after CadiaPlayer."""

    guide: str = option("ngrams", "what makes moves more likely in playouts", choices=GUIDES)
    epsilon: float = option(0.2, "how often mast and ngrams play a random move", lowest=0, highest=1)
    length: int = option(100, "joint moves after which a playout is cut; 0: never", lowest=0, highest=100_000)
    discount: float = option(1.0, "factor on a playout's result for each joint move", lowest=0.5, highest=1)


def make_cadia(
    game: LoadedGame[Any], role: int, options: CadiaOptions, seed: int | None = None
) -> TreeAgent[Any, CadiaOptions]:
    """An agent that searches by UCT with N-gram playouts that end early."""
    plan = guided_plan("cadia", game, options)
    if options.discount < 1:
        plan = replace(plan, evaluation=_discounted(game, options))
    return TreeAgent(game, role, options, plan, seed)


def _discounted(game: LoadedGame[Any], options: CadiaOptions) -> LengthPlayouts:
    """The same playouts, one by one, with their lengths; raises UnsuitableGameError where they are not told."""
    guide, most = None, options.length or cut_after(game.info)
    if options.guide != "uniform":
        if game.engine.telling is None:
            reason = "its engine does not tell how long guided playouts are; guide=uniform does without"
            raise UnsuitableGameError("cadia with a discount", game.info.name, reason)
        moves = [len(game.engine.moves(role)) for role in range(len(game.engine.roles))]
        guide = lane_guide("cadia", game, moves, options)
    return LengthPlayouts(game.engine, discounted(options.discount), most, guide=guide)


AGENT = AgentKind(
    name="cadia",
    summary="UCT with playouts guided by sequences of moves, and cut when they are long",
    source="Finnsson and Björnsson 2008, 2011; Tak, Winands and Björnsson 2012",
    agent=make_cadia,
    options=CadiaOptions,
    chance=True,
)
