"""Retrograde analysis: values of all positions of a graph, from the ends of the game backwards."""

from __future__ import annotations

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel
from ludens.search.minimax.graph import BEYOND, MOVES_UNKNOWN, POSITIONS, Graph


@bare_kernel
def retrograde_pass(graph: Graph) -> Whole:
    """Narrows the certain bounds of all expanded nodes once, the last first; returns how many nodes changed.

    Where positions cannot recur and each comes after those it can be reached from, one pass is enough.
    """
    changed = np.int64(0)
    for number in range(graph.sizes[POSITIONS] - 1, -1, -1):
        node = graph.nodes[number]
        if node["first_edge"] == MOVES_UNKNOWN or node["certain_low"] == node["certain_high"]:
            continue
        side = np.int64(node["side"])
        low, high = np.int64(-BEYOND), np.int64(-BEYOND)
        for edge in range(node["first_edge"], node["first_edge"] + node["edges"]):
            child = graph.nodes[graph.edges[edge]["child"]]
            if side > 0:
                low, high = max(low, np.int64(child["certain_low"])), max(high, np.int64(child["certain_high"]))
            else:
                low, high = max(low, -np.int64(child["certain_high"])), max(high, -np.int64(child["certain_low"]))
        if node["partial"]:
            high = np.int64(BEYOND)
        if side < 0:
            low, high = -high, -low
        if low > node["certain_low"] or high < node["certain_high"]:
            node["certain_low"] = max(low, np.int64(node["certain_low"]))
            node["certain_high"] = min(high, np.int64(node["certain_high"]))
            changed += 1
    return changed
