"""The tree as a few arrays: no object a node, nothing to follow but numbers.

A node is a position. It has edges, one for each legal move of each role, made when it is visited for the second time;
the edges of a node lie side by side, role after role, moves ascending. Moves of all roles are numbered together:
move m of role r of R is m·R + r, so that more moves may become known later. Where one role has a choice the edge of its
move leads to the next node; where several have, the joint move does, by a table of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part

ROOT = 0
"""The number of the root."""

NOT_EXPANDED = -1
"""In place of a first edge: the node has no edges yet."""

NO_CHILD = -1
"""In place of a child: nobody has gone there."""

PENDING = -2
"""``PENDING - ticket`` in place of a child: the position is being made for the lane with this ticket."""

CHILD_BITS, CHILD_MASK = 24, (1 << 24) - 1
"""Of the child of an edge: the node is in the low bits, its kind above, as far as it has been noticed."""

SEVERAL = -1
"""In place of a mover: more than one role has a choice."""

OPEN, EXACT, BOUNDED = 0, 1, 2
"""Of a node: its value is estimated, or known for certain, at an end of the game or by proof, or something is certain
of it, but not all (``bounds.py``)."""

NOT_VALUED = -1.0
"""In place of the minimax value of an edge: nobody has evaluated its child."""

NODES, EDGES, JOINTS = 0, 1, 2
"""Places in ``sizes``."""

MOST_MOVES = (1 << 15) - 1
"""Of one role at a node: edges are counted in 16 bits."""

MOVE_BITS, MOST_SHORT_MOVES = 16, 1 << 16
"""The number of a move is kept in so many bits, and in as many again where there are more moves of all roles."""

MOST_VISITS = 2_000_000_000
"""Counts of visits are numbers of 32 bits: a search ends before the root has more."""

NODE_BITS = np.uint64(24)
"""Of a key: the node is in the low bits, the number of its joint move above."""

NODE_MASK = np.uint64((1 << 24) - 1)

Records = NDArray[Any]

NODE = np.dtype([("first_edge", "i4"), ("visits", "i4"), ("kind", "i1"), ("mover", "i1")])
EDGE = np.dtype([("total", "f4"), ("visits", "i4"), ("child", "i4")])
"""``total``: the sum of the goals of the edge's role, each from 0 to 1, over its visits (``totals.py``). ``child``: the
node and, above CHILD_BITS, EXACT or BOUNDED once it is known that the node is, so that who looks for the best edge need
not look at all the children; NO_CHILD or PENDING where there is none. Of a node where several roles choose, whose edges
lead nowhere, the first edge has the first joint move in this place (``joint_children.py``)."""

SUM = np.dtype([("total", "f8"), ("visits", "i4")])
MIXED = np.dtype([("score", "f8"), ("average", "f8")])
"""``score``: what a policy knows of an edge, the gains of Exp3 or the regret. ``average``: the sum of the chances with
which the edge would have been chosen, visit by visit, without those that are there for exploration."""

JOINT = np.dtype([("key", "u8"), ("child", "i4"), ("next", "i4")])
"""A joint move of a node; ``next`` is another one of the same node."""


class Tree(NamedTuple):
    """Arrays with room for more; ``sizes`` says how many nodes, edges and joint moves are in use.

    By node: ``nodes``, ``states`` (nodes, bytes; ``positions.py``), ``counts`` of edges and ``exact`` goals (nodes,
    roles), or what is known of them (``bounds.py``).
    When wanted also, (nodes, roles), ``proofs``, the proof numbers, and ``heuristics``, evaluations carried up.
    By edge: ``edges``, ``moves``, the low halves of their numbers, ``high_moves``, the others, unless all are nothing,
    and, when wanted, ``squares`` of the goals, ``amaf`` sums, ``mixed`` strategies, the
    ``terms`` of proof numbers, and ``minimax`` values of the role that moves, from 0 to 1, or NOT_VALUED.
    By joint move: ``joints`` and, when wanted, ``joint_sums`` (joint moves, roles + 1): the goals, and how many;
    ``joint_slots`` is a hash table of them. ``state_slots`` is one of nodes by position, with a single slot when
    positions are not shared. By move: the ``history`` of all the search.
    """

    nodes: Records
    states: NDArray[np.uint8]
    counts: NDArray[np.int16]
    exact: NDArray[np.int16]
    edges: Records
    moves: NDArray[np.uint16]
    high_moves: NDArray[np.uint16]
    squares: NDArray[np.float64]
    amaf: Records
    joints: Records
    joint_slots: NDArray[np.int32]
    state_slots: NDArray[np.int32]
    history: Records
    sizes: NDArray[np.int64]
    mixed: Records
    joint_sums: NDArray[np.float64]
    proofs: NDArray[np.int32]
    terms: NDArray[np.float32]
    heuristics: NDArray[np.float32]
    minimax: NDArray[np.float32]


ARRAYS = (
    ("nodes", "states", "counts", "exact", "proofs", "heuristics"),
    ("edges", "moves", "high_moves", "squares", "amaf", "mixed", "terms", "minimax"),
    ("joints", "joint_sums"),
)
"""Arrays by node, by edge and by joint move, in the order of ``sizes``; an array that is not wanted has no rows."""


class Shape(NamedTuple):
    """What a tree is made for: bytes of a position, roles, moves of all roles, and what is counted.

    ``variance``, ``amaf``, ``shared`` positions, ``mixed`` strategies, ``joint_sums``, proof numbers (``proofs``) and
    implicit ``minimax`` cost memory, so only a search that uses them has them.
    """

    position: int
    roles: int
    moves: int
    variance: bool = False
    amaf: bool = False
    shared: bool = False
    mixed: bool = False
    joint_sums: bool = False
    proofs: bool = False
    minimax: bool = False


class Room(NamedTuple):
    """How much fits into a tree."""

    nodes: int
    edges: int
    joints: int


def new_tree(shape: Shape, room: Room, hashed: int = 1 << 12) -> Tree:
    """An empty tree. Most of it is memory that nobody has touched: nodes and edges are written when they are made.

    ``hashed``: the nodes for which there is room in the hash table of positions, where they are shared.
    """
    return Tree(
        nodes=np.zeros(room.nodes, dtype=NODE),
        states=np.zeros((room.nodes, shape.position), dtype=np.uint8),
        counts=np.zeros((room.nodes, shape.roles), dtype=np.int16),
        exact=np.zeros((room.nodes, shape.roles), dtype=np.int16),
        edges=np.zeros(room.edges, dtype=EDGE),
        moves=np.zeros(room.edges, dtype=np.uint16),
        high_moves=np.zeros(room.edges if shape.moves > MOST_SHORT_MOVES else 0, dtype=np.uint16),
        squares=np.zeros(room.edges if shape.variance else 0, dtype=np.float64),
        amaf=np.zeros(room.edges if shape.amaf else 0, dtype=SUM),
        joints=np.zeros(room.joints, dtype=JOINT),
        joint_slots=np.full(slots_for(room.joints), NO_CHILD, dtype=np.int32),
        state_slots=np.full(slots_for(hashed) if shape.shared else 1, NO_CHILD, dtype=np.int32),
        history=np.zeros(shape.moves, dtype=SUM),
        sizes=np.zeros(3, dtype=np.int64),
        mixed=np.zeros(room.edges if shape.mixed else 0, dtype=MIXED),
        joint_sums=np.zeros((room.joints if shape.joint_sums else 0, shape.roles + 1), dtype=np.float64),
        proofs=np.ones((room.nodes if shape.proofs else 0, shape.roles), dtype=np.int32),
        terms=np.zeros(room.edges if shape.proofs else 0, dtype=np.float32),
        heuristics=np.zeros((room.nodes if shape.minimax else 0, shape.roles), dtype=np.float32),
        minimax=np.full(room.edges if shape.minimax else 0, NOT_VALUED, dtype=np.float32),
    )


@bare_part
def child_of_edge(tree: Tree, edge: Whole) -> Whole:
    """The node that an edge leads to, or what stands in its place."""
    found = np.int64(tree.edges[edge]["child"])
    return found & CHILD_MASK if found >= 0 else found


@bare_part
def kind_of_edge(tree: Tree, edge: Whole) -> Whole:
    """The kind of the node that an edge leads to, as far as it has been noticed."""
    found = np.int64(tree.edges[edge]["child"])
    return found >> CHILD_BITS if found > CHILD_MASK else np.int64(OPEN)


@bare_part
def move_of_edge(tree: Tree, edge: Whole) -> Whole:
    """The number of the move of an edge, among those of all roles."""
    move = np.int64(tree.moves[edge])
    return move | np.int64(tree.high_moves[edge]) << MOVE_BITS if len(tree.high_moves) else move


@bare_part
def set_move(tree: Tree, edge: Whole, move: Whole) -> None:
    """Enters the number of the move of an edge."""
    tree.moves[edge] = move & (MOST_SHORT_MOVES - 1)
    if len(tree.high_moves):
        tree.high_moves[edge] = move >> MOVE_BITS


@bare_part
def first_edge_of(tree: Tree, node: Whole, role: Whole) -> Whole:
    """The first edge of a role at a node that has edges."""
    first = np.int64(tree.nodes[node]["first_edge"])
    for before in range(role):
        first += tree.counts[node, before]
    return first


def children_of_edges(tree: Tree, edges: NDArray[np.int64]) -> NDArray[np.int64]:
    """The nodes that edges lead to, or what stands in their place; not for kernels."""
    found = tree.edges["child"][edges].astype(np.int64)
    return np.where(found >= 0, found & CHILD_MASK, found)


def moves_of_edges(tree: Tree, edges: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of the moves of edges; not for kernels."""
    moves = tree.moves[edges].astype(np.int64)
    return moves | tree.high_moves[edges].astype(np.int64) << MOVE_BITS if len(tree.high_moves) else moves


