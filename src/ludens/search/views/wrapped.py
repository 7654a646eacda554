"""An engine that passes everything on to another: what views of a game change, and nothing else, is written anew."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.playouts import Games, Playouts
from ludens.engine.rows import Rows
from ludens.game import Move

Table = NDArray[np.bool_]
Goals = NDArray[np.int16]


class WrappedEngine(BatchEngine):
    """The same game by the same engine, which is ``inner``; a subclass may judge positions otherwise in ``_judge``."""

    def __init__(self, inner: BatchEngine) -> None:
        self.inner = inner

    @property
    def batch(self) -> bool:
        return self.inner.batch

    @property
    def roles(self) -> tuple[str, ...]:
        return self.inner.roles

    def moves(self, role: int) -> tuple[Move, ...]:
        return self.inner.moves(role)

    def initial(self, n: int = 1) -> Rows:
        return self.inner.initial(n)

    def legal(self, states: Rows) -> list[Table]:
        return self.inner.legal(states)

    def outcome(self, states: Rows) -> tuple[Table, Goals]:
        return self._judge(states, *self.inner.outcome(states))

    def _judge(self, states: Rows, over: Table, goals: Goals) -> tuple[Table, Goals]:
        """Whether positions are over, and their goals, given what the inner engine says of them."""
        return over, goals

    def step(self, states: Rows, joint_moves: NDArray[np.integer]) -> Rows:
        return self.inner.step(states, joint_moves)

    def follow(self, states: Rows, joint_moves: NDArray[np.integer]) -> tuple[Rows, Table, Goals]:
        following, over, goals = self.inner.follow(states, joint_moves)
        return following, *self._judge(following, over, goals)

    def playouts(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1, amaf: bool = False
    ) -> Playouts:
        return self.inner.playouts(states, per_state, seed, max_steps=max_steps, threads=threads, amaf=amaf)

    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games:
        return self.inner.games(states, per_state, seed, max_steps=max_steps, threads=threads)
