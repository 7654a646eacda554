"""Goals that say only who has won, for engines whose rules are not a circuit.

As in Cheng, Krauthamer, Ofir and Siddiqui (*AlwaysPlayScissors*): a goal above those of all others counts 100, one that
is level with the best of the others 50, one below 0. For a rulesheet that was compiled, ``circuit.early_ends`` does the
same within the engine.
"""

from __future__ import annotations

import numpy as np

from ludens.circuit.early_ends import LEVEL, LOST, WON
from ludens.engine.playouts import Games, Playouts
from ludens.engine.rows import Rows
from ludens.search.views.wrapped import Goals, Table, WrappedEngine

NO_GOAL = -1


def coerce(goals: Goals) -> Goals:
    """Goals, with the roles last, as 100, 50 and 0; a role without a goal stays so, and a single role keeps its."""
    if goals.shape[-1] == 1:
        return goals
    found = np.full_like(goals, NO_GOAL)
    for role in range(goals.shape[-1]):
        own, best = goals[..., role], np.delete(goals, role, axis=-1).max(axis=-1)
        found[..., role] = np.where(own > best, WON, np.where(own == best, LEVEL, LOST))
    return np.where(goals == NO_GOAL, np.int16(NO_GOAL), found)


class CoercedEngine(WrappedEngine):
    """The same game with coerced goals. Playouts are judged one by one; the moves made in them are not counted."""

    def _judge(self, states: Rows, over: Table, goals: Goals) -> tuple[Table, Goals]:
        return over, coerce(goals)

    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games:
        found = self.inner.games(states, per_state, seed, max_steps=max_steps, threads=threads)
        return Games(found.ended, found.lengths, coerce(found.goals))

    def playouts(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1, amaf: bool = False
    ) -> Playouts:
        if amaf:
            raise ValueError("moves are not counted in playouts that are judged one by one")
        found = self.games(states, per_state, seed, max_steps=max_steps, threads=threads)
        values = [tuple(v for v in np.unique(found.goals[..., r]).tolist() if v >= 0) for r in range(len(self.roles))]
        reached = tuple(
            np.stack([(found.goals[..., role] == v).sum(axis=1) for v in listed], axis=1).astype(np.int64)
            if listed
            else np.zeros((len(states), 0), dtype=np.int64)
            for role, listed in enumerate(values)
        )
        finished = found.ended.sum(axis=1, dtype=np.int64)
        return Playouts(
            goals=np.maximum(found.goals, 0).sum(axis=1, dtype=np.int64),
            finished=finished,
            cut=per_state - finished,
            steps=found.lengths.sum(axis=1),
            reached=reached,
            values=tuple(values),
        )
