"""Expansion: nodes get their edges, and edges the nodes that lanes have made."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole, count, lowest
from ludens.engine.kernels.calling import address_of, prefetch
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.engine.kernels.hashing import row_hash
from ludens.engine.rows import Rows
from ludens.search.tree.arrays import (
    EDGES,
    EXACT,
    JOINTS,
    MOST_MOVES,
    NO_CHILD,
    NODE_BITS,
    NODES,
    NOT_EXPANDED,
    SEVERAL,
    Tree,
    set_move,
)
from ludens.search.tree.joint_children import enter_joint, find_joint
from ludens.search.tree.lanes import NEW, SAME, Lanes, joint_key
from ludens.search.tree.positions import WORD_BYTES, has_row, hash_of, keep_row

MOST_JOINT_MOVES = 1 << (64 - int(NODE_BITS))
"""Of one node: that is how many numbers there are beside its own in a key."""

AHEAD = 16
"""Nodes whose places in a hash table are fetched from memory before it is their turn."""

Spans = NDArray[np.int64]
"""For each role, the first bit of its moves in a row of legal moves, and how many moves it has."""


@bare_kernel
def expand(tree: Tree, nodes: NDArray[np.int64], legal: Rows, spans: Spans, n: Whole, fits: bool) -> None:
    """Gives the first ``n`` nodes their edges, except where a role cannot move or joint moves are too many.

    Unless they ``fit`` in the tree: then no node gets any.
    """
    roles, edges = tree.counts.shape[1], tree.edges
    for number in range(n):
        node, edge = nodes[number], tree.sizes[EDGES]
        tree.nodes[node]["mover"] = 0
        if not fits or _edges_of(legal, number, spans) == 0:
            continue
        tree.nodes[node]["first_edge"] = edge
        mover, choosing = 0, 0
        for role in range(roles):
            begin, bit = edge, spans[role, 0]
            end = bit + spans[role, 1]
            while bit < end:
                word = legal[number, bit >> 6] >> np.uint64(bit & 63)
                bit = bit + lowest(word) if word else (bit | 63) + 1
                if word and bit < end:
                    set_move(tree, edge, (bit - spans[role, 0]) * roles + role)
                    edges[edge]["child"] = NO_CHILD
                    edge += 1
                    bit += 1
            tree.counts[node, role] = edge - begin
            if edge - begin > 1:
                mover, choosing = role, choosing + 1
        tree.nodes[node]["mover"] = mover if choosing <= 1 else SEVERAL
        tree.sizes[EDGES] = edge


@bare_kernel
def count_edges(legal: Rows, spans: Spans, n: Whole) -> Whole:
    """The edges that the nodes of the first ``n`` rows of legal moves will get."""
    total = np.int64(0)
    for number in range(n):
        total += _edges_of(legal, number, spans)
    return total


@bare_part
def _edges_of(legal: Rows, number: Whole, spans: Spans) -> Whole:
    """The edges of a node; none if a role has no move, or there are too many moves to be numbered."""
    edges, joint, most = np.int64(0), 1.0, np.int64(0)
    for role in range(len(spans)):
        first, last = spans[role, 0], spans[role, 0] + spans[role, 1] - 1
        moves = np.int64(0)
        for place in range(first >> 6, (last >> 6) + 1):
            word = legal[number, place]
            if place == first >> 6:
                word &= ~np.uint64(0) << np.uint64(first & 63)
            if place == last >> 6:
                word &= ~np.uint64(0) >> np.uint64(63 - (last & 63))
            moves += count(word)
        edges, joint = edges + moves, joint * moves
        most = max(most, moves)
    return edges if 0 < joint <= MOST_JOINT_MOVES and most <= MOST_MOVES else np.int64(0)


@bare_kernel
def add_children(
    tree: Tree,
    lanes: Lanes,
    made: NDArray[np.int64],
    rows: NDArray[np.uint64],
    terminal: NDArray[np.bool_],
    goals: NDArray[np.int16],
    batch: Whole,
    weight: Whole,
) -> None:
    """Adds the positions that lanes ``made``, and sends every lane that waited for one there."""
    if len(tree.state_slots) > 1:
        _fetch_slots(tree, rows, len(made))
    for number in range(len(made)):
        lane = made[number]
        node = node_of(tree, rows[number], terminal[number], goals[number])
        _connect(tree, lanes, lane, node)
        lanes.leaf[lane] = node
    for lane in range(batch):
        if lanes.status[lane] == SAME:
            lanes.leaf[lane] = lanes.leaf[lanes.leaf[lane]]
        if lanes.status[lane] == SAME or lanes.status[lane] == NEW:
            tree.nodes[lanes.leaf[lane]]["visits"] += weight


@bare_part
def _fetch_slots(tree: Tree, rows: NDArray[np.uint64], n: Whole) -> None:
    """Has the places of positions in the hash table fetched from memory, and then the positions that are there."""
    slots, mask = address_of(tree.state_slots), np.int64(len(tree.state_slots) - 1)
    states, width = address_of(tree.states), np.int64(tree.states.shape[1])
    for number in range(n):
        prefetch(slots + 4 * (np.int64(row_hash(rows[number])) & mask))
    for number in range(n):
        node = np.int64(tree.state_slots[np.int64(row_hash(rows[number])) & mask])
        if node != NO_CHILD:
            prefetch(states + node * width)


@bare_part
def _connect(tree: Tree, lanes: Lanes, lane: Whole, child: Whole) -> None:
    """Makes a node the child that the lane has reserved."""
    step = np.int64(lanes.step[lane])
    mover = tree.nodes[lanes.steps[step]["node"]]["mover"]
    if mover != SEVERAL:
        tree.edges[lanes.edges[step, mover]]["child"] = child
    else:
        tree.joints[find_joint(tree, joint_key(tree, lanes, step))]["child"] = child


@bare_kernel
def add_node(tree: Tree, row: NDArray[np.uint64], terminal: bool, goals: NDArray[np.int16]) -> Whole:
    """The same as ``node_of``, for Python."""
    return node_of(tree, row, terminal, goals)


@bare_part
def node_of(tree: Tree, row: NDArray[np.uint64], terminal: bool, goals: NDArray[np.int16]) -> Whole:
    """The node of a position: a new one, or the one that it has, where positions are shared."""
    shared = len(tree.state_slots) > 1
    slot = np.int64(0)
    if shared:
        slot = np.int64(_slot(tree, row))
        if tree.state_slots[slot] != NO_CHILD:
            return np.int64(tree.state_slots[slot])
    node = tree.sizes[NODES]
    tree.sizes[NODES] += 1
    tree.nodes[node]["first_edge"] = NOT_EXPANDED
    keep_row(tree, node, row)
    if terminal:
        tree.nodes[node]["kind"] = EXACT
        for role in range(len(goals)):
            tree.exact[node, role] = max(0, goals[role])
    if shared:
        tree.state_slots[slot] = node
    return np.int64(node)


@bare_part
def _slot(tree: Tree, row: NDArray[np.uint64]) -> Whole:
    """Where the position is in the table, or the free place where it would be."""
    mask = np.int64(len(tree.state_slots) - 1)
    slot = np.int64(row_hash(row)) & mask
    while True:
        node = tree.state_slots[slot]
        if node == NO_CHILD or has_row(tree, np.int64(node), row):
            return slot
        slot = (slot + 1) & mask


@bare_kernel
def fill_state_slots(tree: Tree) -> None:
    """Enters all nodes into the hash table of positions, if there is one, which must be empty."""
    if len(tree.state_slots) == 1:
        return
    slots, mask = address_of(tree.state_slots), np.int64(len(tree.state_slots) - 1)
    words = (np.int64(tree.states.shape[1]) + WORD_BYTES - 1) // WORD_BYTES
    for node in range(tree.sizes[NODES]):
        if node + AHEAD < tree.sizes[NODES]:
            prefetch(slots + 4 * (np.int64(hash_of(tree, np.int64(node + AHEAD), words)) & mask))
        slot = np.int64(hash_of(tree, np.int64(node), words)) & mask
        while tree.state_slots[slot] != NO_CHILD:  # no two nodes have the same position
            slot = (slot + 1) & mask
        tree.state_slots[slot] = node


@bare_kernel
def fill_joint_slots(tree: Tree) -> None:
    """Enters all joint moves into their hash table, which must be empty."""
    for entry in range(tree.sizes[JOINTS]):
        enter_joint(tree, entry)
