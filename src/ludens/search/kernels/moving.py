"""Copying the part of a tree below a node, when a move has been made."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import kernel, part
from ludens.search.kernels.arrays import EDGES, NO_CHILD, NODE_BITS, NODES, NOT_EXPANDED, SEVERAL, Tree
from ludens.search.kernels.joints import add_joint

Numbers = NDArray[np.int32]


@kernel
def copy_below(old: Tree, new: Tree, root: Whole) -> None:
    """Copies what can be reached from a node into an empty tree with room for it; the node becomes number 0.

    Nothing may be pending. The history is copied whole; the hash tables are left empty.
    """
    numbers = np.full(old.sizes[NODES], NO_CHILD, dtype=np.int32)
    order = np.empty(old.sizes[NODES], dtype=np.int32)
    numbers[root], order[0] = 0, root
    done, known = np.int64(0), np.int64(1)
    while done < known:
        known = np.int64(_note_children(old, np.int64(order[done]), numbers, order, known))
        done += 1
    new.sizes[NODES] = known
    for number in range(known):
        node = np.int64(order[number])
        new.nodes[number] = old.nodes[node]
        new.states[number], new.counts[number], new.exact[number] = old.states[node], old.counts[node], old.exact[node]
        if old.nodes[node]["first_edge"] != NOT_EXPANDED:
            _copy_edges(old, new, node, number, numbers)
            _copy_joints(old, new, node, number, numbers)
    new.history[: len(old.history)] = old.history


@part
def _note_children(old: Tree, node: Whole, numbers: Numbers, order: Numbers, known: Whole) -> Whole:
    """Numbers the children of a node that have no number yet."""
    first = old.nodes[node]["first_edge"]
    if first == NOT_EXPANDED:
        return known
    if old.nodes[node]["mover"] == SEVERAL:
        entry = old.nodes[node]["first_joint"]
        while entry != NO_CHILD:
            known = _note(old.joints[entry]["child"], numbers, order, known)
            entry = old.joints[entry]["next"]
        return known
    for edge in range(first, first + old.counts[node].sum()):
        known = _note(old.edges[edge]["child"], numbers, order, known)
    return known


@part
def _note(child: Whole, numbers: Numbers, order: Numbers, known: Whole) -> Whole:
    if child >= 0 and numbers[child] == NO_CHILD:
        numbers[child], order[known] = known, child
        return known + 1
    return known


@part
def _copy_edges(old: Tree, new: Tree, node: Whole, number: Whole, numbers: Numbers) -> None:
    first, count, start = np.int64(old.nodes[node]["first_edge"]), old.counts[node].sum(), new.sizes[EDGES]
    new.nodes[number]["first_edge"] = start
    new.sizes[EDGES] += count
    new.edges[start : start + count] = old.edges[first : first + count]
    if len(old.squares):
        new.squares[start : start + count] = old.squares[first : first + count]
    if len(old.amaf):
        new.amaf[start : start + count] = old.amaf[first : first + count]
    if len(old.mixed):
        new.mixed[start : start + count] = old.mixed[first : first + count]
    for edge in range(start, start + count):
        child = new.edges[edge]["child"]
        if child >= 0:
            new.edges[edge]["child"] = numbers[child]


@part
def _copy_joints(old: Tree, new: Tree, node: Whole, number: Whole, numbers: Numbers) -> None:
    entry = old.nodes[node]["first_joint"]
    new.nodes[number]["first_joint"] = NO_CHILD
    while entry != NO_CHILD:
        joint = old.joints[entry]["key"] >> NODE_BITS
        child = np.int64(numbers[old.joints[entry]["child"]])
        copied = add_joint(new, (joint << NODE_BITS) | np.uint64(number), child)
        if len(old.joint_sums):
            new.joint_sums[copied] = old.joint_sums[entry]
        entry = old.joints[entry]["next"]
