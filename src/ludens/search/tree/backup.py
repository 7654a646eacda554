"""Backup: results are carried up the tree, and proofs with them (MCTS-Solver: Winands, Björnsson and Saito 2008)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.calling import address_of, prefetch
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.tree.arrays import EDGE, EXACT, NO_CHILD, NOT_EXPANDED, SEVERAL, Tree
from ludens.search.tree.joint_children import find_joint
from ludens.search.tree.lanes import SETTLED, Lanes, joint_key
from ludens.search.tree.mixed_strategies import learn_from
from ludens.search.tree.policy import KernelPolicy

AHEAD = 2
"""Lanes whose edges are fetched from memory before it is their turn."""

EDGE_BYTES = EDGE.itemsize


@bare_kernel
def back_up(tree: Tree, lanes: Lanes, batch: Whole, values: NDArray[np.float64], squares: NDArray[np.float64]) -> None:
    """Adds the sums of each role's values, and of their squares, (lanes, roles), to all edges of each lane."""
    roles = tree.counts.shape[1]
    variance = len(tree.squares) > 0
    place = address_of(tree.edges)
    for lane in range(batch):
        if lane + AHEAD < batch:
            for depth in range(lanes.depth[lane + AHEAD]):
                prefetch(place + EDGE_BYTES * np.int64(lanes.edges[lane + AHEAD, depth, 0]))
        if lanes.status[lane] == SETTLED:
            continue
        for depth in range(lanes.depth[lane]):
            for role in range(roles):
                edge = lanes.edges[lane, depth, role]
                tree.edges[edge]["total"] += values[lane, role]
                if variance:
                    tree.squares[edge] += squares[lane, role]


@bare_kernel
def back_up_joints(tree: Tree, lanes: Lanes, batch: Whole, weight: Whole, values: NDArray[np.float64]) -> None:
    """Adds the sums of values to the joint moves of each lane, where several roles choose."""
    roles = tree.counts.shape[1]
    for lane in range(batch):
        for depth in range(np.int64(lanes.depth[lane])):
            node = np.int64(lanes.nodes[lane, depth])
            if tree.nodes[node]["mover"] == SEVERAL:
                entry = find_joint(tree, joint_key(tree, lanes, lane, node, depth))
                for role in range(roles):
                    tree.joint_sums[entry, role] += values[lane, role]
                tree.joint_sums[entry, roles] += weight


@bare_kernel
def learn(
    tree: Tree, policy: KernelPolicy, lanes: Lanes, batch: Whole, weight: Whole, values: NDArray[np.float64]
) -> None:
    """Changes the mixed strategies on the way of each lane by what it found: sums of ``weight`` values."""
    for lane in range(batch):
        if lanes.status[lane] != SETTLED:
            for role in range(tree.counts.shape[1]):
                learn_from(
                    tree,
                    policy,
                    lanes.nodes[lane],
                    lanes.edges[lane],
                    lanes.chances[lane],
                    lanes.depth[lane],
                    role,
                    values[lane, role],
                    weight,
                )


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
    values; the moves on the way down are entered here. Both are zero afterwards.
    """
    roles = tree.counts.shape[1]
    for lane in range(batch):
        for depth in range(lanes.depth[lane] - 1, -1, -1):
            for role in range(roles):
                move = tree.edges[lanes.edges[lane, depth, role]]["move"]
                played[lane, move], sums[lane, move] = weight, values[lane, role]
            node = lanes.nodes[lane, depth]
            first = tree.nodes[node]["first_edge"]
            last = first
            for role in range(roles):
                last += tree.counts[node, role]
            for edge in range(first, last):
                count = played[lane, tree.edges[edge]["move"]]
                if count:
                    tree.amaf[edge]["visits"] += count
                    tree.amaf[edge]["total"] += sums[lane, tree.edges[edge]["move"]]
        for move in range(played.shape[1]):
            if played[lane, move]:
                tree.history[move]["visits"] += played[lane, move]
                tree.history[move]["total"] += sums[lane, move]
                played[lane, move], sums[lane, move] = 0, 0.0


@bare_kernel
def prove(tree: Tree, lanes: Lanes, batch: Whole, best: NDArray[np.int16], settled: bool) -> None:
    """Follows from every leaf that is exact what that proves of the nodes above.

    ``best``: each role's highest goal. ``settled``: a role's goal says what the others get.
    """
    for lane in range(batch):
        if tree.nodes[lanes.leaf[lane]]["kind"] == EXACT:
            for depth in range(lanes.depth[lane] - 1, -1, -1):
                node = np.int64(lanes.nodes[lane, depth])
                mover = tree.nodes[node]["mover"]
                if mover != SEVERAL:
                    tree.edges[lanes.edges[lane, depth, mover]]["kind"] = EXACT
                if tree.nodes[node]["kind"] != EXACT and not _proved(tree, node, best, settled):
                    break


@bare_part
def _proved(tree: Tree, node: Whole, best: NDArray[np.int16], settled: bool) -> bool:
    """Whether the value of a node follows from its children; if so it is entered.

    The mover takes a move that gives it all it can have; or, when every move is proven, the best. If the best moves
    differ for others, what these will get is not known, and nothing is proven; so it is where several roles choose
    at once.
    """
    mover = tree.nodes[node]["mover"]
    if mover == SEVERAL or tree.nodes[node]["first_edge"] == NOT_EXPANDED:
        return False
    first = np.int64(tree.nodes[node]["first_edge"])
    for role in range(mover):
        first += tree.counts[node, role]
    found, complete, alike = np.int64(NO_CHILD), True, True
    for edge in range(first, first + tree.counts[node, mover]):
        child = np.int64(tree.edges[edge]["child"])
        if child < 0 or tree.nodes[child]["kind"] != EXACT:
            complete = False
        elif settled and tree.exact[child, mover] >= best[mover]:
            found, complete, alike = child, True, True
            break
        elif found == NO_CHILD or tree.exact[child, mover] > tree.exact[found, mover]:
            found, alike = child, True
        elif tree.exact[child, mover] == tree.exact[found, mover]:
            alike = alike and _equal(tree, child, found)
    if not complete or not alike:
        return False
    tree.nodes[node]["kind"] = EXACT
    for role in range(tree.exact.shape[1]):
        tree.exact[node, role] = tree.exact[found, role]
    return True


@bare_part
def _equal(tree: Tree, one: Whole, other: Whole) -> bool:
    for role in range(tree.exact.shape[1]):
        if tree.exact[one, role] != tree.exact[other, role]:
            return False
    return True
