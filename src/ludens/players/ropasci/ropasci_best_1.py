"""RoPaSci 360 as our best player played it before it solved turns; it is kept for comparison.

It is the best of some twenty combinations in short paired games at equal time. Decoupled UCT on the greedy moves of Yu
and Krishnan (2021), as in ``ropasci_document``, but with short, keen playouts: ten turns drawn from the three most
urgent moves, then the value that learnt weights give six figures of the position, with four playouts from each leaf.
Regret matching, which draws from mixed strategies, did worse in those games. They showed no difference between three
and six urgent moves, or between neighbouring exploration constants.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.games.ropasci.evaluation import ShortPlayouts, candidates_of
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.ropasci.ropasci_agent import RopasciAgent, RopasciOptions, check_ropasci
from ludens.players.tree_agent import FINAL_CHOICES, FINAL_MOVE, TreePlan
from ludens.search.tree.policy import EXP3, REGRET_MATCHING, UCB1, Policy

METHODS = {"duct": UCB1, "exp3": EXP3, "regret_matching": REGRET_MATCHING}


@dataclass(frozen=True)
class RopasciBest1Options(RopasciOptions):
    """Options of our former best player."""

    method: str = option("duct", "how both sides choose in the tree", choices=tuple(METHODS))
    playouts: int = option(4, "playouts from each leaf", lowest=1, highest=4096)
    exploration: float = option(0.25, "the constant c of duct", lowest=0, highest=100)
    chance: float = option(0.1, "how often the others try a random move (γ)", lowest=0.001, highest=1)
    choice: str = option("mean", FINAL_MOVE, choices=FINAL_CHOICES)
    pruning: str = option("greedy", "only these moves are in the tree: greedy, wide, evaluation or none")
    policy: str = option("greedy", "playouts consist of these moves: greedy or wide")
    keen: int = option(3, "playouts draw from this many of the most urgent moves", lowest=1, highest=64)
    steps: int = option(10, "turns of a playout, before learnt figures value the position", lowest=0, highest=360)


def make_ropasci_best_1(
    game: LoadedGame[Any], role: int, options: RopasciBest1Options, seed: int | None = None
) -> RopasciAgent[RopasciBest1Options]:
    """An agent that searches greedy moves, valued by short playouts."""
    check_ropasci("ropasci_best_1", game)
    policy = Policy(METHODS[options.method], exploration=options.exploration)
    if METHODS[options.method].mixed:
        policy = Policy(METHODS[options.method], exploration=options.exploration, chance=options.chance)
    playouts = ShortPlayouts(options.steps, candidates_of(options.policy)[0], options.keen)
    playouts(game.engine, game.engine.initial(), 1, 0, amaf=False, deadline=math.inf)  # compiles its kernels
    return RopasciAgent(game, role, options, TreePlan(policy, playouts), seed)


AGENT = AgentKind(
    name="ropasci_best_1",
    summary="RoPaSci 360 by decoupled UCT on greedy moves, with short, keen playouts and learnt weights",
    source="our own, from the parts of Yu and Krishnan 2021",
    agent=make_ropasci_best_1,
    options=RopasciBest1Options,
)
