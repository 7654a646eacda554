"""Any game as one of two sides: a role, and all others together, who choose one joint reply and want the role's harm.

This is the opponent model of Cheng, Krauthamer, Ofir and Siddiqui (*AlwaysPlayScissors*). The role takes the move with
the highest X̄ + c·√(2 ln t / s), and the others together the reply with the lowest X̄ − c·√(2 ln t / s), X̄ being the mean
of the role's reward. When the others' goal is 100 less the role's, the second rule is UCB1 for them, so a tree search
with one mean for each side's moves needs to know nothing of it. Whoever is not on turn has one move: any order of turns
will do.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.kernels.hashing import GAMMA, mixed_words
from ludens.engine.playouts import Games, Playouts
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL, JointMove, Move
from ludens.search.tree.arrays import NOT_EXPANDED, Tree, moves_of_edges
from ludens.search.tree.positions import rows_of
from ludens.search.tree.report import child_of, edges_of

Numbers = NDArray[np.int64]

OWN, OTHERS = 0, 1
"""The two sides."""

MOST_REPLIES = 4096
"""Replies that are told apart in a position. Where there are more, so many are drawn, always the same ones."""

LONGEST_LINE = 30


class TwoSides(BatchEngine):
    """An engine with the role's moves for one side and the others' joint replies for the other.

    With one other role a reply is its move. With several, replies are numbered anew in each position, as they come up:
    number k is written with the others' legal moves as digits, the first role's lowest. Threads may share it.
    """

    def __init__(self, engine: BatchEngine, role: int) -> None:
        self.engine, self.role = engine, role
        self.others = tuple(other for other in range(len(engine.roles)) if other != role)

    @property
    def batch(self) -> bool:
        return self.engine.batch

    @property
    def roles(self) -> tuple[str, ...]:
        return self.engine.roles[self.role], "+".join(self.engine.roles[other] for other in self.others)

    def moves(self, role: int) -> tuple[Move, ...]:
        """The texts of a side's moves by number; joint replies have none, for their numbers depend on the position."""
        if role == OWN:
            return self.engine.moves(self.role)
        return self.engine.moves(self.others[0]) if len(self.others) == 1 else ()

    def initial(self, n: int = 1) -> Rows:
        return self.engine.initial(n)

    def legal(self, states: Rows) -> list[NDArray[np.bool_]]:
        """For each side, an array of shape (positions, moves)."""
        tables = self.engine.legal(states)
        if len(self.others) == 1:
            return [tables[self.role], tables[self.others[0]]]
        counts = self._counts(tables)
        replies = np.minimum(counts.prod(axis=1, dtype=np.float64), MOST_REPLIES).astype(np.int64)
        return [tables[self.role], np.arange(replies.max(initial=0)) < replies[:, None]]

    def outcome(self, states: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        """Whether each position is over, and the goals of both sides; a role without a goal has lost."""
        over, goals = self.engine.outcome(states)
        return over, self._goals(goals)

    def step(self, states: Rows, joint_moves: NDArray[np.integer]) -> Rows:
        return self.engine.step(states, self.joint(states, joint_moves))

    def follow(
        self, states: Rows, joint_moves: NDArray[np.integer]
    ) -> tuple[Rows, NDArray[np.bool_], NDArray[np.int16]]:
        following, over, goals = self.engine.follow(states, self.joint(states, joint_moves))
        return following, over, self._goals(goals)

    def joint(self, states: Rows, sides: NDArray[np.integer]) -> Numbers:
        """The joint moves of all roles, (positions, roles), that stand for moves of the two sides, (positions, 2)."""
        found = np.zeros((len(states), len(self.engine.roles)), dtype=np.int64)
        found[:, self.role] = sides[:, OWN]
        if len(self.others) == 1:
            found[:, self.others[0]] = sides[:, OTHERS]
        elif self.others:
            tables = self.engine.legal(states)
            places = reply_places(self._counts(tables), sides[:, OTHERS])
            for place, other in enumerate(self.others):
                reached = tables[other].cumsum(axis=1)
                found[:, other] = (reached <= places[:, place : place + 1]).sum(axis=1)
        return found

    def playouts(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1, amaf: bool = False
    ) -> Playouts:
        """Random games of the engine; with ``amaf`` the moves of the role alone are counted."""
        found = self.engine.playouts(states, per_state, seed, max_steps=max_steps, threads=threads, amaf=amaf)
        own, values, reached = found.goals[:, self.role], found.values[self.role], found.reached[self.role]
        lost = found.finished - reached.sum(axis=1)
        return Playouts(
            goals=np.stack([own, HIGHEST_GOAL * found.finished - own], axis=1),
            finished=found.finished,
            cut=found.cut,
            steps=found.steps,
            reached=(reached, np.column_stack([reached, lost])),
            values=(values, (*(HIGHEST_GOAL - value for value in values), HIGHEST_GOAL)),
            played=self._played(found, len(states)) if amaf else None,
        )

    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games:
        found = self.engine.games(states, per_state, seed, max_steps=max_steps, threads=threads)
        goals = np.where(found.ended[..., None], self._goals(found.goals), np.int16(-1))
        return Games(found.ended, found.lengths, goals)

    def _goals(self, goals: NDArray[np.int16]) -> NDArray[np.int16]:
        """The goals of the two sides, given those of all roles, which stand last."""
        own = np.maximum(goals[..., self.role], 0)
        return np.stack([own, HIGHEST_GOAL - own], axis=-1)

    def _counts(self, tables: list[NDArray[np.bool_]]) -> Numbers:
        """How many moves each of the others has, (positions, others)."""
        rows = len(tables[self.role])
        counts = [tables[other].sum(axis=1) for other in self.others]
        return np.stack(counts, axis=1) if counts else np.zeros((rows, 0), dtype=np.int64)

    def _played(self, found: Playouts, positions: int) -> tuple[tuple[Numbers, Numbers], ...]:
        assert found.played is not None
        nothing = np.zeros((positions, 0), dtype=np.int64)
        return found.played[self.role], (nothing, nothing)


def reply_places(counts: Numbers, replies: NDArray[np.integer]) -> Numbers:
    """The place of each other's move among its legal ones, given the reply's number; ``counts``: (positions, others).

    Where a position has more than MOST_REPLIES replies, the digits are drawn by the number instead, so that moves of
    all roles occur; the same reply may then have two numbers.
    """
    places = np.zeros_like(counts)
    rest = replies.astype(np.int64)
    many = counts.prod(axis=1, dtype=np.float64) > MOST_REPLIES
    for other in range(counts.shape[1]):
        following, digit = np.divmod(rest, np.maximum(1, counts[:, other]))
        drawn = _mixed(replies.astype(np.uint64), other) % np.maximum(1, counts[:, other]).astype(np.uint64)
        places[:, other] = np.where(many, drawn.astype(np.int64), digit)
        rest = following
    return places


def _mixed(numbers: NDArray[np.uint64], stream: int) -> NDArray[np.uint64]:
    """A fixed random word for each number (splitmix64: Steele, Lea and Flood 2014)."""
    with np.errstate(over="ignore"):
        return mixed_words((numbers + np.uint64(1 + stream * MOST_REPLIES)) * GAMMA)


def joint_texts(sides: TwoSides, row: Rows, move: int, reply: int) -> JointMove:
    """The joint move of all roles in words, given those of the two sides in a position, one row."""
    joint = sides.joint(row, np.array([[move, reply]]))[0]
    return tuple(sides.engine.moves(role)[int(number)] for role, number in enumerate(joint))


def expected_line(tree: Tree, sides: TwoSides, first: Move) -> tuple[JointMove, ...]:
    """The joint moves of all roles that were visited most, from the root on, beginning with a move of the role."""
    node, line = 0, list[JointMove]()
    while len(line) < LONGEST_LINE and node >= 0 and tree.nodes[node]["first_edge"] != NOT_EXPANDED:
        edges = [_most_visited(tree, node, side) for side in (OWN, OTHERS)]
        if not line:
            own = edges_of(tree, node, OWN)
            number = sides.moves(OWN).index(first)
            edges[OWN] = int(own[moves_of_edges(tree, own) // 2 == number][0])
        elif any(tree.edges[edge]["visits"] == 0 for edge in edges):
            break
        move, reply = (moves_of_edges(tree, np.array(edges)) // 2).tolist()
        line.append(joint_texts(sides, rows_of(tree, slice(node, node + 1)), move, reply))
        node = child_of(tree, node, edges)
    return tuple(line)


def _most_visited(tree: Tree, node: int, side: int) -> int:
    edges = edges_of(tree, node, side)
    return int(edges[tree.edges["visits"][edges].argmax()])
