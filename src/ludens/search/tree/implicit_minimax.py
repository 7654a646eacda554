"""Implicit minimax backups (Lanctot, Winands, Pepels and Sturtevant 2014), for any evaluation and number of roles.

Beside the means of playouts a node has what an evaluation says of it, carried up by minimax: the one to move takes the
child that is best for it, and everybody gets what that child gives (max^n: Luckhardt and Irani 1986). Selection takes
(1 − α)·mean + α·minimax for the mean. Certain values count as what they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.tree.arrays import EXACT, NODES, NOT_EXPANDED, NOT_VALUED, SEVERAL, Tree, child_of_edge
from ludens.search.tree.bounds import highest, lowest
from ludens.search.tree.lanes import NO_STEP, Lanes, step_before
from ludens.search.tree.positions import rows_of

if TYPE_CHECKING:
    from ludens.engine.contract import BatchEngine
    from ludens.search.evaluations.static import Static


def value_new_nodes(tree: Tree, engine: BatchEngine, evaluation: Static, first: int) -> int:
    """Has the nodes from number ``first`` on evaluated, but for ends of the game; returns how many nodes there are."""
    size = int(tree.sizes[NODES])
    places = first + np.flatnonzero(tree.nodes["kind"][first:size] != EXACT)
    if len(places):
        tree.heuristics[places] = evaluation(engine, rows_of(tree, places))
    return size


@bare_kernel
def back_up_heuristics(tree: Tree, lanes: Lanes, batch: Whole) -> None:
    """Follows each lane up from its leaf, as far as values change."""
    for lane in range(batch):
        child = np.int64(lanes.leaf[lane])
        step = np.int64(lanes.step[lane])
        while step != NO_STEP:
            node = np.int64(lanes.steps[step]["node"])
            mover = np.int64(tree.nodes[node]["mover"])
            if mover == SEVERAL or tree.nodes[node]["first_edge"] == NOT_EXPANDED:
                break
            edge = np.int64(lanes.edges[step, mover])
            worth = np.float32(_worth(tree, child, mover))
            if tree.minimax[edge] == worth:
                break
            tree.minimax[edge] = worth
            _take_best(tree, node, mover)
            child, step = node, step_before(lanes, step)


@bare_part
def _worth(tree: Tree, node: Whole, role: Whole) -> float:
    """What a node is worth to a role, from 0 to 1, within what is certain."""
    value = np.float64(tree.heuristics[node, role])
    return max(lowest(tree, node, role) / 100.0, min(highest(tree, node, role) / 100.0, value))


@bare_part
def _take_best(tree: Tree, node: Whole, mover: Whole) -> None:
    """Gives a node the values of the child that is best for its mover, of those that there are."""
    first = np.int64(tree.nodes[node]["first_edge"])
    for role in range(mover):
        first += tree.counts[node, role]
    best: Whole = first
    most = np.float32(NOT_VALUED)
    for edge in range(first, first + tree.counts[node, mover]):
        if tree.minimax[edge] > most:
            best, most = edge, tree.minimax[edge]
    child = child_of_edge(tree, best)
    for role in range(tree.counts.shape[1]):
        tree.heuristics[node, role] = _worth(tree, child, role)
