"""The children of nodes in which several roles choose: a hash table by node and joint move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.hashing import mixed
from ludens.search.tree.arrays import JOINTS, NO_CHILD, NODE_MASK, SEVERAL, Tree

FIRST_JOINT = NO_CHILD - 1
"""``FIRST_JOINT - entry`` in place of the child of a node's first edge: the first of its joint moves."""


@bare_part
def first_joint(tree: Tree, node: Whole) -> Whole:
    """The first entry of a node that has edges, or NO_CHILD."""
    if tree.nodes[node]["mover"] != SEVERAL:
        return np.int64(NO_CHILD)
    return FIRST_JOINT - np.int64(tree.edges[tree.nodes[node]["first_edge"]]["child"])


@bare_part
def joint_number(tree: Tree, node: Whole, edges: NDArray[np.int32]) -> np.uint64:
    """The number of a joint move, given by an edge of each role, among those of the node."""
    number, first = np.uint64(0), np.int64(tree.nodes[node]["first_edge"])
    for role in range(tree.counts.shape[1]):
        number = number * np.uint64(tree.counts[node, role]) + np.uint64(edges[role] - first)
        first += tree.counts[node, role]
    return number


@bare_part
def find_joint(tree: Tree, key: np.uint64) -> Whole:
    """The entry with this key, or NO_CHILD."""
    mask = np.int64(len(tree.joint_slots) - 1)
    slot = np.int64(mixed(key)) & mask
    while True:
        entry = np.int64(tree.joint_slots[slot])
        if entry == NO_CHILD or tree.joints[entry]["key"] == key:
            return entry
        slot = (slot + 1) & mask


@bare_part
def add_joint(tree: Tree, key: np.uint64, child: Whole) -> Whole:
    """A new entry with a key that has none, to be entered into the hash table; there must be room."""
    entry, node = np.int64(tree.sizes[JOINTS]), np.int64(key & NODE_MASK)
    tree.sizes[JOINTS] += 1
    tree.joints[entry]["key"] = key
    tree.joints[entry]["child"] = child
    tree.joints[entry]["next"] = first_joint(tree, node)
    tree.edges[tree.nodes[node]["first_edge"]]["child"] = FIRST_JOINT - entry
    return entry


@bare_part
def enter_joint(tree: Tree, entry: Whole) -> None:
    """Enters an entry into the hash table."""
    mask = np.int64(len(tree.joint_slots) - 1)
    slot = np.int64(mixed(tree.joints[entry]["key"])) & mask
    while tree.joint_slots[slot] != NO_CHILD:
        slot = (slot + 1) & mask
    tree.joint_slots[slot] = entry
