"""Playouts in which a guide makes some moves likelier than others.

They step through the engine move by move, so they are much slower than random ones, which never leave it; whether
better games are worth fewer games is for experiments to say.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.tree.evaluate import Evaluated

Moves = NDArray[np.int64]
Weights = NDArray[np.float64]

NO_MOVE = -1
"""In place of a move that was made before: there was none."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Games in progress: positions, each role's legal moves (games, moves), and the joint moves that led here.

    ``before``: (games, roles, 2), the last move of each role and the one before it.
    """

    engine: BatchEngine
    rows: Rows
    legal: list[NDArray[np.bool_]]
    before: Moves


@dataclass(frozen=True, slots=True)
class Step:
    """One step of several games: their numbers, the joint moves, and what had been played ``before``."""

    games: Moves
    joint: Moves
    before: Moves


class Guide(Protocol):
    """Says how likely moves are, and learns from games."""

    def weigh(self, situation: Situation, role: int) -> Weights:
        """A weight of at least 0 for each move of a role, (games, moves); illegal ones count for nothing."""

    def learn(self, steps: list[Step], values: NDArray[np.float64]) -> None:
        """Takes note of whole games and their values, (games, roles)."""


class GuidedPlayouts:
    """An evaluation by such games, cut after ``max_steps`` or when time is up, with ``unfinished`` for every role."""

    def __init__(self, guide: Guide, max_steps: int, unfinished: float = 0.5) -> None:
        self.guide, self.max_steps, self.unfinished = guide, max_steps, unfinished

    def __call__(
        self, engine: BatchEngine, rows: Rows, per_row: int, seed: int, *, amaf: bool, deadline: float
    ) -> Evaluated:
        random = np.random.default_rng(seed)
        values, steps = self._play(engine, np.repeat(rows, per_row, axis=0), random, deadline)
        self.guide.learn(steps, values)
        shaped = values.reshape(len(rows), per_row, -1)
        played = self._played(engine, steps, values, per_row) if amaf else ()
        return Evaluated(shaped.sum(axis=1), (shaped**2).sum(axis=1), played)

    def _play(
        self, engine: BatchEngine, rows: Rows, random: np.random.Generator, deadline: float
    ) -> tuple[NDArray[np.float64], list[Step]]:
        """Plays a game from every row; returns their values and steps."""
        roles = len(engine.roles)
        values = np.full((len(rows), roles), self.unfinished)
        before = np.full((len(rows), roles, 2), NO_MOVE, dtype=np.int64)
        games, steps = np.arange(len(rows)), list[Step]()
        while True:
            over, goals = engine.outcome(rows[games])
            values[games[over]] = np.maximum(0, goals[over]) / 100
            games = games[~over]
            if not len(games) or len(steps) == self.max_steps or time.perf_counter() >= deadline:
                return values, steps
            situation = Situation(engine, rows[games], engine.legal(rows[games]), before[games])
            joint = np.stack([self._choose(situation, role, random) for role in range(roles)], axis=1)
            steps.append(Step(games, joint, situation.before))
            rows[games] = engine.step(situation.rows, joint)
            before[games] = np.stack([joint, situation.before[:, :, 0]], axis=2)

    def _choose(self, situation: Situation, role: int, random: np.random.Generator) -> Moves:
        """A move for every game, as likely as its weight says; any legal one where all weights are 0."""
        legal = situation.legal[role]
        if legal.sum() == len(legal):
            return np.asarray(legal.argmax(axis=1))
        weights = np.where(legal, self.guide.weigh(situation, role), 0.0)
        weights = np.where(weights.sum(axis=1, keepdims=True) > 0, weights, legal)
        reached = weights.cumsum(axis=1)
        drawn = random.random((len(legal), 1)) * reached[:, -1:]
        return np.asarray((reached <= drawn).sum(axis=1).clip(max=legal.shape[1] - 1))

    def _played(
        self, engine: BatchEngine, steps: list[Step], values: NDArray[np.float64], per_row: int
    ) -> tuple[tuple[NDArray[np.int64], NDArray[np.float64]], ...]:
        """For each role: by row, the games in which it made each move, and the sums of its values in them."""
        found = []
        for role in range(len(engine.roles)):
            made = np.zeros((len(values), len(engine.moves(role))), dtype=np.bool_)
            for step in steps:
                made[step.games, step.joint[:, role]] = True
            shaped = made.reshape(-1, per_row, made.shape[1])
            worth = values[:, role].reshape(-1, per_row)
            found.append((shaped.sum(axis=1), np.einsum("plm,pl->pm", shaped, worth)))
        return tuple(found)
