"""Proof numbers of every role as a selection bias (generalised PN-MCTS: Kowalski, Soemers, Kosakowski, Winands 2025).

The proof number of a role at a node is the least number of leaves that must turn out well to prove that the role gets
what it aims for (Allis 1994). Where the role moves one child is enough, so it is the least of the children's; where
another does all that this one may choose must do, so it is their sum. A role aims for the most that its bounds at the
root leave it: a win and, once that is excluded, the next best (``bounds.py``).

A move that is easier to prove has a term nearer to 1, one that cannot be proved has 0; a policy adds the term to its
score times a weight. Terms are worked out when a proof number changes, so that selection only reads them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.tree.arrays import NODES, NOT_EXPANDED, ROOT, SEVERAL, Tree, child_of_edge
from ludens.search.tree.bounds import highest, lowest
from ludens.search.tree.lanes import NO_STEP, Lanes, step_before

IMPOSSIBLE = 1 << 30
"""The proof number where the aim is out of reach; the others stay below it."""

UNKNOWN = 1
"""The proof number of a position of which nothing is known."""


@bare_kernel
def update_proof_numbers(tree: Tree, lanes: Lanes, batch: Whole, aims: NDArray[np.int16]) -> None:
    """Follows each lane up from its leaf, as far as numbers change. ``aims`` (roles): what each role aims for."""
    for lane in range(batch):
        _renumber(tree, np.int64(lanes.leaf[lane]), aims)
        step = np.int64(lanes.step[lane])
        while step != NO_STEP and _renumber(tree, np.int64(lanes.steps[step]["node"]), aims):
            step = step_before(lanes, step)
    moved = False
    for role in range(tree.proofs.shape[1]):
        aim = max(np.int64(1), np.int64(highest(tree, ROOT, role)))
        if aim != aims[role]:
            aims[role], moved = aim, True
    if moved:  # children have higher numbers than their parents, but for positions that are shared
        for node in range(tree.sizes[NODES] - 1, -1, -1):
            _renumber(tree, np.int64(node), aims)


@bare_part
def _renumber(tree: Tree, node: Whole, aims: NDArray[np.int16]) -> bool:
    """Works out a node's proof numbers and the terms of its edges from its children; whether a number changed."""
    mover, first = np.int64(tree.nodes[node]["mover"]), np.int64(tree.nodes[node]["first_edge"])
    divided = first != NOT_EXPANDED and mover != SEVERAL
    last = first
    if divided:
        for role in range(mover):
            first += tree.counts[node, role]
        last = first + tree.counts[node, mover]
        _enter_terms(tree, mover, first, last)
    changed = False
    for role in range(tree.proofs.shape[1]):
        number: Whole = np.int64(UNKNOWN)
        if lowest(tree, node, role) >= aims[role]:
            number = np.int64(0)
        elif highest(tree, node, role) < aims[role]:
            number = np.int64(IMPOSSIBLE)
        elif divided and role == mover:
            number = _least(tree, role, first, last)
        elif divided:
            number = _sum(tree, node, mover, role, first, last)
        if tree.proofs[node, role] != number:
            tree.proofs[node, role], changed = number, True
    return changed


@bare_part
def _number(tree: Tree, edge: Whole, role: Whole) -> Whole:
    """The proof number of the child that an edge leads to."""
    child = child_of_edge(tree, edge)
    return np.int64(tree.proofs[child, role]) if child >= 0 else np.int64(UNKNOWN)


@bare_part
def _least(tree: Tree, role: Whole, first: Whole, last: Whole) -> Whole:
    least = np.int64(IMPOSSIBLE)
    for edge in range(first, last):
        least = min(least, np.int64(_number(tree, edge, role)))
    return least


@bare_part
def _sum(tree: Tree, node: Whole, mover: Whole, role: Whole, first: Whole, last: Whole) -> Whole:
    """The sum over the moves that the mover may make: those that do not bring it less than it is sure of."""
    total, secure = np.int64(0), lowest(tree, node, mover)
    for edge in range(first, last):
        child = child_of_edge(tree, edge)
        if child >= 0 and highest(tree, child, mover) < secure:
            continue
        number = _number(tree, edge, role)
        if number == IMPOSSIBLE:
            return np.int64(IMPOSSIBLE)
        total = min(total + number, np.int64(IMPOSSIBLE - 1))
    return total


@bare_part
def _enter_terms(tree: Tree, mover: Whole, first: Whole, last: Whole) -> None:
    """Gives each edge 1 − p / (1 + most), p being its proof number, or 0 where that is IMPOSSIBLE.

    So numbers that are nearly alike have terms that are, too; ranks, or shares of most − least, tell 49 from 50 as
    sharply as 1 from 50.
    """
    most = np.int64(0)
    for edge in range(first, last):
        number = np.int64(_number(tree, edge, mover))
        if number < IMPOSSIBLE:
            most = max(most, number)
    for edge in range(first, last):
        number = np.int64(_number(tree, edge, mover))
        tree.terms[edge] = 1.0 - number / (1.0 + most) if number < IMPOSSIBLE else 0.0
