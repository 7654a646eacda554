"""The lanes of a batch: where each one is in the tree, and the steps by which they came there.

Many lanes go the same way. Those that made the same moves from the root on are one step: it is chosen, counted and
carried up for all of them at once. A step knows the one before it, so that a lane's way is a chain of steps, and what
lies further down always has a higher number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.search.tree.arrays import MOST_MOVES, NODE_BITS, Records, Tree
from ludens.search.tree.joint_children import joint_number

AT_ROOT, CLOSED, NEW, SAME, KNOWN, BUSY, SETTLED = range(7)
"""Where a lane is: still to go down; at a node without edges; on the way to a position to be made; to one that another
lane of the batch makes; at a node to be valued as it stands, because its value is exact or there is no room; given up,
since it came to a position that another batch makes; at an exact value that has been carried up already."""

NO_STEP = -1
"""In place of a step: the lane, or the way, is still at the root."""

STEPS_PER_LANE = 128
"""Room for steps: more than were ever seen, since lanes have many in common. Where there is none left, lanes end."""

STEP = np.dtype([("seen", "u8"), ("node", "i4"), ("before", "i4"), ("depth", "i4"), ("lanes", "i4")])
"""Moves made at ``node`` after the step ``before``, the ``depth``-th of the way. ``seen`` has a bit for each node on
the way, which several share. ``lanes``: how many have brought values, when they are carried up."""

GROUP = np.dtype([("node", "i4"), ("step", "i4"), ("first", "i4"), ("lanes", "i4"), ("reference", "i4")])
"""Lanes, one after the other from ``first`` on, that have come to ``node`` by the same ``step``. ``reference``: the
node whose AMAF values they use."""


class Visit(NamedTuple):
    """A group that has come to a node, in numbers; ``depth``: of the node."""

    node: Whole
    step: Whole
    depth: Whole
    first: Whole
    lanes: Whole
    reference: Whole


class Lanes(NamedTuple):
    """By lane: ``leaf``; ``status``; ``depth``, the number of joint moves; ``step``, the last one of its way. For a
    lane that is NEW, ``leaf`` is the node it comes from; for one that is SAME, the lane that is NEW. ``ticket`` (1):
    what this batch adds to the number of a lane to tell it from those of others.

    By step: ``steps``; ``edges`` (steps, roles); ``values`` and ``squares`` that are carried up; ``chances``, for
    policies that need it: with which each edge was chosen where several roles choose; ``loans``, where virtual losses
    are not whole: what each edge was lent. ``used`` (1): how many steps there are, ``longest`` (1): of a way.

    ``groups`` (2, lanes): those at this level of the tree, and at the next. By edge of a node: ``shares``, the lanes
    that take it, zero between nodes, and ``scores``.
    """

    ticket: NDArray[np.int64]
    leaf: NDArray[np.int32]
    status: NDArray[np.int8]
    depth: NDArray[np.int32]
    step: NDArray[np.int32]
    steps: Records
    edges: NDArray[np.int32]
    values: NDArray[np.float64]
    squares: NDArray[np.float64]
    chances: NDArray[np.float64]
    loans: NDArray[np.float64]
    used: NDArray[np.int64]
    longest: NDArray[np.int64]
    groups: Records
    shares: NDArray[np.int32]
    scores: NDArray[np.float64]


def new_lanes(
    lanes: int,
    depth: int,
    roles: int,
    ticket: int = 0,
    *,
    mixed: bool = False,
    lent: bool = False,
    variance: bool = False,
) -> Lanes:
    """Room for a batch that goes down at most so far."""
    steps = depth + STEPS_PER_LANE * lanes
    return Lanes(
        ticket=np.array([ticket], dtype=np.int64),
        leaf=np.zeros(lanes, dtype=np.int32),
        status=np.zeros(lanes, dtype=np.int8),
        depth=np.zeros(lanes, dtype=np.int32),
        step=np.zeros(lanes, dtype=np.int32),
        steps=np.zeros(steps, dtype=STEP),
        edges=np.zeros((steps, roles), dtype=np.int32),
        values=np.zeros((steps, roles), dtype=np.float64),
        squares=np.zeros((steps if variance else 0, roles), dtype=np.float64),
        chances=np.zeros((steps if mixed else 0, roles), dtype=np.float64),
        loans=np.zeros((steps if lent else 0, roles), dtype=np.float64),
        used=np.zeros(1, dtype=np.int64),
        longest=np.array([depth], dtype=np.int64),
        groups=np.zeros((2, lanes), dtype=GROUP),
        shares=np.zeros(MOST_MOVES, dtype=np.int32),
        scores=np.zeros((2, MOST_MOVES), dtype=np.float64),
    )


@bare_part
def node_before(lanes: Lanes, step: Whole) -> np.int64:
    """The node at which a step was made, or -1 where there is no step."""
    return np.int64(lanes.steps[step]["node"]) if step != NO_STEP else np.int64(-1)


@bare_part
def step_before(lanes: Lanes, step: Whole) -> np.int64:
    """The step before a step, or NO_STEP."""
    return np.int64(lanes.steps[step]["before"]) if step != NO_STEP else np.int64(NO_STEP)


@bare_part
def joint_key(tree: Tree, lanes: Lanes, step: Whole) -> np.uint64:
    """The key of the joint move of a step."""
    node = np.int64(lanes.steps[step]["node"])
    return (joint_number(tree, node, lanes.edges[step]) << NODE_BITS) | np.uint64(node)
