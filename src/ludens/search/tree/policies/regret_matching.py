"""Regret matching where several roles choose at once (Hart and Mas-Colell 2000), UCB1 where one does.

An edge weighs its regret, if that is positive: what it would have been better by, against the same moves of the others,
on average so far (Lanctot, Lisý and Winands 2013).
"""

from __future__ import annotations

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.search.tree.arrays import NO_CHILD, NODE_BITS, Tree
from ludens.search.tree.joint_children import find_joint
from ludens.search.tree.policies import ucb1
from ludens.search.tree.policies.selection import MIXED_PARAMETERS, MixedStrategy, Outcome, Parameters, Selection

FLOOR = 2
"""Whether regrets below zero are forgotten (regret matching+)."""


@bare_part
def weight(parameters: Parameters, regret: float, highest: float, count: Whole) -> float:
    return max(0.0, float(regret))


@bare_part
def learn(tree: Tree, parameters: Parameters, outcome: Outcome) -> None:
    """Adds, for every other edge of a role, what it would have been better by; nothing where nobody knows."""
    sums, role, roles = tree.joint_sums, outcome.role, tree.counts.shape[1]
    for place in range(outcome.edges):
        edge = outcome.first + place
        if edge == outcome.played:
            continue
        number = outcome.base + np.uint64(place) * outcome.stride
        entry = find_joint(tree, (number << NODE_BITS) | np.uint64(outcome.node))
        if entry != NO_CHILD and sums[entry, roles] > 0:
            worth = outcome.weight * sums[entry, role] / sums[entry, roles]
            regret = tree.mixed[edge]["score"] + worth - outcome.value
            tree.mixed[edge]["score"] = max(0.0, regret) if parameters[FLOOR] else regret


REGRET_MATCHING = Selection(
    "regret_matching",
    ucb1.score,
    {**MIXED_PARAMETERS, "floor": 0.0},
    mixed=MixedStrategy(weight, learn),
    joint_sums=True,
)
