"""The graph of positions that alpha-beta searches: each position once, with its moves, and what is known of it.

It is at the same time the transposition table: a position carries the bounds of its value at the depth it was last
searched to, and its best move. Values are whole numbers from -WORTH to WORTH, as the first side, which maximises, sees
them; the other side, which may be several roles, minimises.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole, count
from ludens.engine.kernels.compiling import bare_kernel, bare_part
from ludens.engine.kernels.hashing import mixed, row_hash

WORTH = 1000
"""The value of the highest goal; the lowest is -WORTH, and a goal of 50 is 0."""

BEYOND = 1 << 20
"""Farther from 0 than any value."""

MOVES_UNKNOWN = -1
"""In place of a first edge: the moves are not known yet."""

NOT_SEARCHED = -(1 << 15)
"""In place of a depth, which is below 0 where a search waits for quiet."""

NO_PLACE = -1
"""In place of the place of a move among those of its position."""

NO_MOVE = -1
"""In place of the number of a move: several roles move at once."""

MAXIMISER, MINIMISER = 1, -1

POSITIONS, MOVES, WIDEST, VISITS = 0, 1, 2, 3
"""Places in ``sizes``: positions and edges in use, the most moves of a position, nodes visited by the search."""

WHOLE_POSITION = -1
"""In place of a half move: the position itself."""

AHEAD = 256
"""Rows that are looked up in the table at once."""

POSITION = np.dtype(
    [
        ("low", "i4"),
        ("high", "i4"),
        ("certain_low", "i4"),
        ("certain_high", "i4"),
        ("first_edge", "i4"),
        ("edges", "i4"),
        ("best", "i4"),
        ("stamp", "i4"),
        ("half", "i4"),
        ("worth", "i4"),
        ("pieces", "i4"),
        ("depth", "i2"),
        ("side", "i1"),
        ("valued", "i1"),
        ("partial", "i1"),
    ]
)
"""``low``, ``high``: bounds at ``depth``. ``certain_low``, ``certain_high``: bounds at any depth, from ends of the game
alone. ``worth``: what the evaluation says, if ``valued``. ``half``: the number of the first side's move in a node that
stands for a position in which that move is chosen and the others' answer is not; otherwise WHOLE_POSITION.
``pieces``: how many are on the board, if anybody wants to know. ``stamp``: the last probe that asked for the node or
left it undecided. ``partial``: the second side has more moves than there are edges, so that it is not certain what it
leaves the first at least."""

MOVE = np.dtype([("child", "i4"), ("move", "i4")])
"""``move``: numbered over all roles, for the history of moves."""


class Graph(NamedTuple):
    """Arrays with room for more. ``slots`` is a hash table of nodes, by position and half move: a node's number plus 1.

    ``sizes``: see POSITIONS and the following. ``history``: how often a move, by number, caused a cut, weighted; none
    where moves are not put in order.
    ``pieces``: the bits of a state that stand for pieces; no words where nobody wants to know.
    """

    nodes: NDArray[Any]
    states: NDArray[np.uint64]
    edges: NDArray[Any]
    slots: NDArray[np.int32]
    history: NDArray[np.int64]
    sizes: NDArray[np.int64]
    pieces: NDArray[np.uint64]


def new_graph(nodes: int, edges: int, words: int, moves: int, pieces: NDArray[np.uint64] | None = None) -> Graph:
    """An empty graph with room for so many nodes and edges, words of a position and numbers of moves."""
    slots = np.empty(1 << max(4, (2 * nodes - 1).bit_length()), dtype=np.int32)
    slots.fill(0)  # touched here and now: in a search every entry would wait for a page of memory
    return Graph(
        np.zeros(nodes, dtype=POSITION),
        np.zeros((nodes, words), dtype=np.uint64),
        np.zeros(edges, dtype=MOVE),
        slots,
        np.zeros(max(1, moves), dtype=np.int64),
        np.zeros(4, dtype=np.int64),
        np.zeros(0, dtype=np.uint64) if pieces is None else pieces,
    )


@bare_kernel
def find_position(graph: Graph, row: NDArray[np.uint64], half: Whole) -> Whole:
    """The number of a node, or NO_PLACE."""
    return np.int64(graph.slots[_slot(graph, row, half, _first_slot(graph, row, half))]) - 1


@bare_kernel
def add_position(graph: Graph, row: NDArray[np.uint64], half: Whole) -> Whole:
    """The number of a node, which is made if need be; there must be room."""
    return _add_from(graph, row, half, _first_slot(graph, row, half))


@bare_part
def _add_from(graph: Graph, row: NDArray[np.uint64], half: Whole, first: Whole) -> Whole:
    """What ``add_position`` does, for one who knows the first slot."""
    slot = np.int64(_slot(graph, row, half, first))
    if graph.slots[slot]:
        return np.int64(graph.slots[slot]) - 1
    number = graph.sizes[POSITIONS]
    graph.sizes[POSITIONS] += 1
    graph.slots[slot] = number + 1
    for word in range(len(row)):
        graph.states[number, word] = row[word]
    node = graph.nodes[number]
    node["low"], node["high"], node["certain_low"], node["certain_high"] = -WORTH, WORTH, -WORTH, WORTH
    node["first_edge"], node["edges"], node["best"], node["half"] = MOVES_UNKNOWN, 0, NO_PLACE, half
    node["depth"], node["side"], node["valued"], node["stamp"], node["worth"] = NOT_SEARCHED, MAXIMISER, 0, 0, 0
    node["pieces"], node["partial"] = 0, 0
    for word in range(len(graph.pieces)):
        node["pieces"] += count(row[word] & graph.pieces[word])
    return np.int64(number)


@bare_part
def _first_slot(graph: Graph, row: NDArray[np.uint64], half: Whole) -> Whole:
    """Where in the hash table a node is looked for first."""
    return np.int64(mixed(row_hash(row) + np.uint64(half + 1))) & np.int64(len(graph.slots) - 1)


@bare_part
def _slot(graph: Graph, row: NDArray[np.uint64], half: Whole, first: Whole) -> Whole:
    """Where the node is in the hash table, or the free place where it would be."""
    mask, slot = np.int64(len(graph.slots) - 1), np.int64(first)
    while True:
        number = np.int64(graph.slots[slot]) - 1
        if number < 0 or (graph.nodes[number]["half"] == half and _same(graph.states[number], row)):
            return slot
        slot = (slot + 1) & mask


@bare_part
def _same(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> bool:
    for word in range(len(one)):
        if one[word] != other[word]:
            return False
    return True


@bare_kernel
def fill_slots(graph: Graph) -> None:
    """Enters all nodes into the hash table, which must be empty."""
    for number in range(graph.sizes[POSITIONS]):
        row, half = graph.states[number], np.int64(graph.nodes[number]["half"])
        slot, mask = _first_slot(graph, row, half), np.int64(len(graph.slots) - 1)
        while graph.slots[slot]:
            slot = (slot + 1) & mask
        graph.slots[slot] = number + 1


@bare_kernel
def add_moves(
    graph: Graph,
    numbers: NDArray[np.int64],
    sides: NDArray[np.int8],
    partial: NDArray[np.bool_],
    counts: NDArray[np.int64],
    moves: NDArray[np.int32],
    rows: NDArray[np.uint64],
    over: NDArray[np.bool_],
    worth: NDArray[np.int32],
    slots: NDArray[np.int64],
) -> None:
    """Gives nodes that are not expanded their side to move, and their edges, all or a part, to what follows.

    ``counts``: how many of the rows follow each node, in the same order. A node that has become expanded meanwhile is
    left as it is. There must be room. ``slots``: shape (AHEAD, 2).
    """
    first = np.int64(0)
    begun, ready = first, np.int64(0)
    for place in range(len(numbers)):
        number = numbers[place]
        if graph.nodes[number]["first_edge"] == MOVES_UNKNOWN:
            start = graph.sizes[MOVES]
            graph.sizes[MOVES] += counts[place]
            graph.sizes[WIDEST] = max(graph.sizes[WIDEST], counts[place])
            graph.nodes[number]["first_edge"], graph.nodes[number]["edges"] = start, counts[place]
            graph.nodes[number]["side"], graph.nodes[number]["partial"] = sides[place], partial[place]
            for offset in range(counts[place]):
                if first + offset >= ready:
                    begun = first + offset
                    ready = np.int64(_look_ahead(graph, rows, begun, slots))
                child = _add_from(graph, rows[first + offset], WHOLE_POSITION, slots[first + offset - begun, 0])
                graph.edges[start + offset]["child"] = child
                graph.edges[start + offset]["move"] = moves[first + offset]
                if over[first + offset]:
                    end_here(graph, child, worth[first + offset])
        first += counts[place]


@bare_part
def _look_ahead(graph: Graph, rows: NDArray[np.uint64], first: Whole, slots: NDArray[np.int64]) -> Whole:
    """Notes the first slots of the next rows, reads what adding them will read, and says where they end.

    The loads of one loop do not wait for each other, so that memory answers many of them in the time of one.
    """
    last = min(np.int64(len(rows)), np.int64(first) + AHEAD)
    for row in range(first, last):
        slots[row - first, 0] = _first_slot(graph, rows[row], WHOLE_POSITION)
    for row in range(first, last):
        slots[row - first, 1] = graph.slots[slots[row - first, 0]] - 1
    for row in range(first, last):
        number = slots[row - first, 1]
        if number >= 0:
            slots[row - first, 1] = np.int64(graph.nodes[number]["half"]) + np.int64(graph.states[number, 0])
    return last


@bare_part
def end_here(graph: Graph, number: Whole, worth: Whole) -> None:
    """Marks a node as an end of the game."""
    graph.nodes[number]["certain_low"], graph.nodes[number]["certain_high"] = worth, worth


@bare_kernel
def add_half_moves(graph: Graph, number: Whole, halves: NDArray[np.int32], moves: NDArray[np.int32]) -> None:
    """Gives a position in which both sides choose its half moves, each in a node that is to be expanded.

    ``halves``: the first side's moves; ``moves``: the same, as the history numbers them. There must be room.
    """
    start = graph.sizes[MOVES]
    graph.sizes[MOVES] += len(halves)
    graph.sizes[WIDEST] = max(graph.sizes[WIDEST], len(halves))
    for offset in range(len(halves)):
        graph.edges[start + offset]["child"] = add_position(graph, graph.states[number], np.int64(halves[offset]))
        graph.edges[start + offset]["move"] = moves[offset]
    graph.nodes[number]["first_edge"], graph.nodes[number]["edges"] = start, len(halves)
    graph.nodes[number]["side"] = MAXIMISER


@bare_kernel
def set_worth(graph: Graph, numbers: NDArray[np.int64], worth: NDArray[np.int32]) -> None:
    """Writes down what an evaluation said of positions."""
    for place in range(len(numbers)):
        graph.nodes[numbers[place]]["worth"], graph.nodes[numbers[place]]["valued"] = worth[place], 1


@bare_kernel
def copy_known(old: Graph, new: Graph, kept: NDArray[np.int64]) -> None:
    """Copies nodes with what is known of their value, without their edges, into an empty graph with room for them."""
    for place in range(len(kept)):
        node = old.nodes[kept[place]]
        number = add_position(new, old.states[kept[place]], np.int64(node["half"]))
        new.nodes[number] = node
        new.nodes[number]["first_edge"], new.nodes[number]["edges"], new.nodes[number]["stamp"] = MOVES_UNKNOWN, 0, 0


@bare_kernel
def certain_worth(graph: Graph, rows: NDArray[np.uint64], worth: NDArray[np.int32]) -> None:
    """Writes what is certain of the value of positions, BEYOND where nothing is."""
    for place in range(len(rows)):
        number = find_position(graph, rows[place], WHOLE_POSITION)
        worth[place] = BEYOND
        if number >= 0 and graph.nodes[number]["certain_low"] == graph.nodes[number]["certain_high"]:
            worth[place] = graph.nodes[number]["certain_low"]
