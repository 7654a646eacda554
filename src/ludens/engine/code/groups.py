"""Rows of a table that are read together: a processor that waits for memory asks for what several gates need at once.

No gate of a group needs another one of it, so they are ordered by levels.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Block, Circuit


def gate_levels(circuit: Circuit, block: Block) -> NDArray[np.int64]:
    """For each gate of a block, how many others of it have to be evaluated one after the other before it."""
    levels: list[int] = []
    first = circuit.first_gate + block.first
    sides = ((side[block.first : block.last] >> 1) - first for side in (circuit.left, circuit.right))
    for left, right in zip(*(side.tolist() for side in sides), strict=True):
        levels.append(1 + max(levels[left] if left >= 0 else -1, levels[right] if right >= 0 else -1))
    return np.array(levels, dtype=np.int64)


def rows_in_groups(rows: NDArray[np.int32], levels: NDArray[np.int64], together: int) -> NDArray[np.int32]:
    """Rows in groups of so many, ordered by their levels, each group of one level; filled up with zeros."""
    order = np.argsort(levels, kind="stable")
    counts = np.bincount(levels)
    rooms = -(-counts // together) * together
    before = (np.cumsum(rooms) - rooms) - (np.cumsum(counts) - counts)
    found = np.zeros((int(rooms.sum()), rows.shape[1]), dtype=np.int32)
    found[np.arange(len(rows)) + before[levels[order]]] = rows[order]
    return found
