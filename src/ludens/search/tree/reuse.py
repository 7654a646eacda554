"""Copying a tree: into larger arrays, or the part of it that is kept when a move has been made."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.tree.arrays import (
    ARRAYS,
    CHILD_BITS,
    EDGES,
    NO_CHILD,
    NODE_BITS,
    NODES,
    NOT_EXPANDED,
    SEVERAL,
    Room,
    Shape,
    Tree,
    child_of_edge,
    kind_of_edge,
    new_tree,
    slots_for,
)
from ludens.search.tree.expand import fill_joint_slots, fill_state_slots
from ludens.search.tree.joint_children import add_joint, first_joint

Numbers = NDArray[np.int32]


def enlarged(tree: Tree, shape: Shape, room: Room) -> Tree:
    """The same tree with room for more."""
    new = new_tree(shape, room, hashed=1)._replace(state_slots=tree.state_slots)
    used = *tree.sizes.tolist(), len(tree.history), len(tree.sizes)
    for names, count in zip((*ARRAYS, ("history",), ("sizes",)), used, strict=True):
        for name in names:
            _copy_first(count, getattr(tree, name), getattr(new, name))
    fill_joint_slots(new)
    return new


def _copy_first(count: int, old: NDArray[Any], new: NDArray[Any]) -> None:
    """Copies the first rows of an array, if it has any, byte by byte: NumPy copies records field by field, which takes
    several times as long. Memory behind them that nobody has touched stays so."""
    if len(old):
        new[:count].reshape(-1).view(np.uint8)[:] = old[:count].reshape(-1).view(np.uint8)


def with_larger_hash_table(tree: Tree, nodes: int) -> Tree:
    """The same tree with room for the positions of so many nodes in their hash table, and for as many again."""
    new = tree._replace(state_slots=np.full(slots_for(2 * nodes), NO_CHILD, dtype=np.int32))
    fill_state_slots(new)
    return new


def copy_below(old: Tree, new: Tree, root: int) -> None:
    """Copies what can be reached from a node into an empty tree with room for it; the node becomes number 0.

    Nothing may be pending. The history is copied whole; the hash tables are left empty.
    """
    size = int(old.sizes[NODES])
    copy_reached(old, new, root, np.full(size, NO_CHILD, dtype=np.int32), np.empty(size, dtype=np.int32))
    new.history[: len(old.history)] = old.history


@bare_kernel
def copy_reached(old: Tree, new: Tree, root: Whole, numbers: Numbers, order: Numbers) -> None:
    """Copies what can be reached. ``numbers``: of each old node, NO_CHILD at first; ``order``: room for the nodes."""
    numbers[root], order[0] = 0, root
    done, known = np.int64(0), np.int64(1)
    while done < known:
        known = np.int64(_note_children(old, np.int64(order[done]), numbers, order, known))
        done += 1
    new.sizes[NODES] = known
    for number in range(known):
        node = np.int64(order[number])
        new.nodes[number] = old.nodes[node]
        for byte in range(old.states.shape[1]):
            new.states[number, byte] = old.states[node, byte]
        for role in range(old.counts.shape[1]):
            new.counts[number, role], new.exact[number, role] = old.counts[node, role], old.exact[node, role]
            if len(old.proofs):
                new.proofs[number, role] = old.proofs[node, role]
            if len(old.heuristics):
                new.heuristics[number, role] = old.heuristics[node, role]
        if old.nodes[node]["first_edge"] != NOT_EXPANDED:
            _copy_edges(old, new, node, number, numbers)
            _copy_joints(old, new, node, number, numbers)


@bare_part
def _note_children(old: Tree, node: Whole, numbers: Numbers, order: Numbers, known: Whole) -> Whole:
    """Numbers the children of a node that have no number yet."""
    first = old.nodes[node]["first_edge"]
    if first == NOT_EXPANDED:
        return known
    if old.nodes[node]["mover"] == SEVERAL:
        entry = first_joint(old, node)
        while entry != NO_CHILD:
            known = _note(old.joints[entry]["child"], numbers, order, known)
            entry = old.joints[entry]["next"]
        return known
    for edge in range(first, first + _edges(old, node)):
        known = _note(child_of_edge(old, edge), numbers, order, known)
    return known


@bare_part
def _note(child: Whole, numbers: Numbers, order: Numbers, known: Whole) -> Whole:
    if child >= 0 and numbers[child] == NO_CHILD:
        numbers[child], order[known] = known, child
        return known + 1
    return known


@bare_part
def _edges(tree: Tree, node: Whole) -> Whole:
    """The number of a node's edges."""
    edges = np.int64(0)
    for role in range(tree.counts.shape[1]):
        edges += tree.counts[node, role]
    return edges


@bare_part
def _copy_edges(old: Tree, new: Tree, node: Whole, number: Whole, numbers: Numbers) -> None:
    first, count, start = np.int64(old.nodes[node]["first_edge"]), _edges(old, node), new.sizes[EDGES]
    several = old.nodes[node]["mover"] == SEVERAL
    new.nodes[number]["first_edge"] = start
    new.sizes[EDGES] += count
    for place in range(count):
        edge, copied = first + place, start + place
        new.edges[copied], new.moves[copied] = old.edges[edge], old.moves[edge]
        if len(old.high_moves):
            new.high_moves[copied] = old.high_moves[edge]
        if len(old.squares):
            new.squares[copied] = old.squares[edge]
        if len(old.amaf):
            new.amaf[copied] = old.amaf[edge]
        if len(old.mixed):
            new.mixed[copied] = old.mixed[edge]
        if len(old.terms):
            new.terms[copied] = old.terms[edge]
        if len(old.minimax):
            new.minimax[copied] = old.minimax[edge]
        child = child_of_edge(old, edge)
        if child >= 0:
            new.edges[copied]["child"] = np.int64(numbers[child]) | kind_of_edge(old, edge) << CHILD_BITS
        elif several:
            new.edges[copied]["child"] = NO_CHILD


@bare_part
def _copy_joints(old: Tree, new: Tree, node: Whole, number: Whole, numbers: Numbers) -> None:
    entry = first_joint(old, node)
    while entry != NO_CHILD:
        joint = old.joints[entry]["key"] >> NODE_BITS
        child = np.int64(numbers[old.joints[entry]["child"]])
        copied = add_joint(new, (joint << NODE_BITS) | np.uint64(number), child)
        if len(old.joint_sums):
            for column in range(old.joint_sums.shape[1]):
                new.joint_sums[copied, column] = old.joint_sums[entry, column]
        entry = old.joints[entry]["next"]
