"""RoPaSci 360 as Yu and Krishnan (2021) play it.

Decoupled UCT on the moves that their rules keep, heavy playouts of the same moves, and finally the move with the best
mean. They do not say how many moves they keep, nor their exploration constant; those here are ours.

They regret that both sides are assumed to play alike. ``opponent`` takes the other side's moves in the tree from
another set: the search then finds a reply to a player who makes such moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.ropasci.opponents import SETS, TwoSets
from ludens.players.ropasci.ropasci_agent import RopasciAgent, RopasciOptions, check_ropasci
from ludens.players.tree_agent import FINAL_CHOICES, FINAL_MOVE, TreePlan
from ludens.search.tree.policy import UCB1, Policy


@dataclass(frozen=True)
class RopasciDocumentOptions(RopasciOptions):
    """Options of the player of Yu and Krishnan."""

    exploration: float = option(0.3, "the constant c of the exploration term", lowest=0, highest=100)
    choice: str = option("mean", FINAL_MOVE, choices=FINAL_CHOICES)
    pruning: str = option("greedy", "only these moves are in the tree: greedy, wide, evaluation or none")
    opponent: str = option(
        "same", "the other side's moves in the tree: the same kind, or these", choices=("same", *SETS)
    )
    policy: str = option("greedy", "playouts consist of these moves: greedy, wide or uniform")


def make_ropasci_document(
    game: LoadedGame[Any], role: int, options: RopasciDocumentOptions, seed: int | None = None
) -> RopasciAgent[RopasciDocumentOptions]:
    """An agent that takes, for both sides, the greedy move with its highest upper confidence bound."""
    check_ropasci("ropasci_document", game)
    plan = TreePlan(Policy(UCB1, exploration=options.exploration))
    if options.opponent not in ("same", options.pruning):
        view = TwoSets(game.engine, role, options.pruning, options.opponent, options.policy)
        plan = replace(plan, engine=view, complete=False)
    return RopasciAgent(game, role, options, plan, seed)


AGENT = AgentKind(
    name="ropasci_document",
    summary="RoPaSci 360 by decoupled UCT on greedy moves, with heavy playouts",
    source="Yu and Krishnan 2021",
    agent=make_ropasci_document,
    options=RopasciDocumentOptions,
)
