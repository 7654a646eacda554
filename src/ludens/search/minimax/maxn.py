"""Max^n to a growing depth, with every position of a layer valued once.

Nothing can be pruned safely when goals need not add up, so all positions are made, layer by layer, and valued from the
last layer back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.game import JointMove, MoveReport
from ludens.search.evaluations.static import Static
from ludens.search.minimax.graph import NO_PLACE, WORTH
from ludens.search.minimax.layers import Layer, OutOfTimeError, Step, first_layer, next_layer
from ludens.search.minimax.maxn_values import choose_all

MOST_JOINT_MOVES = 4_000_000
"""Of one layer: memory for more is not taken."""

Values = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Deepened:
    """What a search to some depth found: the values of the role's moves, best first, and the line that is expected.

    ``certain``: nothing lies beyond the depth. ``positions``: joint moves made so far.
    """

    depth: int
    moves: tuple[MoveReport, ...]
    line: tuple[JointMove, ...]
    certain: bool
    positions: int


class MaxN:
    """A search for one role, which in every turn chooses first, before the others in their order."""

    def __init__(self, engine: BatchEngine, role: int, evaluation: Static) -> None:
        self.engine, self.role, self.evaluation = engine, role, evaluation
        self.playouts = 0

    def deepen(self, position: Rows, until: float, left: float, most: int) -> Iterator[Deepened]:
        """Searches 1, 2, … ``most`` joint moves deep from a position that is not over.

        It ends at a moment of ``perf_counter``, when ``left`` positions (or playouts, where the evaluation makes them)
        are spent, or when there is nothing left to search.
        """
        layers, steps = [first_layer(self.engine, position)], list[Step]()
        made = 0
        while len(steps) < most and not layers[-1].over.all():
            room = int(min(MOST_JOINT_MOVES, left - made))
            try:
                step, layer = next_layer(self.engine, layers[-1], self.role, until, room)
            except OutOfTimeError:
                return
            made += len(step.children)
            cost = self.evaluation.cost * int((~layer.over).sum())
            if made > left or (self.evaluation.cost and self.playouts + cost > left):
                return
            steps.append(step)
            layers.append(layer)
            self.playouts += cost
            yield self._found(layers, steps, made)

    def _found(self, layers: list[Layer], steps: list[Step], made: int) -> Deepened:
        last = layers[-1]
        values = self._values(last)
        chosen: list[NDArray[np.int64]] = []
        below = values
        for layer, step in zip(reversed(layers[:-1]), reversed(steps), strict=True):
            below = values
            values, best = self._back_up(layer, step, below)
            chosen.append(best)
        chosen.reverse()
        line = self._line(steps, chosen)
        return Deepened(len(steps), self._reports(steps[0], below, line), line, bool(last.over.all()), made)

    def _values(self, layer: Layer) -> Values:
        """What the positions of the last layer are worth to each role."""
        values = np.maximum(layer.goals, 0).astype(np.int32) * (WORTH // 100)
        opened = np.flatnonzero(~layer.over)
        if len(opened):
            values[opened] = np.rint(self.evaluation(self.engine, layer.rows[opened]) * WORTH).astype(np.int32)
        return values

    def _back_up(self, layer: Layer, step: Step, below: Values) -> tuple[Values, NDArray[np.int64]]:
        """The values of a layer, given those of the next, and the best joint move of each position that is open."""
        values = np.maximum(layer.goals, 0).astype(np.int32) * (WORTH // 100)
        found = np.zeros((len(step.open), values.shape[1]), dtype=np.int32)
        best = np.zeros(len(step.open), dtype=np.int64)
        room = np.zeros(int(np.diff(step.firsts).max(initial=1)), dtype=np.int64)
        choose_all(step.counts, step.firsts, self.role, step.children, below, found, best, room)
        values[step.open] = found
        return values, best

    def _line(self, steps: list[Step], chosen: list[NDArray[np.int64]]) -> tuple[JointMove, ...]:
        line, position = [], 0
        for step, best in zip(steps, chosen, strict=True):
            place = np.flatnonzero(step.open == position)
            if not len(place) or best[place[0]] == NO_PLACE:
                break
            at = int(step.firsts[place[0]] + best[place[0]])
            line.append(tuple(self.engine.moves(r)[int(move)] for r, move in enumerate(step.joint[at])))
            position = int(step.children[at])
        return tuple(line)

    def _reports(self, step: Step, below: Values, line: tuple[JointMove, ...]) -> tuple[MoveReport, ...]:
        """The value of each of the role's moves at the root: what the others' answers leave of it."""
        names, moves = self.engine.moves(self.role), step.joint[:, self.role]
        found = []
        for number in np.unique(moves):
            places = np.flatnonzero(moves == number)
            counts = step.counts.copy()
            counts[0, self.role] = 1
            values, best = np.zeros((1, below.shape[1]), dtype=np.int32), np.zeros(1, dtype=np.int64)
            room, firsts = np.zeros(len(places), dtype=np.int64), np.array([0, len(places)])
            choose_all(counts, firsts, self.role, step.children[places], below, values, best, room)
            found.append(MoveReport(names[int(number)], value=float(values[0, self.role]) * 100 / WORTH))
        first = line[0][self.role]
        return tuple(sorted(found, key=lambda report: (report.move != first, -(report.value or 0.0))))
