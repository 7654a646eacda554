"""The lanes of a batch: where each one is in the tree, and how it came there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.search.tree.arrays import NODE_BITS, Tree
from ludens.search.tree.joint_children import joint_number

AT_ROOT, CLOSED, NEW, SAME, KNOWN, BUSY, SETTLED = range(7)
"""Where a lane is: still to go down; at a node without edges; on the way to a position to be made; to one that another
lane of the batch makes; at a node to be valued as it stands, because its value is exact or there is no room; given up,
since it came to a position that another batch makes; at an exact value that has been carried up already."""


class Lanes(NamedTuple):
    """``leaf`` (lanes); ``status``; ``depth``, the number of joint moves; ``nodes`` (lanes, depth), from the root on;
    ``edges`` (lanes, depth, roles). For a lane that is NEW, ``leaf`` is the node it comes from; for one that is SAME,
    the lane that is NEW. ``ticket`` (1): what this batch adds to the number of a lane to tell it from those of others.
    ``chances`` (lanes, depth, roles), for policies that need it: with which each edge was chosen where several roles
    choose. ``going``: the lanes that are on their way down. ``reference``: the node whose AMAF values a lane uses.
    ``loans`` (lanes, depth, roles), where virtual losses are not whole: what each edge was lent.
    """

    ticket: NDArray[np.int64]
    leaf: NDArray[np.int32]
    status: NDArray[np.int8]
    depth: NDArray[np.int32]
    nodes: NDArray[np.int32]
    edges: NDArray[np.int32]
    chances: NDArray[np.float64]
    going: NDArray[np.int32]
    reference: NDArray[np.int32]
    loans: NDArray[np.float64]


def new_lanes(lanes: int, depth: int, roles: int, ticket: int = 0, *, mixed: bool = False, lent: bool = False) -> Lanes:
    """Room for a batch that goes down at most so far."""
    return Lanes(
        np.array([ticket], dtype=np.int64),
        np.zeros(lanes, dtype=np.int32),
        np.zeros(lanes, dtype=np.int8),
        np.zeros(lanes, dtype=np.int32),
        np.zeros((lanes, depth), dtype=np.int32),
        np.zeros((lanes, depth, roles), dtype=np.int32),
        np.zeros((lanes if mixed else 0, depth, roles), dtype=np.float64),
        np.zeros(lanes, dtype=np.int32),
        np.zeros(lanes, dtype=np.int32),
        np.zeros((lanes if lent else 0, depth, roles), dtype=np.float64),
    )


@bare_part
def joint_key(tree: Tree, lanes: Lanes, lane: Whole, node: Whole, depth: Whole) -> np.uint64:
    """The key of the joint move that a lane made at a node."""
    return (joint_number(tree, node, lanes.edges[lane, depth]) << NODE_BITS) | np.uint64(node)
