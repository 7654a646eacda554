"""What the search keeps beside the frames of its path (``depth_first/memory.py``): numbers and thresholds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.search.minimax.depth_first.memory import Memory


class Numbers(NamedTuple):
    """Pairs of a proof number and a disproof number.

    ``children``: of each ply and child. ``limits``: of each ply, with which its position is left. ``here``: of the
    position that is being left. ``read``: room to read an entry of the table.
    """

    children: NDArray[np.int64]
    limits: NDArray[np.int64]
    here: NDArray[np.int64]
    read: NDArray[np.int64]


def new_numbers(memory: Memory) -> Numbers:
    """Room for the search of one thread."""
    plies, widest = memory.order.shape
    return Numbers(
        np.zeros((plies, widest, 2), dtype=np.int64),
        np.zeros((plies, 2), dtype=np.int64),
        np.zeros(2, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
    )
