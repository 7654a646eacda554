"""Mixed strategies at nodes where several roles choose at once: with which chances each role takes its moves.

A policy weighs the edges by what it has learnt of them; any of the K edges is chosen with the chance γ.
"""

from __future__ import annotations

import math

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.dispatch import one_of
from ludens.engine.kernels.random_stream import Random, random_unit
from ludens.search.tree.arrays import NODE_BITS, SEVERAL, Records, Tree
from ludens.search.tree.joint_children import find_joint, joint_number
from ludens.search.tree.lanes import NO_STEP, Lanes, step_before
from ludens.search.tree.policies.selection import CHANCE, Outcome
from ludens.search.tree.policy import MIXED_STRATEGIES, KernelPolicy, parameters_of

weight_of = one_of([mixed.weight for mixed in MIXED_STRATEGIES])
learn_outcome = one_of([mixed.learn for mixed in MIXED_STRATEGIES])


@bare_part
def draw(
    tree: Tree, policy: KernelPolicy, node: Whole, role: Whole, first: Whole, random: Random
) -> tuple[Whole, float]:
    """An edge of the role, drawn by its strategy, and the chance it had."""
    count = np.int64(tree.counts[node, role])
    if count == 1:
        return np.int64(first), 1.0
    highest = _highest(tree.mixed, first, count)
    total = _total(tree.mixed, policy, first, count, highest)
    left, chance, last = random_unit(random), 0.0, np.int64(first + count - 1)
    for edge in range(first, first + count):
        chance = policy.parameters[CHANCE] / count
        chance += (1.0 - policy.parameters[CHANCE]) * _part(tree.mixed, policy, edge, count, highest, total)
        left -= chance
        if left < 0.0:
            return np.int64(edge), chance
    return last, chance


@bare_part
def learn_from(
    tree: Tree, policy: KernelPolicy, lanes: Lanes, lane: Whole, role: Whole, value: float, weight: Whole
) -> None:
    """Changes the role's strategies at nodes on the way of a lane, which gave it ``value`` in ``weight`` playouts."""
    step = np.int64(lanes.step[lane])
    while step != NO_STEP:
        if tree.nodes[lanes.steps[step]["node"]]["mover"] == SEVERAL:
            _learn_at(tree, policy, lanes, step, role, value, weight)
        step = step_before(lanes, step)


@bare_part
def _learn_at(
    tree: Tree, policy: KernelPolicy, lanes: Lanes, step: Whole, role: Whole, value: float, weight: Whole
) -> None:
    node = np.int64(lanes.steps[step]["node"])
    number = joint_number(tree, node, lanes.edges[step])
    if len(tree.joint_sums):
        entry = find_joint(tree, (number << NODE_BITS) | np.uint64(node))
        tree.joint_sums[entry, role] += value
        tree.joint_sums[entry, tree.counts.shape[1]] += weight if role == 0 else 0
    count = np.int64(tree.counts[node, role])
    if count == 1:
        return
    first, stride = np.int64(tree.nodes[node]["first_edge"]), np.uint64(1)
    for other in range(tree.counts.shape[1]):
        first += tree.counts[node, other] if other < role else 0
        stride *= np.uint64(tree.counts[node, other] if other > role else 1)
    _add_strategy(tree.mixed, policy, first, count, weight)
    played = np.int64(lanes.edges[step, role])
    base = number - np.uint64(played - first) * stride
    chance = lanes.chances[step, role]
    outcome = Outcome(node, role, first, count, played, chance, value, weight, base, stride)
    learn_outcome(policy.mixed, tree, parameters_of(policy), outcome)


@bare_part
def _add_strategy(mixed: Records, policy: KernelPolicy, first: Whole, count: Whole, weight: Whole) -> None:
    """Adds the strategy of a role, as it is now, to the sums of which the average is made."""
    highest = _highest(mixed, first, count)
    total = _total(mixed, policy, first, count, highest)
    for edge in range(first, first + count):
        mixed[edge]["average"] += weight * _part(mixed, policy, edge, count, highest, total)


@bare_part
def _highest(mixed: Records, first: Whole, count: Whole) -> float:
    highest = -math.inf
    for edge in range(first, first + count):
        highest = max(highest, mixed[edge]["score"])
    return highest


@bare_part
def _total(mixed: Records, policy: KernelPolicy, first: Whole, count: Whole, highest: float) -> float:
    """The weights of all edges of a role."""
    total = 0.0
    for edge in range(first, first + count):
        total += weight_of(policy.mixed, parameters_of(policy), mixed[edge]["score"], highest, count)
    return total


@bare_part
def _part(mixed: Records, policy: KernelPolicy, edge: Whole, count: Whole, highest: float, total: float) -> float:
    """The chance of an edge without exploration; without any positive weight all are alike."""
    if total > 0.0:
        weight = weight_of(policy.mixed, parameters_of(policy), mixed[edge]["score"], highest, count)
        return weight / total  # type: ignore[no-any-return]
    return 1.0 / count
