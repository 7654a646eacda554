"""What a search by alpha-beta says of the moves at its root, and how it expects the game to go on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import Rows
from ludens.game import JointMove, Move, MoveReport
from ludens.search.minimax.alphabeta import AlphaBeta, goal_of
from ludens.search.minimax.expand import listed_moves
from ludens.search.minimax.graph import MAXIMISER, MOVES_UNKNOWN, NO_PLACE, WHOLE_POSITION, WORTH

LONGEST_LINE = 60


@dataclass(frozen=True, slots=True)
class Outcome:
    """The moves of the role at the root, best first, and the principal line."""

    moves: tuple[MoveReport, ...]
    line: tuple[JointMove, ...]


def outcome(search: AlphaBeta, depth: int) -> Outcome:
    """What is known after a search to this depth was finished."""
    line = principal_line(search, depth)
    return Outcome(ranked_moves(search, depth, line), line)


def ranked_moves(search: AlphaBeta, depth: int, line: tuple[JointMove, ...]) -> tuple[MoveReport, ...]:
    """The role's moves, the first of the line first.

    The value of a move that was refuted is the most it can be worth: alpha-beta asks no further.
    """
    role, graph = search.settings.role, search.graph
    root = graph.nodes[search.root]
    if root["first_edge"] == MOVES_UNKNOWN or root["side"] != MAXIMISER:
        return ()
    children = graph.edges["child"][root["first_edge"] : root["first_edge"] + root["edges"]]
    names = search.engine.moves(role)
    numbers = np.flatnonzero(search.engine.legal(graph.states[search.root][None])[role][0])
    found = [_report(search, int(child), depth, names[number]) for number, child in zip(numbers, children, strict=True)]
    first = line[0][role] if line else None
    # A move that nobody knows anything about comes last.
    return tuple(
        sorted(found, key=lambda report: (report.move != first, 1.0 if report.value is None else -report.value))
    )


def _report(search: AlphaBeta, child: int, depth: int, move: Move) -> MoveReport:
    node = search.graph.nodes[child]
    whole = node["half"] == WHOLE_POSITION
    below, low, high = depth - whole, int(node["certain_low"]), int(node["certain_high"])
    if low < high and node["depth"] == below:
        high = min(high, int(node["high"]))
    elif low < high and whole and below == 0:
        high = int(node["worth"]) if node["valued"] else 0
    nothing = high == WORTH and low < WORTH
    return MoveReport(move, value=None if nothing else goal_of(high), proven=low == int(node["certain_high"]))


def principal_line(search: AlphaBeta, depth: int) -> tuple[JointMove, ...]:
    """The best moves of both sides from the root on, as far as they are known."""
    graph, engine = search.graph, search.engine
    number, line = search.root, list[JointMove]()
    while len(line) < min(depth, LONGEST_LINE):
        place = best_place(search, number)
        if place == NO_PLACE:
            break
        child = int(graph.edges["child"][graph.nodes[number]["first_edge"] + place])
        if graph.nodes[child]["half"] != WHOLE_POSITION:
            number, place = child, best_place(search, child)
            if place == NO_PLACE:
                break
            child = int(graph.edges["child"][graph.nodes[child]["first_edge"] + place])
        joint = _joint_moves(search, graph.states[number][None], int(graph.nodes[number]["half"]))[place]
        line.append(tuple(engine.moves(role)[int(move)] for role, move in enumerate(joint)))
        number = child
    return tuple(line)


def best_place(search: AlphaBeta, number: int) -> int:
    """The place of the best move of a node, or NO_PLACE where nobody knows."""
    node = search.graph.nodes[number]
    if node["first_edge"] == MOVES_UNKNOWN:
        return NO_PLACE
    if node["best"] == NO_PLACE and node["edges"] == 1:
        return 0
    return int(node["best"])


def _joint_moves(search: AlphaBeta, row: Rows, half: int) -> NDArray[np.int64]:
    return listed_moves(search.engine.legal(row), search.settings.role, np.array([half])).joint
