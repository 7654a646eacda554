"""What a tree says of the moves at its root: visits, values, proofs, and how the game should go on."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.game import JointMove, Move, MoveReport
from ludens.search.tree.arrays import (
    NO_CHILD,
    NODE_BITS,
    NOT_EXPANDED,
    ROOT,
    SEVERAL,
    Tree,
    children_of_edges,
    moves_of_edges,
)
from ludens.search.tree.bounds import TOP, bounds_of
from ludens.search.tree.joint_children import first_joint

DEVIATIONS = 1.96
"""Of a 95 % interval, in standard deviations."""

LONGEST_LINE = 30
WORSE, DOUBTFUL, SOUND, WON = range(4)
"""Of a move: certain to be no better than another; thought to be no better than what another one guarantees; neither;
a certain win."""


class FinalChoice(enum.Enum):
    """Which move is made in the end: the one visited most, with the best mean, or with the best lower bound.

    Where several roles choose at once, it may be drawn: with the chances that the tree has learnt, otherwise in
    proportion to visits (MIXED), or with those of an equilibrium of the means of joint moves. Elsewhere both are
    VISITS.
    """

    VISITS = "visits"
    MEAN = "mean"
    SECURE = "secure"
    MIXED = "mixed"
    EQUILIBRIUM = "equilibrium"


Score = Callable[[float, int], tuple[float, float]]


def _by_visits(mean: float, visits: int) -> tuple[float, float]:
    return visits, mean


_SCORES: dict[FinalChoice, Score] = {
    FinalChoice.VISITS: _by_visits,
    FinalChoice.MIXED: _by_visits,
    FinalChoice.EQUILIBRIUM: _by_visits,
    FinalChoice.MEAN: lambda mean, visits: (mean if visits else -1.0, visits),
    FinalChoice.SECURE: lambda mean, visits: (mean - 1 / math.sqrt(visits) if visits else -math.inf, visits),
}
"""Secure as in Chaslot et al. 2008: the mean less one over the root of the visits."""


def ranked_moves(
    tree: Tree, engine: BatchEngine, role: int, choice: FinalChoice = FinalChoice.VISITS
) -> tuple[MoveReport, ...]:
    """The role's moves at the root, best first.

    What is certain counts first: a win comes before all others, and a move that is certain to be no better than another
    comes after it, as does one that seems no better than what another guarantees.
    """
    edges = edges_of(tree, ROOT, role)
    if not len(edges):
        return ()
    names = engine.moves(role)
    listed = [_report(tree, role, int(edge), names) for edge in edges]

    if all(report.proven for report in listed):
        return tuple(sorted(listed, key=lambda report: (report.value or 0.0, report.visits), reverse=True))

    bounds = {report.move: _bounds(tree, role, int(edge)) for report, edge in zip(listed, edges, strict=True)}
    secure = max(low for low, _ in bounds.values())

    def rank(report: MoveReport) -> tuple[float, ...]:
        low, high = bounds[report.move]
        certain = SOUND
        if low == TOP:
            certain = WON
        elif high < secure or (high == secure and low < secure) or high == 0:
            certain = WORSE
        elif low < secure and (report.value or 0.0) <= secure:
            certain = DOUBTFUL
        return certain, *_SCORES[choice]((report.value or 0.0) / 100, report.visits)

    return tuple(sorted(listed, key=rank, reverse=True))


def principal_line(tree: Tree, engine: BatchEngine, first: Move, role: int) -> tuple[JointMove, ...]:
    """The joint moves that were visited most, from the root on, beginning with a move of the role."""
    roles, node = len(engine.roles), ROOT
    line: list[JointMove] = []
    while len(line) < LONGEST_LINE and node >= 0 and tree.nodes[node]["first_edge"] != NOT_EXPANDED:
        edges = [_most_visited(tree, node, other) for other in range(roles)]
        if not line:
            number = engine.moves(role).index(first) * roles + role
            own = edges_of(tree, node, role)
            edges[role] = int(own[moves_of_edges(tree, own) == number][0])
        if any(tree.edges[edge]["visits"] == 0 for edge in edges) and line:
            break
        numbers = moves_of_edges(tree, np.array(edges)) // roles
        line.append(tuple(engine.moves(r)[number] for r, number in enumerate(numbers.tolist())))
        node = child_of(tree, node, edges)
    return tuple(line)


def child_of(tree: Tree, node: int, edges: list[int]) -> int:
    """The node after a joint move, given by an edge of each role, or NO_CHILD."""
    mover = int(tree.nodes[node]["mover"])
    if mover != SEVERAL:
        return int(children_of_edges(tree, np.array(edges))[mover])
    number, first = 0, int(tree.nodes[node]["first_edge"])
    for role, edge in enumerate(edges):
        number = number * int(tree.counts[node, role]) + edge - first
        first += int(tree.counts[node, role])
    key = (number << int(NODE_BITS)) | node
    entry = int(first_joint(tree, node))
    while entry != NO_CHILD and int(tree.joints[entry]["key"]) != key:
        entry = int(tree.joints[entry]["next"])
    return NO_CHILD if entry == NO_CHILD else int(tree.joints[entry]["child"])


def edges_of(tree: Tree, node: int, role: int) -> NDArray[np.int64]:
    """The numbers of a role's edges at a node."""
    first = int(tree.nodes[node]["first_edge"])
    if first == NOT_EXPANDED:
        return np.arange(0)
    first += int(tree.counts[node, :role].sum())
    return np.arange(first, first + int(tree.counts[node, role]))


def _report(tree: Tree, role: int, edge: int, names: tuple[Move, ...]) -> MoveReport:
    record = tree.edges[edge]
    move = names[int(moves_of_edges(tree, np.array([edge]))[0]) // tree.counts.shape[1]]
    visits = int(record["visits"])
    amaf = None
    if len(tree.amaf) and tree.amaf[edge]["visits"]:
        amaf = 100 * float(tree.amaf[edge]["total"]) / int(tree.amaf[edge]["visits"])
    low, high = _bounds(tree, role, edge)
    if low == high:
        return MoveReport(move, visits, float(low), 0.0, amaf, proven=True)
    if not visits:
        return MoveReport(move, amaf=amaf)
    mean = min(max(float(record["total"]) / visits, low / 100), high / 100)
    variance = float(tree.squares[edge]) / visits - mean * mean if len(tree.squares) else mean * (1 - mean)
    return MoveReport(move, visits, 100 * mean, 100 * DEVIATIONS * math.sqrt(max(0.0, variance) / visits), amaf)


def _bounds(tree: Tree, role: int, edge: int) -> tuple[int, int]:
    """What a move brings the role at least and at most."""
    child = int(children_of_edges(tree, np.array([edge]))[0])
    return bounds_of(tree, child, role) if child >= 0 else (0, TOP)


def _most_visited(tree: Tree, node: int, role: int) -> int:
    edges = edges_of(tree, node, role)
    return int(edges[tree.edges["visits"][edges].argmax()])
