"""Descent: selection from the root on, many times at once; lanes end at different leaves, as far as there are any.

Visits are counted on the way down, values added on the way up: a lane that is still under way looks like a loss
to those that follow it (virtual loss: Chaslot, Winands and van den Herik 2008), and nothing need be taken back, unless
less than a loss is wanted (``virtual_loss.py``).
"""

from __future__ import annotations

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.calling import address_of, prefetch
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.engine.kernels.random_stream import Random
from ludens.search.tree.arrays import (
    EDGE,
    EXACT,
    NO_CHILD,
    NODE,
    NOT_EXPANDED,
    PENDING,
    ROOT,
    SEVERAL,
    Tree,
    child_of_edge,
)
from ludens.search.tree.joint_children import add_joint, enter_joint, find_joint
from ludens.search.tree.lanes import AT_ROOT, BUSY, CLOSED, KNOWN, NEW, SAME, SETTLED, Lanes, joint_key
from ludens.search.tree.mixed_strategies import draw, learn_from
from ludens.search.tree.policy import NOT_MIXED, KernelPolicy
from ludens.search.tree.select import Earlier, choose
from ludens.search.tree.virtual_loss import give_back, lend

NODE_BYTES, EDGE_BYTES, COUNT_BYTES = NODE.itemsize, EDGE.itemsize, 2

LINE_BYTES, MOST_LINES = 64, 8
"""What is fetched of a node's edges at most: more follow by themselves when they are read in order."""


@bare_kernel
def descend(
    tree: Tree, policy: KernelPolicy, lanes: Lanes, batch: Whole, weight: Whole, room: bool, random: Random
) -> None:
    """Takes the lanes that are AT_ROOT or CLOSED on from their leaf, each visit counted ``weight`` times.

    All go a level down, in turn, before the first goes on: so what they need can be fetched from memory beforehand.
    Where strategies are mixed, each goes all the way, since the next is to learn from what it found.
    """
    going = np.int64(0)
    for lane in range(batch):
        if lanes.status[lane] == AT_ROOT or lanes.status[lane] == CLOSED:
            lanes.going[going] = lane
            lanes.reference[lane] = _reference(tree, policy, lanes, lane)
            going += 1
    if policy.mixed != NOT_MIXED:
        for number in range(going):
            one = np.int64(lanes.going[number])
            while _step(tree, policy, lanes, one, weight, room, random):
                pass
            if tree.nodes[lanes.leaf[one]]["kind"] == EXACT and lanes.status[one] == KNOWN:
                _settle(tree, policy, lanes, one, weight)
        return
    while going:
        _fetch(tree, lanes, going)
        left = np.int64(0)
        for number in range(going):
            one = np.int64(lanes.going[number])
            if _step(tree, policy, lanes, one, weight, room, random):
                lanes.going[left] = one
                left += 1
        going = left


