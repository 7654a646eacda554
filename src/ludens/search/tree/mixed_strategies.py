"""Mixed strategies at nodes where several roles choose at once: with which chances each role takes its moves.

Exp3 weighs an edge by exp(γ/K · gains) (Auer, Cesa-Bianchi, Freund and Schapire 2002), regret matching by its regret if
that is positive (Hart and Mas-Colell 2000). Both then choose any of the K edges with the chance γ.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.search.tree.arrays import NO_CHILD, NODE_BITS, SEVERAL, Tree
from ludens.search.tree.joint_children import find_joint, joint_number
from ludens.search.tree.policy import EXP3, Policy
from ludens.search.tree.select import random_unit


@bare_part
def draw(
    tree: Tree, policy: Policy, node: Whole, role: Whole, first: Whole, random: NDArray[np.uint64]
) -> tuple[Whole, float]:
    """An edge of the role, drawn by its strategy, and the chance it had."""
    count = np.int64(tree.counts[node, role])
    if count == 1:
        return np.int64(first), 1.0
    highest = _highest(tree, first, count)
    total = _total(tree, policy, first, count, highest)
    left, chance, last = random_unit(random), 0.0, np.int64(first + count - 1)
    for edge in range(first, first + count):
        chance = policy.chance / count
        chance += (1.0 - policy.chance) * _part(tree, policy, edge, count, highest, total)
        left -= chance
        if left < 0.0:
            return np.int64(edge), chance
    return last, chance


@bare_part
def learn_from(
    tree: Tree,
    policy: Policy,
    nodes: NDArray[np.int32],
    edges: NDArray[np.int32],
    chances: NDArray[np.float64],
    length: Whole,
    role: Whole,
    value: float,
    weight: Whole,
) -> None:
    """Changes the role's strategies at nodes on a way of this length, which gave it ``value`` in ``weight`` playouts.

    ``edges``, ``chances``: (depth, roles). Exp3 divides the gain of the edge that was chosen by the chance it had; it
    counts once, however many playouts its value is the sum of. Regret matching asks what each other edge would have
    been worth, against the same moves of the others, on average so far (Lanctot, Lisý and Winands 2013).
    """
    counted = len(tree.joint_sums) > 0
    for depth in range(length):
        node = np.int64(nodes[depth])
        if tree.nodes[node]["mover"] != SEVERAL:
            continue
        number = joint_number(tree, node, edges[depth])
        if counted:
            entry = find_joint(tree, (number << NODE_BITS) | np.uint64(node))
            tree.joint_sums[entry, role] += value
            tree.joint_sums[entry, tree.counts.shape[1]] += weight if role == 0 else 0
        count = np.int64(tree.counts[node, role])
        if count == 1:
            continue
        first, stride = np.int64(tree.nodes[node]["first_edge"]), np.uint64(1)
        for other in range(tree.counts.shape[1]):
            first += tree.counts[node, other] if other < role else 0
            stride *= np.uint64(tree.counts[node, other] if other > role else 1)
        _add_strategy(tree, policy, first, count, weight)
        played = np.int64(edges[depth, role])
        if policy.kind == EXP3:
            tree.mixed[played]["score"] += value / weight / chances[depth, role]
        else:
            base = number - np.uint64(played - first) * stride
            _add_regrets(tree, policy, node, role, first, played, base, stride, value, weight)


@bare_part
def _add_regrets(
    tree: Tree,
    policy: Policy,
    node: Whole,
    role: Whole,
    first: Whole,
    played: Whole,
    base: np.uint64,
    stride: np.uint64,
    value: float,
    weight: Whole,
) -> None:
    """Adds, for every other edge of a role, what it would have been better by; nothing where nobody knows.

    The joint moves that differ in this role's edge alone have the numbers ``base`` + place · ``stride``.
    """
    sums, roles = tree.joint_sums, tree.counts.shape[1]
    for place in range(tree.counts[node, role]):
        edge = first + place
        if edge == played:
            continue
        entry = find_joint(tree, ((base + np.uint64(place) * stride) << NODE_BITS) | np.uint64(node))
        if entry != NO_CHILD and sums[entry, roles] > 0:
            regret = tree.mixed[edge]["score"] + weight * sums[entry, role] / sums[entry, roles] - value
            tree.mixed[edge]["score"] = max(0.0, regret) if policy.floor else regret


@bare_part
def _add_strategy(tree: Tree, policy: Policy, first: Whole, count: Whole, weight: Whole) -> None:
    """Adds the strategy of a role, as it is now, to the sums of which the average is made."""
    highest = _highest(tree, first, count)
    total = _total(tree, policy, first, count, highest)
    for edge in range(first, first + count):
        tree.mixed[edge]["average"] += weight * _part(tree, policy, edge, count, highest, total)


@bare_part
def _highest(tree: Tree, first: Whole, count: Whole) -> float:
    highest = -math.inf
    for edge in range(first, first + count):
        highest = max(highest, tree.mixed[edge]["score"])
    return highest


@bare_part
def _total(tree: Tree, policy: Policy, first: Whole, count: Whole, highest: float) -> float:
    total = 0.0
    for edge in range(first, first + count):
        total += _weight(tree, policy, edge, count, highest)
    return total


@bare_part
def _weight(tree: Tree, policy: Policy, edge: Whole, count: Whole, highest: float) -> float:
    """Less the highest score, the gains are at most 0, so that no weight of Exp3 is too large a number."""
    score = tree.mixed[edge]["score"]
    if policy.kind == EXP3:
        return math.exp(policy.chance / count * (score - highest))
    return max(0.0, float(score))


@bare_part
def _part(tree: Tree, policy: Policy, edge: Whole, count: Whole, highest: float, total: float) -> float:
    """The chance of an edge without exploration; without any positive regret all are alike."""
    return _weight(tree, policy, edge, count, highest) / total if total > 0.0 else 1.0 / count
