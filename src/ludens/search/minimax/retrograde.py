"""Values of all positions of a graph, from the ends of the game backwards."""

from __future__ import annotations

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel
from ludens.engine.kernels.hashing import mixed, row_hash
from ludens.search.minimax.graph import BEYOND, NODES, NOT_EXPANDED, Graph


@bare_kernel
def back_up(graph: Graph) -> Whole:
    """Narrows the certain bounds of all expanded nodes once, the last first; returns how many nodes changed.

    Where positions cannot recur and each comes after those it can be reached from, one pass is enough.
    """
    changed = np.int64(0)
    for number in range(graph.sizes[NODES] - 1, -1, -1):
        node = graph.nodes[number]
        if node["first_edge"] == NOT_EXPANDED or node["certain_low"] == node["certain_high"]:
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


@bare_kernel
def enter_all(graph: Graph) -> None:
    """Enters all nodes into the hash table, which must be empty."""
    mask = np.int64(len(graph.slots) - 1)
    for number in range(graph.sizes[NODES]):
        half = np.int64(graph.nodes[number]["half"])
        slot = np.int64(mixed(row_hash(graph.states[number]) + np.uint64(half + 1))) & mask
        while graph.slots[slot]:
            slot = (slot + 1) & mask
        graph.slots[slot] = number + 1
