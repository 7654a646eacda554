"""Searches a tree by what a network has learnt of the game: it values leaves, and says which moves to try first.

The network's chances of moves stand for values (``search/networks/leaves.py``); they count for a few visits of each
move (prior knowledge: Gelly and Silver 2007), and UCB1 continues with them. Random games have a part in the value of
a leaf, if training has found them to be of use beside this network. If leaves are valued by random games alone, the
network is asked of the most visited nodes only (``search/tree/advice.py``). Alpha-beta may prove beside the tree what
it can. Where several roles choose at once, the move is drawn by its visits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, MoveReport, S, UnsuitableGameError
from ludens.players.agent import SeatedAgent, Seed
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import FINAL_CHOICES, FINAL_MOVE, TreeAgent, TreePlan
from ludens.players.tree_with_proofs import ProofOptions, TreeWithProofs
from ludens.search.networks.beside import Beside
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.inputs import MOST_IMAGES
from ludens.search.networks.leaves import NetworkLeaves
from ludens.search.networks.store import known_of, network_for
from ludens.search.playouts.cost import playouts_per_leaf
from ludens.search.random_games import cut_after
from ludens.search.stopwatch import Stopwatch
from ludens.search.tree.advice import PART, Adviser
from ludens.search.tree.evaluate import RandomPlayouts
from ludens.search.tree.policy import UCB1, Policy

NAME = "apprentice"

AS_TRAINED = -1.0
"""In place of the part of playouts: as the network's file has it."""

USUAL, WITH_NETWORK, WITH_PLAYOUTS = -1.0, 0.2, 0.4
"""The constant of the exploration term: in place of a number, and what is usual for leaves by the network, or by
playouts alone, which err more."""


@dataclass(frozen=True)
class ApprenticeOptions(ProofOptions):
    """Options of the apprentice."""

    choice: str = option("mixed", FINAL_MOVE, choices=FINAL_CHOICES)
    threshold: float = option(
        0.25, "moves with less than this fraction of the largest probability are not drawn", lowest=0, highest=1
    )
    share: float = option(0.0, "fraction of the clock for alpha-beta at first; 0: none, ever", lowest=0, highest=1)
    least: float = option(0.1, "fraction of the clock that alpha-beta always keeps", lowest=0, highest=1)
    table: int = option(32, "MiB of alpha-beta's table", lowest=1, highest=65536)
    exploration: float = option(
        USUAL,
        f"the constant c of the exploration term; -1: {WITH_NETWORK:g}, or {WITH_PLAYOUTS:g} with blend=1",
        lowest=USUAL,
        highest=100,
    )
    blend: float = option(
        AS_TRAINED,
        "the fraction of a leaf's value that comes from playouts; 1: all, the network advises on moves; "
        "-1: as training found best",
        lowest=AS_TRAINED,
        highest=1,
    )
    advice: float = option(
        PART, "with blend=1: the fraction of the clock in which the network is asked", lowest=0, highest=0.95
    )
    prior: int = option(3, "for how many visits counts what the network expects of a move", lowest=0, highest=1000)
    search: bool = option(True, "whether it searches; otherwise it makes the move that the network likes best")


class PolicyAgent(SeatedAgent[S, ApprenticeOptions]):
    """Makes the likeliest move; where several roles choose at once, one by its chances.

    The network sees the position as all the images of itself that symmetries of the rules make.
    """

    def __init__(
        self, game: LoadedGame[S], role: int, options: ApprenticeOptions, network: NetworkEvaluation, seed: Seed = None
    ) -> None:
        super().__init__(game, role, options, seed)
        self._network = network

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        watch, legal = Stopwatch(limit), self.engine.legal(position)
        worth, chances = self._network.look(position, legal, images=MOST_IMAGES)
        moves = np.flatnonzero(legal[self.role][0])
        own = chances[self.role][0, moves].astype(np.float64)
        own /= own.sum()
        several = sum(int(table.sum()) > 1 for table in legal) > 1
        place = int(self.random.choice(len(moves), p=own)) if several else int(own.argmax())
        names = self.engine.moves(self.role)
        listed = sorted(
            (MoveReport(names[move], chance=float(chance)) for move, chance in zip(moves, own, strict=True)),
            key=lambda report: -(report.chance or 0.0),
        )
        expected = round(100 * float(worth[0, self.role]), 1)
        notes: dict[str, float | int | str] = {"simulations": 0, "seconds": watch.seconds, "expected": expected}
        return Decision(names[moves[place]], None, tuple(listed), notes=notes)


def make_apprentice(
    game: LoadedGame[Any], role: int, options: ApprenticeOptions, seed: int | None = None
) -> SeatedAgent[Any, ApprenticeOptions]:
    """An agent that plays what a network has learnt; raises UnsuitableGameError where there is none for these rules."""
    if options.evaluation != "playouts" or options.pruning != "none" or options.policy != "uniform":
        raise UnsuitableGameError(NAME, game.info.name, "its leaves are valued by its network, and by nothing else")
    network, known = network_for(game, NAME), known_of(game)
    assert known is not None, "the file of the network"
    if not options.search:
        return PolicyAgent(game, role, options, network, seed)
    if options.blend < 0:
        options = replace(options, blend=known.blend)
    return searching(game, role, options, network, seed)


def searching(
    game: LoadedGame[Any], role: int, options: ApprenticeOptions, network: NetworkEvaluation, seed: int | None = None
) -> SeatedAgent[Any, ApprenticeOptions]:
    """An agent that searches by this network."""
    part = max(0.0, options.blend)
    beside = Beside(RandomPlayouts(cut_after(game.info)), part, playouts_per_leaf(game)) if 0 < part < 1 else None
    leaves = NetworkLeaves(game.engine, network, options.prior, beside)
    usual = WITH_NETWORK if part < 1 else WITH_PLAYOUTS
    policy = Policy(UCB1, exploration=options.exploration if options.exploration >= 0 else usual)
    if part < 1:
        plan = TreePlan(policy, leaves)
        options = replace(options, playouts=options.playouts or 1)
    else:
        plan = TreePlan(policy, adviser=Adviser(leaves.expected, options.advice))
    if options.share:
        return TreeWithProofs(game, role, options, lambda _: plan, seed)
    return TreeAgent(game, role, options, plan, seed)


AGENT = AgentKind(
    name=NAME,
    summary="searches a tree by what a network has learnt of the game with 'ludens train'",
    source="Anthony, Tian and Barber 2017; Silver et al. 2018; Gelly and Silver 2007",
    agent=make_apprentice,
    options=ApprenticeOptions,
)
