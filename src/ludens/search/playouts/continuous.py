"""The continuous rollout of the zero system (Mavroidakos 2019, section 1), for many first moves side by side.

For one first move it is this recursion, which ends as soon as the results add up to the trial limit::

    simulate(position, move):
        make the move                       the others, if they move too, at random
        over?  count the result, return
        can the others win at once?  count ``penalty`` losses, return
        the others move at random           unless the role has a choice already
        over?  count the result, return
        for each legal move:  simulate(the new position, that move)

With a ``placement``, an evaluation of positions, the others do not move at random: they make the move after which the
position is worth least to the role (section 5).

After an end the search thus goes on from the level above. Penalties count as trials: that is how they save time.
Every first move has a stack and a stream of random numbers of its own, so that what comes of it does not depend on
the others; the stacks are worked on together, since the engine takes many positions at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL
from ludens.search.draws import choose, draws
from ludens.search.evaluations.static import Static
from ludens.search.joint_moves import joint_moves
from ludens.search.playouts.lookahead import MOST_JOINT_MOVES, threatened
from ludens.search.results import lost, won
from ludens.search.stopwatch import Stopwatch

WIN, DRAW, LOSS = 0, 1, 2


@dataclass(slots=True)
class _Level:
    """A position on a stack and the moves to be simulated from it."""

    row: NDArray[np.uint64]
    moves: list[int]
    next: int = 0


@dataclass(slots=True)
class _Stack:
    """The levels above a first move's present position."""

    levels: list[_Level]
    drawn: int = 0

    def pop(self) -> tuple[NDArray[np.uint64], int] | None:
        """The next position and move to simulate; ``None`` when all are exhausted."""
        while self.levels:
            level = self.levels[-1]
            if level.next < len(level.moves):
                level.next += 1
                return level.row, level.moves[level.next - 1]
            self.levels.pop()
        return None


@dataclass(slots=True)
class ContinuousRollout:
    """Simulations after several first moves.

    ``results`` counts wins, draws and losses, shape (moves, 3); ``ends``, how often a simulation came to an end.
    """

    engine: BatchEngine
    role: int
    trials: int
    penalty: int
    max_steps: int
    seed: int
    placement: Static | None = None
    results: NDArray[np.int64] = field(init=False)
    ends: int = field(init=False, default=0)
    _stacks: list[_Stack] = field(init=False, default_factory=list)

    def run(self, position: Rows, moves: NDArray[np.int64], watch: Stopwatch) -> NDArray[np.int64]:
        """The results of each first move at the end of its trials, or as far as there was time."""
        self.results = np.zeros((len(moves), 3), dtype=np.int64)
        self._stacks = [_Stack([_Level(position[0], [int(move)])]) for move in moves]
        generator = np.random.default_rng(self.seed)
        while watch.left > 0:
            active = np.flatnonzero(self.results.sum(axis=1) < self.trials)
            taken = [(int(number), self._stacks[number].pop()) for number in active]
            going = [(number, step) for number, step in taken if step is not None]
            if not going or not self._simulate(going, generator, watch):
                break
        watch.spend(self.ends)
        return self.results

    def _simulate(
        self, going: list[tuple[int, tuple[NDArray[np.uint64], int]]], generator: np.random.Generator, watch: Stopwatch
    ) -> bool:
        """One call of the recursion for each stack; False when time ran out within it."""
        stacks = np.array([number for number, _ in going])
        own = np.array([move for _, (_, move) in going])
        rows, stacks = self._count_ends(*self._move(np.stack([row for _, (row, _) in going]), stacks, own))
        if not len(rows):
            return True
        danger = threatened(self.engine, rows, self.role, generator, watch.end)
        self.results[stacks[danger == 1], LOSS] += self.penalty
        self.ends += int((danger == 1).sum())
        rows, stacks = rows[danger == 0], stacks[danger == 0]
        waiting = self.engine.legal(rows)[self.role].sum(axis=1) == 1
        move = self._move if self.placement is None else self._answer
        answered, behind = self._count_ends(*move(rows[waiting], stacks[waiting], None))
        self._push(np.concatenate([answered, rows[~waiting]]), np.concatenate([behind, stacks[~waiting]]))
        return not np.isnan(danger).any()

    def _move(
        self, rows: Rows, stacks: NDArray[np.int64], own: NDArray[np.int64] | None
    ) -> tuple[Rows, NDArray[np.int64]]:
        """A step in which everybody moves at random, but the role as told."""
        if not len(rows):
            return rows, stacks
        legal = self.engine.legal(rows)
        counts = np.array([self._stacks[number].drawn for number in stacks])
        joint = np.stack(
            [choose(table, draws(self.seed, stacks, counts + other)) for other, table in enumerate(legal)], axis=1
        )
        for number in stacks:
            self._stacks[number].drawn += len(legal)
        if own is not None:
            joint[:, self.role] = own
        return self.engine.step(rows, joint), stacks

    def _answer(
        self, rows: Rows, stacks: NDArray[np.int64], own: NDArray[np.int64] | None
    ) -> tuple[Rows, NDArray[np.int64]]:
        """A step in which the others make the move after which the position is worth least to the role, which waits."""
        assert own is None
        assert self.placement is not None
        if not len(rows):
            return rows, stacks
        joint = joint_moves(self.engine.legal(rows), self.role, MOST_JOINT_MOVES, np.random.default_rng(self.seed))
        following, over, goals = self.engine.follow(rows[joint.owner], joint.moves)
        worth = np.maximum(goals[:, self.role], 0) / HIGHEST_GOAL
        worth[~over] = self.placement(self.engine, following[~over])[:, self.role]
        order = np.lexsort((worth, joint.owner))
        least = order[np.searchsorted(joint.owner[order], np.arange(len(rows)))]
        return following[least], stacks

    def _count_ends(self, rows: Rows, stacks: NDArray[np.int64]) -> tuple[Rows, NDArray[np.int64]]:
        """Counts the results of finished games and returns the others; a game that is too long is a draw."""
        if not len(rows):
            return rows, stacks
        over, goals = self.engine.outcome(rows)
        places = np.where(won(goals, self.role), WIN, np.where(lost(goals, self.role), LOSS, DRAW))
        endless = np.array([len(self._stacks[number].levels) > self.max_steps for number in stacks])
        places[endless & ~over] = DRAW
        over = over | endless
        np.add.at(self.results, (stacks[over], places[over]), 1)
        self.ends += int(over.sum())
        return rows[~over], stacks[~over]

    def _push(self, rows: Rows, stacks: NDArray[np.int64]) -> None:
        """Makes these positions the next level of their stacks."""
        if not len(rows):
            return
        legal = self.engine.legal(rows)[self.role]
        for row, number, table in zip(rows, stacks, legal, strict=True):
            self._stacks[number].levels.append(_Level(row, np.flatnonzero(table).tolist()))
