"""Expanding positions of the graph: their moves, what follows, and how it ended, for many at once.

There are two sides: one role, and all others together. Where both have a choice, the turn is split in two: the role's
move, in a node of its own, and then the others' joint answer, given in knowledge of it (as in the document by Cheng,
Krauthamer, Ofir and Siddiqui). That is how any order of turns becomes a game of two sides who move one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.any_game import AnyGameEngine
from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.kernels.moves import count_moves, list_moves
from ludens.search.kernels.positions import (
    MAXIMISER,
    MINIMISER,
    NO_MOVE,
    WHOLE_POSITION,
    WORTH,
    Graph,
    attach,
    attach_halves,
    end_here,
)

Numbers = NDArray[np.int64]

MOST_ANSWERS = 4096
"""Joint moves of the others that are looked at in one position; what goes beyond is left out."""

ROWS = 512
"""Rows of one call: what an engine handles at once."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Joint moves, shape (rows, roles), position by position. ``counts``: of the role's moves and of the others' joint
    moves, shape (positions, 2). ``sizes``: how many joint moves are listed of each position.
    """

    joint: Numbers
    counts: Numbers
    sizes: Numbers

    @property
    def both(self) -> NDArray[np.bool_]:
        """Where both sides have a choice."""
        return np.asarray((self.counts > 1).all(axis=1))


def listed_moves(legal: list[NDArray[np.bool_]], role: int, halves: Numbers) -> Listed:
    """The joint moves of positions, by the role's move and then the answer; to a half move only the answers."""
    tables = np.concatenate(legal, axis=1)
    firsts = np.cumsum([0, *(table.shape[1] for table in legal)])
    counts = np.zeros((len(tables), 2), dtype=np.int64)
    count_moves(tables, firsts, role, counts, MOST_ANSWERS)
    sizes = np.where(halves == WHOLE_POSITION, counts[:, 0], 1) * counts[:, 1]
    counts[sizes == 0] = 0
    joint = np.zeros((int(sizes.sum()), len(legal)), dtype=np.int64)
    list_moves(tables, firsts, role, halves, counts, joint, np.zeros(len(legal), dtype=np.int64))
    return Listed(joint, counts, sizes)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What has been found out about nodes before the graph is changed. The rows are those of ``attach``.

    ``stuck``: nodes without a legal move, although the game is not over there. ``split``: nodes in which both sides
    choose, with the moves of the role.
    """

    numbers: Numbers
    sides: NDArray[np.int8]
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
        self._rows = 1 << 30 if isinstance(engine, AnyGameEngine) else ROWS

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
        states, halves = graph.states[numbers], graph.nodes["half"][numbers].astype(np.int64)
        legal = self._legal(states)
        listed = listed_moves(legal, self.role, halves)
        whole = halves == WHOLE_POSITION
        splitting = listed.both & whole & (listed.sizes > 0)
        direct = ~splitting & (listed.sizes > 0)
        keep = np.repeat(direct, listed.sizes)
        owner, joint = np.repeat(np.arange(len(numbers)), listed.sizes)[keep], listed.joint[keep]
        rows, over, goals = self._follow(states[owner], joint)
        sides = np.where((listed.counts[:, 1] == 1) & whole, MAXIMISER, MINIMISER).astype(np.int8)
        own = legal[self.role]
        return Prepared(
            numbers[direct],
            sides[direct],
            listed.sizes[direct],
            self._history_numbers(joint, legal, owner),
            rows,
            over,
            self.worth_of(goals),
            numbers[listed.sizes == 0],
            [(int(numbers[at]), np.flatnonzero(own[at]).astype(np.int32)) for at in np.flatnonzero(splitting)],
        )

    def finish(self, graph: Graph, prepared: Prepared) -> None:
        """Enters what was prepared into the graph, which must have room."""
        for number in prepared.stuck:
            end_here(graph, number, 0)
        roles = len(self.engine.roles)
        for number, halves in prepared.split:
            attach_halves(graph, number, halves, halves * roles + self.role)
        attach(
            graph,
            prepared.numbers,
            prepared.sides,
            prepared.sizes,
            prepared.moves,
            prepared.rows,
            prepared.over,
            prepared.worth,
        )

    def _history_numbers(self, joint: Numbers, legal: list[NDArray[np.bool_]], owner: Numbers) -> NDArray[np.int32]:
        """The number of the move that is a choice, or NO_MOVE where several are."""
        roles = len(legal)
        choosing = np.stack([table.sum(axis=1) > 1 for table in legal], axis=1)
        others = choosing.copy()
        others[:, self.role] = False
        # A half move is chosen already, so that it is the others' choice that counts.
        alone = np.where(others.sum(axis=1) == 1, others.argmax(axis=1), choosing.argmax(axis=1))
        several = others.sum(axis=1) > 1
        mover = alone[owner]
        numbers = joint[np.arange(len(joint)), mover] * roles + mover
        return np.where(several[owner], NO_MOVE, numbers).astype(np.int32)

    def _legal(self, states: Rows) -> list[NDArray[np.bool_]]:
        parts = [self.engine.legal(states[first : first + self._rows]) for first in range(0, len(states), self._rows)]
        if len(parts) == 1:
            return parts[0]
        return [np.concatenate(tables) for tables in zip(*parts, strict=True)]

    def _follow(self, states: Rows, joint: Numbers) -> tuple[Rows, NDArray[np.bool_], NDArray[np.int16]]:
        rows = np.zeros_like(states)
        over = np.zeros(len(states), dtype=np.bool_)
        goals = np.zeros((len(states), len(self.engine.roles)), dtype=np.int16)
        for first in range(0, len(states), self._rows):
            part = slice(first, first + self._rows)
            rows[part] = self.engine.step(states[part], joint[part])
            over[part], goals[part] = self.engine.outcome(rows[part])
        return rows, over, goals
