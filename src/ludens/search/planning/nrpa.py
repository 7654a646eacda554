"""Nested rollout policy adaptation on lanes.

Rosin, "Nested Rollout Policy Adaptation for Monte Carlo Tree Search" (2011). A policy is a weight for each move at each
step; a rollout draws moves by the softmax of their weights. A search of level n makes searches of level n - 1, each
with a copy of its policy, and after each shifts its own policy towards the best line it knows. Here a search of level 0
is not one rollout but a group of lanes, of which the best counts (Cazenave, Sevestre and Toulemont, "Stabilized Nested
Rollout Policy Adaptation", 2020); several groups search side by side, each with policies of its own, and begin anew
when they have come to the end of the highest level.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.planning.line import ROLE, Line, better
from ludens.search.planning.rollouts import Rollouts, rollouts

MOST_BYTES = 256 << 20
"""Of what the lanes of one batch could do; fewer lanes are used where games are long and moves many."""

STEPS = 256
"""Steps that have weights of their own; those after share the last."""


@dataclass(frozen=True, slots=True)
class Nesting:
    """How to search. ``lanes`` are shared by ``groups``; ``learning`` is the step size, Rosin's alpha."""

    lanes: int = 512
    groups: int = 8
    levels: int = 2
    iterations: int = 30
    learning: float = 1.0


@dataclass(slots=True)
class _Best:
    """The best line of a group, with what could be done at each of its steps."""

    line: Line
    legal: list[NDArray[np.int64]]


def nested_rollouts(
    engine: BatchEngine,
    start: Rows,
    random: np.random.Generator,
    max_steps: int,
    *,
    nesting: Nesting | None = None,
    until: float = math.inf,
) -> Iterator[Line | None]:
    """Searches for ever; yields the best line so far after every batch of rollouts, None before there is one.

    Rollouts are broken off at the moment ``until``, of the clock ``time.perf_counter``.
    """
    nesting = nesting or Nesting()
    moves = engine.legal(start)[ROLE].shape[1]
    lanes = max(nesting.groups, min(nesting.lanes, MOST_BYTES // max(1, max_steps * (moves + start.nbytes))))

    def play(policies: NDArray[np.float32]) -> Rollouts:
        return rollouts(engine, start, lanes, random, max_steps, weights=policies, until=until)

    search = _Search(play, nesting, lanes)
    while True:
        policies = np.zeros((nesting.groups, min(STEPS, max_steps), moves), dtype=np.float32)
        yield from search.level(nesting.levels, policies)


class _Search:
    def __init__(self, play: Callable[[NDArray[np.float32]], Rollouts], nesting: Nesting, lanes: int) -> None:
        self._play, self._nesting, self._lanes = play, nesting, lanes
        self.best: Line | None = None
        self.found: list[_Best | None] = []

    def level(self, level: int, policies: NDArray[np.float32]) -> Iterator[Line | None]:
        """Searches of this level, one for each group, in step; leaves the best of each in ``found``."""
        if level == 0:
            done = self._play(policies)
            self.found = [self._best_of(done, group) for group in range(len(policies))]
            for best in self.found:
                self.best = better(self.best, best.line if best else None)
            yield self.best
            return
        own: list[_Best | None] = [None] * len(policies)
        for _ in range(self._nesting.iterations):
            yield from self.level(level - 1, policies.copy())
            own = [_at_least(new, old) for new, old in zip(self.found, own, strict=True)]
            for group, best in enumerate(own):
                if best is not None:
                    self._adapt(policies[group], best)
        self.found = own

    def _best_of(self, done: Rollouts, group: int) -> _Best | None:
        """The best rollout of a group; of equals the longest, which got on furthest before it failed."""
        lanes = np.flatnonzero(np.arange(self._lanes) * self._nesting.groups // self._lanes == group)
        lanes = lanes[done.goals[lanes] >= 0]
        if not len(lanes):
            return None
        lane = int(lanes[np.lexsort((-done.lengths[lanes], -done.goals[lanes]))[0]])
        return _Best(done.line(lane), [np.flatnonzero(step.legal[place]) for step, place in done.of(lane)])

    def _adapt(self, policy: NDArray[np.float32], best: _Best) -> None:
        """Makes the moves of the line likelier, and the others less likely by as much in all."""
        before = policy.copy()
        last = len(policy) - 1
        for step, (move, legal) in enumerate(zip(best.line.moves, best.legal, strict=True)):
            weights = before[min(step, last), legal]
            chances = np.exp(weights - weights.max())
            policy[min(step, last), legal] -= self._nesting.learning * chances / chances.sum()
            policy[min(step, last), move] += self._nesting.learning


def _at_least(new: _Best | None, old: _Best | None) -> _Best | None:
    """The better of two, the new one where they are alike."""
    if new is None or old is None:
        return new or old
    return new if new.line.goal >= old.line.goal else old