@bare_part
def _fetch(tree: Tree, lanes: Lanes, going: Whole) -> None:
    """Has the edges of the nodes where lanes are fetched from memory."""
    edges, counts = address_of(tree.edges), address_of(tree.counts)
    of_root = np.int64(0)
    for role in range(tree.counts.shape[1]):
        of_root += tree.counts[ROOT, role]
    lines = min(np.int64(MOST_LINES), np.int64(1 + of_root * EDGE_BYTES // LINE_BYTES))
    for number in range(going):
        node = np.int64(lanes.leaf[lanes.going[number]])
        first = np.int64(tree.nodes[node]["first_edge"])
        if first != NOT_EXPANDED:
            prefetch(counts + node * COUNT_BYTES * tree.counts.shape[1])
            for line in range(lines):
                prefetch(edges + first * EDGE_BYTES + line * LINE_BYTES)


@bare_part
def _settle(tree: Tree, policy: KernelPolicy, lanes: Lanes, lane: Whole, weight: Whole) -> None:
    """Carries up an exact value at once: mixed strategies are learnt faster if the next lane knows of it."""
    for role in range(tree.counts.shape[1]):
        value = weight * (tree.exact[lanes.leaf[lane], role] / 100.0)
        for depth in range(lanes.depth[lane]):
            tree.edges[lanes.edges[lane, depth, role]]["total"] += value
        learn_from(
            tree,
            policy,
            lanes.nodes[lane],
            lanes.edges[lane],
            lanes.chances[lane],
            lanes.depth[lane],
            role,
            value,
            weight,
        )
    lanes.status[lane] = SETTLED


@bare_part
def _step(
    tree: Tree, policy: KernelPolicy, lanes: Lanes, lane: Whole, weight: Whole, room: bool, random: Random
) -> bool:
    """Takes a lane one level down; returns whether it goes on."""
    node, depth = np.int64(lanes.leaf[lane]), np.int64(lanes.depth[lane])
    nodes = tree.nodes
    if lanes.status[lane] == CLOSED:
        lanes.status[lane] = AT_ROOT  # it has been counted here before
    else:
        nodes[node]["visits"] += weight
    if nodes[node]["kind"] == EXACT or depth == lanes.nodes.shape[1] or _been_there(tree, lanes, lane, node, depth):
        lanes.status[lane] = KNOWN
        return False
    if nodes[node]["first_edge"] == NOT_EXPANDED:
        ripe = depth == 0 or nodes[node]["visits"] > policy.ripe * weight
        lanes.status[lane] = CLOSED if ripe else KNOWN
        return False
    if nodes[node]["visits"] >= policy.reference:
        lanes.reference[lane] = node
    child = _next(tree, policy, lanes, lane, node, np.int64(lanes.reference[lane]), depth, random)
    if child == NO_CHILD and not room:
        lanes.status[lane] = KNOWN
        return False
    if len(lanes.loans):
        lend(tree, lanes, lane, depth, weight, policy.lent)
    for role in range(tree.counts.shape[1]):
        tree.edges[lanes.edges[lane, depth, role]]["visits"] += weight
    lanes.depth[lane] = depth + 1
    if child >= 0:
        lanes.leaf[lane] = child
        prefetch(address_of(nodes) + child * NODE_BYTES)
        return True
    if child == NO_CHILD:
        lanes.status[lane] = NEW
        _reserve(tree, lanes, lane, node, depth)
    else:
        _wait(tree, lanes, lane, PENDING - child - lanes.ticket[0], depth + 1, weight)
    return False


@bare_part
def _been_there(tree: Tree, lanes: Lanes, lane: Whole, node: Whole, depth: Whole) -> bool:
    """Whether the lane has passed the node before: where positions are shared, a game may come back to one."""
    if len(tree.state_slots) > 1:
        for level in range(depth):
            if lanes.nodes[lane, level] == node:
                return True
    return False


@bare_part
def _reference(tree: Tree, policy: KernelPolicy, lanes: Lanes, lane: Whole) -> Whole:
    """The last node on the way, or the first, that has enough visits for its AMAF values to be trusted."""
    depth = np.int64(lanes.depth[lane])
    for level in range(depth - 1, -1, -1):
        if tree.nodes[lanes.nodes[lane, level]]["visits"] >= policy.reference:
            return np.int64(lanes.nodes[lane, level])
    return np.int64(lanes.nodes[lane, 0]) if depth else np.int64(lanes.leaf[lane])


@bare_part
def _next(
    tree: Tree,
    policy: KernelPolicy,
    lanes: Lanes,
    lane: Whole,
    node: Whole,
    reference: Whole,
    depth: Whole,
    random: Random,
) -> Whole:
    """Lets every role choose; returns the child, or what stands in its place."""
    first = np.int64(tree.nodes[node]["first_edge"])
    earlier = Earlier(np.int64(reference), np.int64(lanes.nodes[lane, depth - 2]) if depth > 1 else np.int64(-1))
    mover = tree.nodes[node]["mover"]
    for role in range(tree.counts.shape[1]):
        if mover == SEVERAL and policy.mixed != NOT_MIXED:
            edge, chance = draw(tree, policy, node, role, first, random)
            lanes.edges[lane, depth, role], lanes.chances[lane, depth, role] = edge, chance
        else:
            lanes.edges[lane, depth, role] = choose(tree, policy, node, earlier, role, first, random)
        first += tree.counts[node, role]
    lanes.nodes[lane, depth] = node
    if mover != SEVERAL:
        return child_of_edge(tree, np.int64(lanes.edges[lane, depth, mover]))
    entry = find_joint(tree, joint_key(tree, lanes, lane, node, depth))
    return np.int64(tree.joints[entry]["child"]) if entry != NO_CHILD else np.int64(NO_CHILD)


@bare_part
def _wait(tree: Tree, lanes: Lanes, lane: Whole, other: Whole, depth: Whole, weight: Whole) -> None:
    """Waits for another lane of the batch; when it is none of this batch, takes back what was counted."""
    if 0 <= other < len(lanes.leaf):
        lanes.status[lane], lanes.leaf[lane] = SAME, other
        return
    lanes.status[lane], lanes.depth[lane] = BUSY, 0
    if len(lanes.loans):
        give_back(tree, lanes, lane, depth)
    for level in range(depth):
        tree.nodes[lanes.nodes[lane, level]]["visits"] -= weight
        for role in range(tree.counts.shape[1]):
            tree.edges[lanes.edges[lane, level, role]]["visits"] -= weight


@bare_part
def _reserve(tree: Tree, lanes: Lanes, lane: Whole, node: Whole, depth: Whole) -> None:
    """Notes that this lane makes the child."""
    ticket, mover = lanes.ticket[0] + lane, tree.nodes[node]["mover"]
    if mover != SEVERAL:
        tree.edges[lanes.edges[lane, depth, mover]]["child"] = PENDING - ticket
    else:
        enter_joint(tree, add_joint(tree, joint_key(tree, lanes, lane, node, depth), PENDING - ticket))
