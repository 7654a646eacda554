"""Backup: results are carried up the tree. What is certain of them is in ``bounds.py``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.calling import address_of, prefetch
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.tree.arrays import EDGE, OPEN, SEVERAL, Tree, child_of_edge, kind_of_edge, move_of_edge
from ludens.search.tree.bounds import highest, lowest
from ludens.search.tree.joint_children import find_joint
from ludens.search.tree.lanes import NO_STEP, SETTLED, Lanes, joint_key, step_before
from ludens.search.tree.mixed_strategies import learn_from
from ludens.search.tree.policy import KernelPolicy
from ludens.search.tree.totals import add_value

AHEAD = 12
"""Steps whose edges are fetched from memory before it is their turn."""

EDGE_BYTES = EDGE.itemsize


@bare_kernel
def back_up(
    tree: Tree, lanes: Lanes, batch: Whole, weight: Whole, values: NDArray[np.float64], squares: NDArray[np.float64]
) -> None:
    """Adds the sums of each role's ``weight`` values, and of their squares, (lanes, roles), to all edges of each lane.

    What comes from below a node counts above it for no less and no more than the node is certain to bring.
    """
    roles = tree.counts.shape[1]
    variance = len(lanes.squares) > 0
    for lane in range(batch):
        step = np.int64(lanes.step[lane])
        if step != NO_STEP and lanes.status[lane] != SETTLED:
            lanes.steps[step]["lanes"] += 1
            for role in range(roles):
                lanes.values[step, role] += values[lane, role]
                if variance:
                    lanes.squares[step, role] += squares[lane, role]
    place = address_of(tree.edges)
    for last in range(lanes.used[0] - 1, -1, -1):
        if last >= AHEAD:
            for role in range(roles):
                prefetch(place + EDGE_BYTES * np.int64(lanes.edges[last - AHEAD, role]))
        if lanes.steps[last]["lanes"]:
            _carry_up(tree, lanes, np.int64(last), weight, variance)


@bare_part
def _carry_up(tree: Tree, lanes: Lanes, step: Whole, weight: Whole, variance: bool) -> None:
    """Adds the values of a step to its edges, and to the step before it."""
    roles, before = tree.counts.shape[1], step_before(lanes, step)
    count = np.int64(lanes.steps[step]["lanes"]) * weight
    for mover in range(roles):
        leading = np.int64(lanes.edges[step, mover])
        if kind_of_edge(tree, leading) != OPEN:
            child = child_of_edge(tree, leading)
            for role in range(roles):
                value = max(lanes.values[step, role], count * lowest(tree, child, role) / 100.0)
                lanes.values[step, role] = min(value, count * highest(tree, child, role) / 100.0)
    if before != NO_STEP:
        lanes.steps[before]["lanes"] += lanes.steps[step]["lanes"]
    for role in range(roles):
        edge, value = np.int64(lanes.edges[step, role]), lanes.values[step, role]
        add_value(tree, edge, value)
        if before != NO_STEP:
            lanes.values[before, role] += value
        if variance:
            tree.squares[edge] += lanes.squares[step, role]
            if before != NO_STEP:
                lanes.squares[before, role] += lanes.squares[step, role]


@bare_kernel
def back_up_joints(tree: Tree, lanes: Lanes, batch: Whole, weight: Whole, values: NDArray[np.float64]) -> None:
    """Adds the sums of values to the joint moves of each lane, where several roles choose."""
    roles = tree.counts.shape[1]
    for lane in range(batch):
        step = np.int64(lanes.step[lane])
        while step != NO_STEP:
            if tree.nodes[lanes.steps[step]["node"]]["mover"] == SEVERAL:
                entry = find_joint(tree, joint_key(tree, lanes, step))
                for role in range(roles):
                    tree.joint_sums[entry, role] += values[lane, role]
                tree.joint_sums[entry, roles] += weight
            step = step_before(lanes, step)


@bare_kernel
def learn(
    tree: Tree, policy: KernelPolicy, lanes: Lanes, batch: Whole, weight: Whole, values: NDArray[np.float64]
) -> None:
    """Changes the mixed strategies on the way of each lane by what it found: sums of ``weight`` values."""
    for lane in range(batch):
        if lanes.status[lane] != SETTLED:
            for role in range(tree.counts.shape[1]):
                learn_from(tree, policy, lanes, lane, role, values[lane, role], weight)


@bare_kernel
def back_up_amaf(
    tree: Tree,
    lanes: Lanes,
    batch: Whole,
    weight: Whole,
    values: NDArray[np.float64],
    played: NDArray[np.int64],
    sums: NDArray[np.float64],
) -> None:
    """Adds to every edge the playouts in which its move was made at its node or later.

    ``played`` (lanes, moves) counts the playouts of a lane below its leaf that made each move, ``sums`` adds their
    values; the moves on the way down are entered here.
    """
    roles = tree.counts.shape[1]
    for lane in range(batch):
        step = np.int64(lanes.step[lane])
        while step != NO_STEP:
            for role in range(roles):
                move = move_of_edge(tree, np.int64(lanes.edges[step, role]))
                played[lane, move], sums[lane, move] = weight, values[lane, role]
            node = lanes.steps[step]["node"]
            first = tree.nodes[node]["first_edge"]
            last = first
            for role in range(roles):
                last += tree.counts[node, role]
            for edge in range(first, last):
                move = move_of_edge(tree, np.int64(edge))
                count = played[lane, move]
                if count:
                    tree.amaf[edge]["visits"] += count
                    tree.amaf[edge]["total"] += sums[lane, move]
            step = step_before(lanes, step)
        for move in range(played.shape[1]):
            if played[lane, move]:
                tree.history[move]["visits"] += played[lane, move]
                tree.history[move]["total"] += sums[lane, move]
                played[lane, move], sums[lane, move] = 0, 0.0
