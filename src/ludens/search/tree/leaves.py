"""The leaves of a batch: what an engine is given, and what it gives back, in arrays that are used again and again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.calling import address_of, prefetch
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.rows import Rows
from ludens.search.tree.arrays import EXACT, NOT_EXPANDED, Tree, move_of_edge
from ludens.search.tree.lanes import BUSY, CLOSED, NEW, Lanes
from ludens.search.tree.positions import read_row

LISTED = -2
"""In place of a mover: a batch is about to give edges to the node."""

AHEAD = 12
"""Lanes whose positions are fetched from memory before it is their turn."""

BLOCK = 512
"""Room for whether positions are over is for a multiple of so many."""


class Leaves(NamedTuple):
    """``nodes``: to be given edges; ``legal``: their legal moves as packed bits, those of role r from bit
    ``engine.moves[r, 0]`` on. ``made``: lanes that make a position; ``moves`` (lanes, roles), and what these lead to:
    ``following``, ``over``, ``goals``. ``open``: lanes whose leaf is to be valued. ``rows``: positions to ask about.
    ``found``, ``found_squares`` (lanes, roles + 1): sums of playouts. By lane: ``values``, ``squares`` (lanes, roles),
    and, where moves of playouts are counted, ``played`` and ``gained`` (lanes, moves), zero between batches.
    """

    nodes: NDArray[np.int64]
    legal: Rows
    made: NDArray[np.int64]
    moves: NDArray[np.int64]
    following: Rows
    over: NDArray[np.bool_]
    goals: NDArray[np.int16]
    open: NDArray[np.int64]
    rows: Rows
    found: NDArray[np.float64]
    found_squares: NDArray[np.float64]
    values: NDArray[np.float64]
    squares: NDArray[np.float64]
    played: NDArray[np.int64]
    gained: NDArray[np.float64]


def new_leaves(lanes: int, words: int, roles: int, legal_words: int, moves: int) -> Leaves:
    """Room for a batch; ``moves``: of all roles, where those of playouts are counted."""
    return Leaves(
        nodes=np.zeros(lanes, dtype=np.int64),
        legal=np.zeros((lanes, legal_words), dtype=np.uint64),
        made=np.zeros(lanes, dtype=np.int64),
        moves=np.zeros((lanes, roles), dtype=np.int64),
        following=np.zeros((lanes, words), dtype=np.uint64),
        over=np.zeros(-(-lanes // BLOCK) * BLOCK, dtype=np.bool_),
        goals=np.zeros((lanes, roles), dtype=np.int16),
        open=np.zeros(lanes, dtype=np.int64),
        rows=np.zeros((lanes, words), dtype=np.uint64),
        found=np.zeros((lanes, roles + 1), dtype=np.float64),
        found_squares=np.zeros((lanes, roles + 1), dtype=np.float64),
        values=np.zeros((lanes, roles), dtype=np.float64),
        squares=np.zeros((lanes, roles), dtype=np.float64),
        played=np.zeros((lanes if moves else 0, moves), dtype=np.int64),
        gained=np.zeros((lanes if moves else 0, moves), dtype=np.float64),
    )


@bare_part
def list_closed(tree: Tree, lanes: Lanes, leaves: Leaves, batch: Whole) -> Whole:
    """Lists the nodes at which lanes found no edges, each once, with their positions; returns how many."""
    listed = np.int64(0)
    for lane in range(batch):
        if lanes.status[lane] == CLOSED:
            node = np.int64(lanes.leaf[lane])
            if tree.nodes[node]["mover"] != LISTED and tree.nodes[node]["first_edge"] == NOT_EXPANDED:
                tree.nodes[node]["mover"] = LISTED
                leaves.nodes[listed] = node
                read_row(tree, node, leaves.rows, listed)
                listed += 1
    return listed


@bare_part
def list_made(tree: Tree, lanes: Lanes, leaves: Leaves, batch: Whole) -> Whole:
    """Lists the lanes that make positions, with those they come from and their joint moves; returns how many."""
    roles, listed = tree.counts.shape[1], np.int64(0)
    states, width = address_of(tree.states), np.int64(tree.states.shape[1])
    for lane in range(batch):
        if lane + AHEAD < batch and lanes.status[lane + AHEAD] == NEW:
            prefetch(states + width * np.int64(lanes.leaf[lane + AHEAD]))
        if lanes.status[lane] == NEW:
            leaves.made[listed] = lane
            read_row(tree, np.int64(lanes.leaf[lane]), leaves.rows, listed)
            for role in range(roles):
                edge = np.int64(lanes.edges[lanes.step[lane], role])
                leaves.moves[listed, role] = move_of_edge(tree, edge) // roles
            listed += 1
    return listed


@bare_part
def list_open(tree: Tree, lanes: Lanes, leaves: Leaves, batch: Whole, weight: Whole) -> Whole:
    """Lists the lanes whose leaves are to be valued, with their positions, and enters exact values of the others."""
    listed = np.int64(0)
    for lane in range(batch):
        node = np.int64(lanes.leaf[lane])
        if tree.nodes[node]["kind"] == EXACT:
            for role in range(tree.exact.shape[1]):
                value = tree.exact[node, role] / 100.0
                leaves.values[lane, role], leaves.squares[lane, role] = value * weight, value * value * weight
        elif lanes.status[lane] != BUSY:
            leaves.open[listed] = lane
            read_row(tree, node, leaves.rows, listed)
            listed += 1
    return listed
