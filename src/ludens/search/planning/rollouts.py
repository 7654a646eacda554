"""Rollouts on lanes, step by step, with all that was done in them: uniform ones, and by a softmax policy."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.planning.line import ROLE, Line


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the lanes that still play: their numbers, ascending, positions, legal moves, and moves made."""

    lanes: NDArray[np.int64]
    rows: Rows
    legal: NDArray[np.bool_]
    moves: NDArray[np.int64]


@dataclass(slots=True)
class Rollouts:
    """Games of several lanes, step by step, with the length and the goal of each: -1 where a game was cut."""

    steps: list[Step]
    lengths: NDArray[np.int64]
    goals: NDArray[np.int64]

    def line(self, lane: int) -> Line:
        """What was played on a lane."""
        steps = self.of(lane)
        moves = tuple(int(step.moves[place]) for step, place in steps)
        return Line(moves, int(self.goals[lane]), np.stack([step.rows[place] for step, place in steps]))

    def of(self, lane: int) -> list[tuple[Step, int]]:
        """The steps of a lane, each with its place in it."""
        return [(step, int(np.searchsorted(step.lanes, lane))) for step in self.steps[: int(self.lengths[lane])]]


def rollouts(
    engine: BatchEngine,
    start: Rows,
    lanes: int,
    random: np.random.Generator,
    max_steps: int,
    *,
    weights: NDArray[np.float32] | None = None,
    until: float = math.inf,
) -> Rollouts:
    """Plays from one position on every lane until all games are over, so many steps are made, or it is that late.

    ``weights`` of shape (policies, steps, moves) make a move of a lane likely as their exponential says; lanes share
    the policies evenly, and steps beyond the last use that. Without weights all legal moves are alike.
    """
    found = Rollouts([], np.zeros(lanes, dtype=np.int64), np.full(lanes, -1))
    playing, rows = np.arange(lanes), np.repeat(start, lanes, axis=0)
    for step in range(max_steps):
        legal = engine.legal(rows)[ROLE]
        able = legal.any(axis=1)
        if not able.all():
            playing, rows, legal = playing[able], rows[able], legal[able]
        if not len(playing) or time.perf_counter() > until:
            break
        moves = _drawn(legal, playing * len(weights) // lanes if weights is not None else None, step, weights, random)
        found.steps.append(Step(playing, rows, legal, moves))
        found.lengths[playing] += 1
        rows, over, goals = engine.follow(rows, moves[:, None])
        found.goals[playing[over]] = goals[over, ROLE]
        playing, rows = playing[~over], rows[~over]
    return found


def _drawn(
    legal: NDArray[np.bool_],
    policies: NDArray[np.int64] | None,
    step: int,
    weights: NDArray[np.float32] | None,
    random: np.random.Generator,
) -> NDArray[np.int64]:
    """A legal move for each row: the first of exponential clocks, whose rates are the exponentials of the weights."""
    clocks = random.standard_exponential(legal.shape, dtype=np.float32)
    if weights is not None and policies is not None:
        rates = weights[:, min(step, weights.shape[1] - 1)]
        clocks *= np.exp(np.clip(-rates, -60, 60))[policies]
    clocks[~legal] = np.inf
    return np.asarray(clocks.argmin(axis=1), dtype=np.int64)
