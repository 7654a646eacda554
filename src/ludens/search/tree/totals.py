"""Sums of values in 32 bits.

Sums of goals such as 0, 50 and 100 are exact up to millions of visits. What has more bits than there is room for is
rounded up or down by chance, in proportion to what is lost (stochastic rounding: Forsythe 1950), so that sums of any
number of visits have the right mean: rounded to the nearest, a sum of 2 ** 24 would never grow again by one.
"""

from __future__ import annotations

import numpy as np

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.hashing import mixed
from ludens.search.tree.arrays import Tree

LOST = np.uint64((1 << 29) - 1)
"""The bits that a number of 64 bits has more than one of 32 bits in its fraction."""


@bare_part
def rounded(total: float, noise: Whole) -> np.float32:
    """A sum in 32 bits; ``noise`` is another number each time."""
    bits = np.float64(total).view(np.uint64)
    if bits & LOST == np.uint64(0):
        return np.float32(total)
    kept = (bits + (mixed(bits ^ np.uint64(noise)) & LOST)) & ~LOST
    return np.float32(np.uint64(kept).view(np.float64))


@bare_part
def total_of(tree: Tree, edge: Whole) -> float:
    """The sum of the values of an edge."""
    return np.float64(tree.edges[np.uint64(edge)]["total"])


@bare_part
def add_value(tree: Tree, edge: Whole, value: float) -> None:
    """Adds to the sum of the values of an edge."""
    record = tree.edges[np.uint64(edge)]
    record["total"] = rounded(np.float64(record["total"]) + value, np.int64(record["visits"]))