def slots_for(entries: int) -> int:
    """The size of a hash table: a power of two, at most half full."""
    return 1 << max(4, (2 * entries - 1).bit_length())


@bare_part
def is_hashed(tree: Tree, nodes: Whole) -> bool:
    """Whether the hash table of positions has room for so many nodes."""
    return bool(len(tree.state_slots) == 1 or 2 * nodes <= len(tree.state_slots))


def room_of(tree: Tree) -> Room:
    """How much fits into the arrays as they are."""
    return Room(len(tree.nodes), len(tree.edges), len(tree.joints))


def tree_bytes(shape: Shape, room: Room) -> int:
    """What a tree takes up."""
    values = shape.proofs + shape.minimax
    node = shape.position + NODE.itemsize + (4 + 4 * values) * shape.roles + (16 if shape.shared else 0)
    edge = (
        EDGE.itemsize
        + (2 if shape.moves <= MOST_SHORT_MOVES else 4)
        + (8 if shape.variance else 0)
        + (SUM.itemsize if shape.amaf else 0)
    )
    edge += (MIXED.itemsize if shape.mixed else 0) + 4 * values
    joint = JOINT.itemsize + 16 + (8 * (shape.roles + 1) if shape.joint_sums else 0)
    return room.nodes * node + room.edges * edge + room.joints * joint
