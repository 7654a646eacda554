"""Expanding positions of the graph: their moves, what follows, and how it ended, for many at once.

There are two sides: one role, and all others together. Where both have a choice, the turn is split in two: the role's
move, in a node of its own, and then the others' joint answer, given in knowledge of it (as in the document by Cheng,
Krauthamer, Ofir and Siddiqui). That is how any order of turns becomes a game of two sides who move one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.minimax.graph import (
    AHEAD,
    MAXIMISER,
    MINIMISER,
    WHOLE_POSITION,
    WORTH,
    Graph,
    add_half_moves,
    add_moves,
    end_here,
)
from ludens.search.minimax.moves import Counts, Table, count_moves, list_moves

Numbers = NDArray[np.int64]

MOST_ANSWERS = 4096
"""Joint moves that are looked at in one position where several others choose. Where they have more, nothing is proved
of what they leave the role at least."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Joint moves, shape (rows, roles), position by position.

    ``owners``: the position of each. ``numbers``: of the move that is a choice, as the history counts them, or NO_MOVE.
    ``own``: how many moves the role has in each position; ``others``: how many joint moves the others have; ``sizes``:
    how many joint moves are listed; ``partial``: whether some of the others' were left out.
    """

    joint: Numbers
    owners: Numbers
    numbers: NDArray[np.int32]
    own: Numbers
    others: Numbers
    sizes: Numbers
    partial: NDArray[np.bool_]


def listed_moves(legal: list[NDArray[np.bool_]], role: int, halves: Numbers, *, split: bool = False) -> Listed:
    """The joint moves of positions, by the role's move and then the answer; to a half move only the answers.

    With ``split``, none of positions in which both sides have a choice, unless half a move is made.
    """
    table = _side_by_side(legal)
    counts = Counts(*np.zeros((len(Counts._fields), len(halves)), dtype=np.int64))
    total = int(count_moves(table, role, halves, split, MOST_ANSWERS, counts))
    joint, owners = np.empty((total, len(legal)), dtype=np.int64), np.empty(total, dtype=np.int64)
    numbers = np.empty(total, dtype=np.int32)
    list_moves(table, role, halves, counts, joint, owners, numbers, np.zeros((2, len(legal)), dtype=np.int64))
    partial = (counts.answers > 0) & (counts.answers < counts.others)
    return Listed(joint, owners, numbers, counts.own, counts.others, counts.sizes, partial)


def _side_by_side(legal: list[NDArray[np.bool_]]) -> Table:
    """One table of all roles' moves, each role's in whole words of 8."""
    firsts = np.zeros(len(legal) + 1, dtype=np.int64)
    for role, table in enumerate(legal):
        firsts[role + 1] = firsts[role] + -(-table.shape[1] // 8) * 8
    joined = np.zeros((len(legal[0]), firsts[-1]), dtype=np.bool_)
    for role, table in enumerate(legal):
        joined[:, firsts[role] : firsts[role] + table.shape[1]] = table
    return Table(joined, joined.view(np.uint64), firsts)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What has been found out about nodes before the graph is changed. The rows are those of ``add_moves``.

    ``stuck``: nodes without a legal move, although the game is not over there. ``split``: nodes in which both sides
    choose, with the moves of the role.
    """

    numbers: Numbers
    sides: NDArray[np.int8]
    partial: NDArray[np.bool_]
    sizes: Numbers
    moves: NDArray[np.int32]
    rows: Rows
    over: NDArray[np.bool_]
    worth: NDArray[np.int32]
    stuck: Numbers
    split: list[tuple[int, NDArray[np.int32]]]

    @property
    def positions(self) -> int:
        return len(self.rows)

    @property
    def edges(self) -> int:
        """Room that the edges take up."""
        return len(self.rows) + sum(len(halves) for _, halves in self.split)

    @property
    def nodes(self) -> int:
        """Room that the nodes take up at most."""
        return self.edges


class Expanding:
    """Expands nodes for one role against all others."""

    def __init__(self, engine: BatchEngine, role: int) -> None:
        self.engine, self.role = engine, role

    @property
    def moves(self) -> int:
        """How many numbers of moves there are: move m of role r of R is m·R + r."""
        roles = len(self.engine.roles)
        return roles * max(1, *(len(self.engine.moves(role)) for role in range(roles)))

    def worth_of(self, goals: NDArray[np.int16]) -> NDArray[np.int32]:
        """The values of ends of the game; where the rules give no goal it is 0."""
        return (np.maximum(goals[:, self.role], 0).astype(np.int32) * (2 * WORTH)) // 100 - WORTH

    def prepare(self, graph: Graph, numbers: Numbers) -> Prepared:
        """Finds out what follows nodes that are not expanded; half moves of one position come one after another."""
        states, halves = graph.states.take(numbers, axis=0), graph.nodes["half"][numbers].astype(np.int64)
        legal = self.engine.legal(states)
        listed = listed_moves(legal, self.role, halves, split=True)
        whole = halves == WHOLE_POSITION
        splitting, direct = whole & (listed.own > 1) & (listed.others > 1), listed.sizes > 0
        rows, over, goals = self.engine.follow(states.take(listed.owners, axis=0), listed.joint)
        sides = np.where((listed.others == 1) & whole, np.int8(MAXIMISER), np.int8(MINIMISER))
        own = legal[self.role]
        return Prepared(
            numbers[direct],
            sides[direct],
            listed.partial[direct],
            listed.sizes[direct],
            listed.numbers,
            rows,
            over,
            self.worth_of(goals),
            numbers[~direct & ~splitting],
            [(int(numbers[at]), np.flatnonzero(own[at]).astype(np.int32)) for at in np.flatnonzero(splitting)],
        )

    def finish(self, graph: Graph, prepared: Prepared) -> None:
        """Enters what was prepared into the graph, which must have room."""
        for number in prepared.stuck:
            end_here(graph, number, 0)
        roles = len(self.engine.roles)
        for number, halves in prepared.split:
            add_half_moves(graph, number, halves, halves * roles + self.role)
        add_moves(
            graph,
            prepared.numbers,
            prepared.sides,
            prepared.partial,
            prepared.sizes,
            prepared.moves,
            prepared.rows,
            prepared.over,
            prepared.worth,
            np.zeros((AHEAD, 2), dtype=np.int64),
        )
