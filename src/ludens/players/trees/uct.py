"""UCT: upper confidence bounds applied to trees (Kocsis and Szepesvári 2006)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.players.adapting import kinds_of_playouts
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.facts import facts_of
from ludens.search.playouts.by_name import MEANING, PLAYOUTS, playouts_by_name
from ludens.search.tree.policy import PROGRESSIVE_HISTORY, UCB1, UCB1_TUNED, Policy
from ludens.search.views.hostility import hostile_engine

WON_OR_LOST = 0.5
"""The standard deviation of the goal, from 0 to 1, where each of two is as likely to win."""

LEAST_SCALE = 0.1
"""Where hardly any random game ends unlike the others, they do not show what better play may reach."""


@dataclass(frozen=True)
class UcbOptions(TreeOptions):
    """Options of upper confidence bounds, whatever leaves are worth."""

    exploration: float = option(0.4, "the constant c of the exploration term", lowest=0, highest=100)
    tuned: bool = option(False, "bounds by the variance of the values (UCB1-Tuned)")
    history: float = option(0.0, "the weight W of progressive history; 0: not used", lowest=0, highest=1000)
    scaled: bool = option(
        False, "c is for games that are won or lost: less where goals are closer together, as random games show"
    )


@dataclass(frozen=True)
class UctOptions(UcbOptions):
    """Options of UCT."""

    playout: str = option("random", MEANING, choices=PLAYOUTS)
    hostility: float = option(
        0.0,
        "what the others are assumed to want: 0: the most for themselves (max^n), 1: the least for this "
        "role (paranoid)",
        lowest=0,
        highest=1,
    )


def make_uct(
    game: LoadedGame[Any], role: int, options: UctOptions, seed: int | None = None
) -> TreeAgent[Any, UctOptions]:
    """An agent that takes, at every node, the move with the highest upper confidence bound."""
    playouts = playouts_by_name(game, options.playout)
    if not options.hostility:
        kinds = kinds_of_playouts(game, options.adapt, (options.playout, playouts))
        return TreeAgent(game, role, options, TreePlan(uct_policy(options, game), playouts, kinds=kinds), seed)
    if options.playout != "random" or options.evaluation != "playouts" or options.implicit:
        raise UnsuitableGameError("hostility", game.info.name, "it is for random playouts alone")
    engine = hostile_engine(game, role, options.hostility)
    # What hostile others could enforce is no proof: all moves may lose against them, and yet one be the best.
    plan = TreePlan(uct_policy(options, game), playouts, engine=engine, complete=False, settled=False)
    return TreeAgent(game, role, options, plan, seed)


def uct_policy(options: UcbOptions, game: LoadedGame[Any]) -> Policy:
    """How UCT chooses moves in a tree."""
    exploration = options.exploration * (goal_scale(game) if options.scaled else 1.0)
    if options.tuned:
        return Policy(UCB1_TUNED, exploration=exploration)
    if options.history > 0:
        return Policy(PROGRESSIVE_HISTORY, exploration=exploration, weight=options.history)
    return Policy(UCB1, exploration=exploration)


def goal_scale(game: LoadedGame[Any]) -> float:
    """How far goals lie apart in random games, compared with 100 for one half of them and 0 for the other.

    Upper confidence bounds are for rewards of a known scale: where they are closer together, the same constant explores
    more. Random games that all end alike say nothing of the scale.
    """
    spread = facts_of(game).random_games.spread
    return min(1.0, max(LEAST_SCALE, spread / WON_OR_LOST)) if spread else 1.0


AGENT = AgentKind(
    name="uct",
    summary="searches a tree by upper confidence bounds, with random playouts",
    source="Kocsis and Szepesvári 2006; the constant 0.4 from El Bouhali 2013",
    agent=make_uct,
    options=UctOptions,
    chance=True,
)
