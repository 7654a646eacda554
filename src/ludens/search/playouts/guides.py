"""Guides of playouts: what has been good before, what is near, what wins at once."""

from __future__ import annotations

import math
import re

import numpy as np
from numpy.typing import NDArray

from ludens.boards.cells import Cells
from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.game import Move
from ludens.search.playouts.guided import NO_MOVE, Guide, Moves, Situation, Step, Weights

SLOTS = 1 << 20
"""Of the table of sequences of moves; sequences that fall on the same slot are taken for one."""


class Uniform:
    """Every legal move is as likely as the others."""

    def weigh(self, situation: Situation, role: int) -> Weights:
        return np.ones(situation.legal[role].shape)

    def learn(self, steps: list[Step], values: NDArray[np.float64]) -> None:
        pass


class Averages:
    """The mean value of each move of a role, over all the games in which it was made."""

    def __init__(self) -> None:
        self.visits, self.totals = np.zeros(0), np.zeros(0)

    def grow(self, moves: int) -> None:
        """Makes room for so many moves."""
        more = max(0, moves - len(self.visits))
        self.visits, self.totals = np.pad(self.visits, (0, more)), np.pad(self.totals, (0, more))

    def add(self, moves: Moves, values: NDArray[np.float64]) -> None:
        self.grow(int(moves.max(initial=-1)) + 1)
        np.add.at(self.visits, moves, 1)
        np.add.at(self.totals, moves, values)

    def means(self, moves: int) -> Weights:
        """The means, and 1, the best there is, for moves that nobody has made: they should be tried."""
        self.grow(moves)
        return np.divide(self.totals, self.visits, out=np.ones(len(self.visits)), where=self.visits > 0)[:moves]


class Mast:
    """Move-Average Sampling (Finnsson and Björnsson 2008): with ``epsilon`` any move, else one of the best mean."""

    def __init__(self, roles: int, epsilon: float = 0.4) -> None:
        self.epsilon, self.averages = epsilon, [Averages() for _ in range(roles)]

    def weigh(self, situation: Situation, role: int) -> Weights:
        legal = situation.legal[role]
        return epsilon_greedy(
            np.broadcast_to(self.averages[role].means(legal.shape[1]), legal.shape), legal, self.epsilon
        )

    def learn(self, steps: list[Step], values: NDArray[np.float64]) -> None:
        for step in steps:
            for role, averages in enumerate(self.averages):
                averages.add(step.joint[:, role], values[step.games, role])


class Softmax(Mast):
    """The same averages, each move in proportion to exp(mean / ``temperature``), the Gibbs distribution."""

    def __init__(self, roles: int, temperature: float = 0.1) -> None:
        super().__init__(roles)
        self.temperature = temperature

    def weigh(self, situation: Situation, role: int) -> Weights:
        legal = situation.legal[role]
        means = self.averages[role].means(legal.shape[1])
        return np.broadcast_to(np.exp((means - means.max()) / self.temperature), legal.shape)


