"""A small game of two roles solved once and for all: an equilibrium of every position, from the ends back to the start.

The work is done in slices, whenever somebody has time for it, and is never begun again: first all positions are made,
layer by layer, then each is solved as a matrix game of those that follow it. Where there are too many positions it is
given up.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.matrix.game import Equilibrium, Strategy, solve
from ludens.search.matrix.mistakes import gaining
from ludens.search.minimax.layers import Layer, OutOfTimeError, Step, first_layer, next_layer

MOST_POSITIONS = 100_000
MOST_JOINT = 2_000_000
"""Joint moves of all positions together."""

MOST_TRIES = 4
"""Slices in a row that may end without a new layer."""

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """Both roles' moves by number, what each pair is worth to the first role (a goal), and the equilibrium."""

    moves: tuple[NDArray[np.int64], NDArray[np.int64]]
    matrix: Values
    found: Equilibrium
    scale: float
    """The difference between the highest and the lowest goal."""

    def gaining(self, role: int) -> Strategy:
        """A role's strategy that is as good as an equilibrium, and gains most from the other one's mistakes."""
        if role == 0:
            return gaining(self.matrix, self.found, self.scale)
        swapped = Equilibrium(-self.found.value, self.found.column, self.found.row, self.found.gap)
        return gaining(-self.matrix.T, swapped, self.scale)


class WholeGame:
    """All positions of a game whose goals have a constant sum."""

    def __init__(self, engine: BatchEngine) -> None:
        self.engine = engine
        self.given_up = len(engine.roles) != 2
        self.total = 0
        """What the goals of both roles add up to, once all positions have been made."""
        self.scale = 100.0
        """The difference between the highest and the lowest goal, from then on."""
        self._layers: list[Layer] = []
        self._steps: list[Step] = []
        self._values: list[Values] = []
        self._places: dict[bytes, tuple[int, int]] = {}
        self._next, self._at = 0, 0
        self._tries, self._joint = 0, 0
        self._lock = threading.Lock()

    @property
    def positions(self) -> int:
        return sum(map(len, self._layers))

    def work(self, until: float) -> None:
        """Goes on until a moment of ``perf_counter``; returns at once if somebody else is at it."""
        if self.given_up or not self._lock.acquire(blocking=False):
            return
        try:
            if self._make_layers(until):
                self._solve_layers(until)
        except OutOfTimeError:
            self._tries += 1
            self.given_up = self._tries >= MOST_TRIES
        finally:
            self._lock.release()
        if self.given_up:
            self._layers, self._steps, self._values = [], [], []

    def solved(self, row: Rows) -> SolvedPosition | None:
        """What is known of a position, given as one row; None if it has not been solved."""
        found = self._places.get(row.tobytes())
        if found is None:
            return None
        number, at = found
        step = self._steps[number]
        first, (upper, lower) = int(step.firsts[at]), step.counts[at]
        moves = step.joint[first : first + upper * lower : lower, 0], step.joint[first : first + lower, 1]
        matrix = self._matrix(number, at)
        return SolvedPosition(moves, matrix, solve(matrix), self.scale)

    def _make_layers(self, until: float) -> bool:
        """Whether all positions have been made."""
        if not self._layers:
            self._layers.append(first_layer(self.engine, self.engine.initial()))
        while not self._layers[-1].over.all():
            left = MOST_JOINT - self._joint
            step, layer = next_layer(self.engine, self._layers[-1], 0, until, left)
            self._joint += len(step.joint)
            self._steps.append(step)
            self._layers.append(layer)
            self._tries = 0
            if self.positions > MOST_POSITIONS or self._joint >= MOST_JOINT:
                self.given_up = True
                return False
        if not self._values:
            sums = {int(total) for layer in self._layers for total in layer.goals[layer.over].sum(axis=1)}
            self.given_up, self.total = len(sums) != 1, max(sums)
            goals = np.concatenate([layer.goals[layer.over, 0] for layer in self._layers])
            self.scale = float(max(1, goals.max() - goals.min()))
            self._values = [layer.goals[:, 0].astype(np.float64) for layer in self._layers]
            self._next = len(self._steps) - 1
        return not self.given_up

    def _solve_layers(self, until: float) -> None:
        """Solves positions, the last ones first; what is known is told as soon as a layer is done."""
        while self._next >= 0:
            number = self._next
            step, known = self._steps[number], self._values[number]
            while self._at < len(step.open):
                if time.perf_counter() >= until:
                    return
                known[step.open[self._at]] = solve(self._matrix(number, self._at)).value
                self._at += 1
            rows = self._layers[number].rows
            self._places.update({rows[place].tobytes(): (number, at) for at, place in enumerate(step.open)})
            self._next, self._at = number - 1, 0

    def _matrix(self, number: int, at: int) -> Values:
        step = self._steps[number]
        children = step.children[step.firsts[at] : step.firsts[at + 1]]
        return np.asarray(self._values[number + 1][children].reshape(tuple(step.counts[at])))
