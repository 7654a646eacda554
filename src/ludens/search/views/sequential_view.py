"""A game in which several roles choose at once, as if one of them chose first and the others knew its move.

A position with half a move made is a row with one more word: 0, or one more than the number of the move that the role
has chosen. Where only one side has a choice, nothing is split. Roles that wait have one move, which does not count.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.playouts import Games, Playouts
from ludens.engine.rows import Rows
from ludens.game import Move

Tables = list[NDArray[np.bool_]]


class SequentialView(BatchEngine):
    """An engine for the same game with turns split in two, the role's move first."""

    def __init__(self, inner: BatchEngine, role: int) -> None:
        self.inner, self.role = inner, role

    @property
    def batch(self) -> bool:
        return self.inner.batch

    @property
    def roles(self) -> tuple[str, ...]:
        return self.inner.roles

    def moves(self, role: int) -> tuple[Move, ...]:
        return self.inner.moves(role)

    def whole(self, rows: Rows) -> Rows:
        """Positions of the game as this view has them."""
        return np.concatenate([rows, np.zeros((len(rows), 1), dtype=np.uint64)], axis=1)

    def initial(self, n: int = 1) -> Rows:
        return self.whole(self.inner.initial(n))

    def outcome(self, states: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        return self.inner.outcome(_inner(states))

    def legal(self, states: Rows) -> Tables:
        tables = self.inner.legal(_inner(states))
        waiting, half = self._splits(states, tables)
        for other, table in enumerate(tables):
            if other == self.role:
                table[half] = False
                table[half, states[half, -1].astype(np.int64) - 1] = True
            else:
                first = table[waiting].argmax(axis=1)
                table[waiting] = False
                table[np.flatnonzero(waiting), first] = True
        return tables

    def step(self, states: Rows, joint_moves: NDArray[np.integer]) -> Rows:
        waiting = self._splits(states, self.inner.legal(_inner(states)))[0]
        following = np.zeros_like(states)
        following[waiting] = states[waiting]
        following[waiting, -1] = joint_moves[waiting, self.role].astype(np.uint64) + np.uint64(1)
        if not waiting.all():
            following[~waiting, :-1] = self.inner.step(_inner(states[~waiting]), joint_moves[~waiting])
        return following

    def follow(
        self, states: Rows, joint_moves: NDArray[np.integer]
    ) -> tuple[Rows, NDArray[np.bool_], NDArray[np.int16]]:
        rows = self.step(states, joint_moves)
        return rows, *self.outcome(rows)

    def playouts(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1, amaf: bool = False
    ) -> Playouts:
        """Random games; to half a move the others answer at random, in each game anew."""
        if not states[:, -1].any():
            rows = np.ascontiguousarray(_inner(states))
            return self.inner.playouts(rows, per_state, seed, max_steps=max_steps, threads=threads, amaf=amaf)
        rows = self._answered(states, per_state, seed)
        found = self.inner.playouts(rows, 1, seed, max_steps=max_steps, threads=threads, amaf=amaf)
        played = found.played and tuple((_summed(c, per_state), _summed(g, per_state)) for c, g in found.played)
        return Playouts(
            _summed(found.goals, per_state),
            _summed(found.finished, per_state),
            _summed(found.cut, per_state),
            _summed(found.steps, per_state),
            tuple(_summed(counts, per_state) for counts in found.reached),
            found.values,
            played,
        )

    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games:
        rows = self._answered(states, per_state, seed)
        found = self.inner.games(rows, 1, seed, max_steps=max_steps, threads=threads)
        shape = len(states), per_state
        return Games(found.ended.reshape(shape), found.lengths.reshape(shape), found.goals.reshape(*shape, -1))

    def _splits(self, states: Rows, tables: Tables) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Where the others wait for the role's move, and where it is made."""
        half = states[:, -1] > 0
        choices = np.stack([table.sum(axis=1) > 1 for table in tables], axis=1)
        others = np.delete(choices, self.role, axis=1).any(axis=1)
        return choices[:, self.role] & others & ~half, half

    def _answered(self, states: Rows, per_state: int, seed: int) -> Rows:
        """Each position so many times, half moves completed at random, as positions of the game."""
        repeated = np.repeat(states, per_state, axis=0)
        rows, half = np.ascontiguousarray(_inner(repeated)), repeated[:, -1] > 0
        if half.any():
            random = np.random.default_rng(seed % (1 << 64))
            tables = self.inner.legal(rows[half])
            drawn = [(table * random.random(table.shape)).argmax(axis=1) for table in tables]
            drawn[self.role] = repeated[half, -1].astype(np.int64) - 1
            rows[half] = self.inner.step(rows[half], np.stack(drawn, axis=1))
        return rows


def _inner(states: Rows) -> Rows:
    return np.ascontiguousarray(states[:, :-1])


def _summed(counts: NDArray[np.int64], per_state: int) -> NDArray[np.int64]:
    """Sums over the games of each position."""
    return np.asarray(counts.reshape(-1, per_state, *counts.shape[1:]).sum(axis=1))