class Ngrams:
    """N-gram Selection Technique (Tak, Winands and Björnsson 2012): means of moves after the moves before them.

    A move is worth the mean of what it was worth alone, after the last move of another role, and after the last two,
    as far as these have been seen ``enough`` times.
    """

    def __init__(self, roles: int, epsilon: float = 0.2, enough: int = 7) -> None:
        self.epsilon, self.enough = epsilon, enough
        self.visits, self.totals = np.zeros(SLOTS), np.zeros(SLOTS)

    def weigh(self, situation: Situation, role: int) -> Weights:
        legal = situation.legal[role]
        games, moves = np.nonzero(legal)
        sums, parts = np.zeros(len(moves)), np.zeros(len(moves))
        for length in range(3):
            slots = self._slots(role, moves, situation.before[games], length)
            seen = self.visits[slots] >= (1 if length == 0 else self.enough)
            sums[seen] += self.totals[slots[seen]] / self.visits[slots[seen]]
            parts[seen] += 1
        means = np.ones(legal.shape)
        means[games, moves] = np.divide(sums, parts, out=np.ones(len(moves)), where=parts > 0)
        return epsilon_greedy(means, legal, self.epsilon)

    def learn(self, steps: list[Step], values: NDArray[np.float64]) -> None:
        for step in steps:
            for role in range(step.joint.shape[1]):
                for length in range(3):
                    slots = self._slots(role, step.joint[:, role], step.before, length)
                    np.add.at(self.visits, slots, 1)
                    np.add.at(self.totals, slots, values[step.games, role])

    def _slots(self, role: int, moves: Moves, before: Moves, length: int) -> Moves:
        """Where the sequences are kept: the joint moves of the last ``length`` steps, the role and its move."""
        key = np.asarray(moves, dtype=np.uint64) * np.uint64(8) + np.uint64(length * 2)
        key = key * np.uint64(0x9E3779B97F4A7C15) + np.uint64(role + 1)
        for step in range(length):
            for other in range(before.shape[1]):
                key = (key ^ (key >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
                key += before[:, other, step].astype(np.uint64)
        return np.asarray((key ^ (key >> np.uint64(31))) % np.uint64(SLOTS), dtype=np.int64)


class History:
    """The first-order history heuristic: a move is as likely as it has been frequent in games that were won."""

    def __init__(self, roles: int) -> None:
        self.averages = [Averages() for _ in range(roles)]

    def weigh(self, situation: Situation, role: int) -> Weights:
        moves = situation.legal[role].shape[1]
        self.averages[role].grow(moves)
        return np.broadcast_to(1 + self.averages[role].totals[:moves], situation.legal[role].shape)

    def learn(self, steps: list[Step], values: NDArray[np.float64]) -> None:
        for step in steps:
            for role, averages in enumerate(self.averages):
                averages.add(step.joint[:, role], values[step.games, role])


class Proximity:
    """Moves within a distance of the last one, if there are any (the heuristic of programs for Go and Hex).

    The place of a move is where it ends: the last two coordinates in its text.
    """

    def __init__(self, engine: BatchEngine, distance: int = 1, cells: Cells = Cells.SQUARES) -> None:
        self.distance, self.cells = distance, cells
        self._places = [places(engine.moves(role)) for role in range(len(engine.roles))]
        if all(np.isnan(found).all() for found in self._places):
            raise ValueError("no move names a place on a board")

    def weigh(self, situation: Situation, role: int) -> Weights:
        legal = situation.legal[role]
        own = self._places[role]
        near = np.zeros(legal.shape, dtype=np.bool_)
        for other, known in enumerate(self._places):
            last = situation.before[:, other, 0]
            around = np.where((last == NO_MOVE)[:, None], np.nan, known[last])
            with np.errstate(invalid="ignore"):
                near |= distances(around[:, None] - own[None], self.cells) <= self.distance
        near &= legal
        return np.where(near.any(axis=1, keepdims=True), near, legal).astype(np.float64)

    def learn(self, steps: list[Step], values: NDArray[np.float64]) -> None:
        pass


class Decisive:
    """Wins at once where it can, and avoids moves that let others do so (Teytaud and Teytaud 2010); else another guide.

    ``depth`` 1 looks for wins only, 2 for the answers too.
    """

    def __init__(self, otherwise: Guide, depth: int = 1) -> None:
        self.otherwise, self.depth = otherwise, depth

    def weigh(self, situation: Situation, role: int) -> Weights:
        weights = self.otherwise.weigh(situation, role)
        if any(table.sum() > len(table) for other, table in enumerate(situation.legal) if other != role):
            return weights
        wins, safe = self._look(situation, role)
        decided = wins.any(axis=1, keepdims=True)
        careful = np.where(safe, weights, 0.0)
        careful = np.where(careful.sum(axis=1, keepdims=True) > 0, careful, weights)
        return np.where(decided, wins, careful)

    def learn(self, steps: list[Step], values: NDArray[np.float64]) -> None:
        self.otherwise.learn(steps, values)

    def _look(self, situation: Situation, role: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which moves win, and which leave no winning answer; only where nobody else has a choice."""
        games, after, over, goals = _after(situation.engine, situation.rows, situation.legal, role)
        legal = situation.legal[role]
        moves = np.nonzero(legal)[1]
        wins, safe = np.zeros(legal.shape, dtype=np.bool_), legal.copy()
        wins[games, moves] = over & (goals[:, role] == 100)
        going = np.flatnonzero(~over)
        if self.depth > 1 and len(going):
            lost = _answered(situation.engine, after[going], role)
            safe[games[going[lost]], moves[going[lost]]] = False
        return wins, safe


def _after(
    engine: BatchEngine, rows: Rows, legal: list[NDArray[np.bool_]], role: int
) -> tuple[Moves, Rows, NDArray[np.bool_], NDArray[np.int16]]:
    """All positions after a move of the role, the others making their only one: from which game, and the outcomes."""
    games, moves = np.nonzero(legal[role])
    joint = np.stack([table.argmax(axis=1)[games] for table in legal], axis=1)
    joint[:, role] = moves
    after = engine.step(rows[games], joint)
    return games, after, *engine.outcome(after)


def _answered(engine: BatchEngine, rows: Rows, role: int) -> NDArray[np.bool_]:
    """In which of some positions another role, choosing alone, has a move that wins."""
    legal = engine.legal(rows)
    lost = np.zeros(len(rows), dtype=np.bool_)
    choices = np.stack([table.sum(axis=1) for table in legal], axis=1)
    for other in range(len(legal)):
        if other == role:
            continue
        alone = np.flatnonzero(choices.max(axis=1, where=np.arange(len(legal)) != other, initial=1) == 1)
        if not len(alone):
            continue
        games, _, over, goals = _after(engine, rows[alone], [table[alone] for table in legal], other)
        lost[alone[games[over & (goals[:, other] == 100)]]] = True
    return lost


def epsilon_greedy(means: Weights, legal: NDArray[np.bool_], epsilon: float) -> Weights:
    """Weights that make any legal move with ``epsilon``, and one of the best mean otherwise."""
    best = np.where(legal, means, -math.inf)
    top = legal & (best == best.max(axis=1, keepdims=True))
    counts, tops = legal.sum(axis=1, keepdims=True), top.sum(axis=1, keepdims=True)
    return np.asarray(epsilon * legal / np.maximum(1, counts) + (1 - epsilon) * top / np.maximum(1, tops))


def distances(apart: NDArray[np.float64], cells: Cells) -> NDArray[np.float64]:
    """How far apart places are, from the differences of their coordinates, which come last."""
    along, across = apart[..., 0], apart[..., 1]
    straight = np.maximum(np.abs(along), np.abs(across))
    return straight if cells is Cells.SQUARES else np.maximum(straight, np.abs(along + cells.value * across))


def places(moves: tuple[Move, ...]) -> NDArray[np.float64]:
    """Where each move ends, (moves, 2): its last two coordinates, numbers or single letters; NaN where it has none."""
    found = np.full((len(moves), 2), np.nan)
    for number, move in enumerate(moves):
        words = [word for word in re.split(r"[\s()]+", move) if re.fullmatch(r"-?\d+|[a-z]", word)]
        if len(words) >= 2:
            found[number] = [float(word) if not word.isalpha() else ord(word) - ord("a") + 1 for word in words[-2:]]
    return found
