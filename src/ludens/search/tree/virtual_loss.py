"""How a visit counts that is still under way: as a loss, as the mean so far, or as something between.

Visits are counted on the way down. Without more, a lane under way looks like a loss to those that follow (virtual loss:
Chaslot, Winands and van den Herik 2008), and a large batch spreads over moves that are worse. A lane may instead be
lent a part of the mean of each edge that it takes, and gives it back when its own value is known. With all of it an
edge under way keeps its mean, and only its exploration term shrinks (WU-UCT: Liu et al. 2020).
"""

from __future__ import annotations

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.search.tree.arrays import Tree
from ludens.search.tree.lanes import Lanes
from ludens.search.tree.totals import add_value, total_of


@bare_part
def lend(tree: Tree, lanes: Lanes, step: Whole, weight: Whole, part: float) -> None:
    """Lends a lane the part of the means of the edges of a step, before its visit is counted."""
    for role in range(tree.counts.shape[1]):
        edge = np.int64(lanes.edges[step, role])
        visits = np.int64(tree.edges[edge]["visits"])
        before = total_of(tree, edge)
        add_value(tree, edge, part * weight * before / visits if visits else 0.0)
        lanes.loans[step, role] = total_of(tree, edge) - before


@bare_kernel
def give_all_back(tree: Tree, lanes: Lanes) -> None:
    """Takes from the edges of all steps what they were lent: the last loan first, so that sums are what they were."""
    for step in range(lanes.used[0] - 1, -1, -1):
        for role in range(tree.counts.shape[1]):
            add_value(tree, np.int64(lanes.edges[step, role]), -lanes.loans[step, role])
