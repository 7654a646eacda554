"""Breadth-first search layer by layer, each position once; where layers grow too wide, beam search.

A layer is what can be reached in so many moves and not in fewer. Facts that time alone decides, such as a step counter,
do not make a position another one: the earlier is taken to be as good. Of a layer that is wider than the beam those
positions stay that are nearest to the goal, by the rules' own formula of it read as fuzzy logic; the beam is then
widened, and the search begins again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows, pack_rows
from ludens.search.evaluations.goal_proximity import NO_THRESHOLD, TRUTH, fuzzy_formulas
from ludens.search.planning.line import ROLE, Line, better, played
from ludens.search.planning.seen import SeenPositions

CHILDREN, FEW_CHILDREN = 16_384, 16
"""Positions that are made at once, about; few where rules are not compiled."""

FIRST_BEAM, WIDER = 1 << 12, 8
MOST_BYTES = 512 << 20
"""Of the positions of one layer."""

Worth = Callable[[Rows], NDArray[np.float64]]


@dataclass(slots=True)
class _Layer:
    """Positions, and how they came about: the place in the layer before, and the move."""

    rows: Rows
    parents: NDArray[np.int32]
    moves: NDArray[np.int32]


@dataclass(slots=True)
class BreadthFirst:
    """A search from one position. ``complete``: it ended without leaving anything out but later copies of positions.

    ``positions``: how many were made. ``timed``: facts, by number, that do not tell positions apart.
    """

    engine: BatchEngine
    start: Rows
    random: np.random.Generator
    max_steps: int
    timed: list[int] = field(default_factory=list)
    complete: bool = False
    positions: int = 0
    best: Line | None = None
    _branching: float = 16.0

    def lines(self) -> Iterator[Line | None]:
        """Yields the best line so far again and again, until nothing is left to search."""
        beam = FIRST_BEAM
        most = max(FIRST_BEAM, MOST_BYTES // self.start.nbytes)
        while not self.complete:
            yield from self._search(beam)
            if beam >= most:
                return
            beam = min(beam * WIDER, most)

    def _search(self, beam: int) -> Iterator[Line | None]:
        seen = SeenPositions(self._mask())
        seen.add(self.start)
        nothing = np.zeros(1, dtype=np.int32)
        layers, cut = [_Layer(self.start, nothing, nothing)], False
        children = CHILDREN if self.engine.batch else FEW_CHILDREN
        while len(layers[-1].rows) and len(layers) <= self.max_steps:
            parts: list[_Layer] = []
            rows = layers[-1].rows
            first = 0
            while first < len(rows):
                last = first + max(1, int(children / self._branching))
                parts.append(self._expand(layers, first, last, seen))
                first = last
                yield self.best
            layer = _Layer(
                np.concatenate([part.rows for part in parts]),
                np.concatenate([part.parents for part in parts]),
                np.concatenate([part.moves for part in parts]),
            )
            layers[-1].rows = rows[:0]
            if len(layer.rows) > beam:
                layer, cut = self._best_of(layer, beam), True
            layers.append(layer)
        self.complete = not cut and not len(layers[-1].rows)

    def _mask(self) -> NDArray[np.uint64]:
        counts = np.ones((1, 64 * self.start.shape[1]), dtype=np.bool_)
        counts[0, self.timed] = False
        return pack_rows(counts).reshape(-1)

    def _expand(self, layers: list[_Layer], first: int, last: int, seen: SeenPositions) -> _Layer:
        """The new positions after all moves of some, and whatever ends there."""
        rows = layers[-1].rows[first:last]
        parents, moves = np.nonzero(self.engine.legal(rows)[ROLE])
        self._branching = max(1.0, len(moves) / len(rows))
        after, over, goals = self.engine.follow(rows[parents], moves[:, None])
        self.positions += len(after)
        if over.any():
            place = int(np.where(over, goals[:, ROLE], -1).argmax())
            self._reached(layers, first + int(parents[place]), int(moves[place]), int(goals[place, ROLE]))
        places = np.flatnonzero(~over)
        places = places[seen.add(after[places])] if len(places) else places
        return _Layer(after[places], (first + parents[places]).astype(np.int32), moves[places].astype(np.int32))

    def _reached(self, layers: list[_Layer], place: int, move: int, goal: int) -> None:
        if goal < 0 or (self.best is not None and goal <= self.best.goal):
            return
        moves = [move]
        for layer in reversed(layers[1:]):
            moves.append(int(layer.moves[place]))
            place = int(layer.parents[place])
        self.best = better(self.best, played(self.engine, self.start, moves[::-1]))

    def _best_of(self, layer: _Layer, beam: int) -> _Layer:
        worth = worth_of(self.engine.circuit)(layer.rows) + 1e-12 * self.random.random(len(layer.rows))
        kept = np.sort(np.argpartition(-worth, beam)[:beam])
        return _Layer(layer.rows[kept], layer.parents[kept], layer.moves[kept])


def worth_of(circuit: Circuit | None) -> Worth:
    """How near positions are to the goals, the higher ones counting for more; nothing is known without a circuit."""
    if circuit is None:
        return lambda rows: np.zeros(len(rows))
    listed = [(value, literal) for value, literal in circuit.goals[ROLE] if value > 0]
    if not listed:
        return lambda rows: np.zeros(len(rows))
    formulas = fuzzy_formulas(circuit, [literal for _, literal in listed], TRUTH, NO_THRESHOLD)
    values = np.array([value for value, _ in listed], dtype=np.float64)
    return lambda rows: formulas(rows).astype(np.float64) @ values
