"""A tree and alpha-beta together: alpha-beta goes first, and the tree uses what it proves.

Alpha-beta gets a share of the clock. The share grows when it decides something, or refutes the move that the tree would
have made, and shrinks when it does not. A certain win is played at once; if all moves are lost, the one that was
refuted last is played. Otherwise the tree has the rest of the clock and decides among the moves that are not certain to
be worse.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.players.adapting import kinds_of_playouts
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreePlan
from ludens.players.tree_with_proofs import ProofOptions, TreeWithProofs
from ludens.search.playouts.by_name import MEANING, PLAYOUTS, playouts_by_name
from ludens.search.tree.policy import GRAVE, UCB1, Policy


@dataclass(frozen=True)
class ProvingOptions(ProofOptions):
    """Options of a tree of playouts with alpha-beta beside it."""

    exploration: float = option(0.4, "the constant c of the exploration term of UCB1", lowest=0, highest=100)
    policy: str = option("ucb1", "how to choose moves in the tree", choices=("ucb1", "grave"))
    playout: str = option("random", MEANING, choices=PLAYOUTS)


class ProvingTree(TreeWithProofs[ProvingOptions]):
    """Searches a tree by playouts, with alpha-beta for what can be proved."""

    def __init__(self, game: LoadedGame[Any], role: int, options: ProvingOptions, seed: int | None = None) -> None:
        super().__init__(game, role, options, partial(_plan, game, options), seed)


def _plan(game: LoadedGame[Any], options: ProvingOptions, engine: BatchEngine) -> TreePlan:
    playouts = playouts_by_name(game, options.playout, engine)
    kinds = kinds_of_playouts(game, options.adapt, (options.playout, playouts), engine)
    return TreePlan(_policy(options), playouts, kinds=kinds)


def _policy(options: ProvingOptions) -> Policy:
    if options.policy == "grave":
        return Policy(GRAVE, exploration=0.0)
    return Policy(UCB1, exploration=options.exploration)


AGENT = AgentKind(
    name="proving_tree",
    summary="searches a tree, with alpha-beta beside it to prove what it can",
    source="after Cheng, Krauthamer, Ofir and Siddiqui; playouts with decisive moves from Teytaud and Teytaud 2010",
    agent=ProvingTree,
    options=ProvingOptions,
)
