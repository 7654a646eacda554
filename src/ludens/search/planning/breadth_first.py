"""Breadth-first search layer by layer, each position once; where layers grow too wide, beam search.

A layer is what can be reached in so many moves and not in fewer. Of a layer that is wider than the beam those positions
stay that seem nearest to the goal, by the rules' own formula of it read as fuzzy logic or by another measure; the beam
is then widened, and the search begins again. Facts that seem to rest on time alone, such as a step counter, do not tell
positions apart in one search, where the earlier is taken to be as good, and do in the next, which may be a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows, pack_rows
from ludens.search.evaluations.goal_proximity import NO_THRESHOLD, TRUTH, fuzzy_formulas
from ludens.search.planning.line import ROLE, Line, better, played
from ludens.search.planning.relaxed import RelaxedDistance
from ludens.search.planning.seen import SeenPositions

CHILDREN, FEW_CHILDREN = 16_384, 4
"""Positions that are made at once, about; few where rules are not compiled."""

FIRST_BEAM, WIDER = 1 << 12, 8
MOST_BYTES = 512 << 20
"""Of the positions of one layer."""

MOST_GATES_AT_ONCE = 100_000_000
"""Of all positions that are looked at before somebody else has a turn: a fraction of a second."""

Worth = Callable[[Rows], NDArray[np.float64]]


@dataclass(slots=True)
class _Layer:
    """Positions, and how they came about: the place in the layer before, and the move."""

    rows: Rows
    parents: NDArray[np.int32]
    moves: NDArray[np.int32]


@dataclass(slots=True)
class BreadthFirst:
    """A search from one position. ``complete``: it has seen all that can be reached, and ``best`` is the best there is.

    ``positions``: how many were made. ``timed``: facts, by number, that seem to rest on time alone. ``worth``: which
    positions stay in a beam, ``beam`` of them at first.
    """

    engine: BatchEngine
    start: Rows
    random: np.random.Generator
    max_steps: int
    timed: list[int] = field(default_factory=list)
    worth: Worth | None = None
    beam: int = FIRST_BEAM
    complete: bool = False
    positions: int = 0
    best: Line | None = None
    _branching: float = 16.0

    def lines(self) -> Iterator[Line | None]:
        """Yields the best line so far again and again, until nothing is left to search."""
        beam = self.beam
        most = max(beam, MOST_BYTES // self.start.nbytes)
        left_out = [self.timed, []] if self.timed else [[]]
        while True:
            for facts in list(left_out):
                all_seen = yield from self._search(beam, facts)
                if all_seen:
                    left_out.remove(facts)
            if [] not in left_out:
                self.complete = True
                return
            if beam >= most:
                return
            beam = min(beam * WIDER, most)

    def _search(self, beam: int, left_out: list[int]) -> Generator[Line | None, None, bool]:
        """A search that keeps to a beam, with facts that do not tell positions apart; whether the beam was enough."""
        seen = SeenPositions(self._mask(left_out))
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
                for part in self._expand(layers, first, last, seen, children):
                    parts.append(part)
                    yield self.best
                first = last
            layer = _Layer(
                np.concatenate([part.rows for part in parts]),
                np.concatenate([part.parents for part in parts]),
                np.concatenate([part.moves for part in parts]),
            )
            layers[-1].rows = rows[:0]
            if len(layer.rows) > beam:
                layer, cut = (yield from self._best_of(layer, beam)), True
            layers.append(layer)
        return not cut and not len(layers[-1].rows)

    def _mask(self, left_out: list[int]) -> NDArray[np.uint64]:
        counts = np.ones((1, 64 * self.start.shape[1]), dtype=np.bool_)
        counts[0, left_out] = False
        return pack_rows(counts).reshape(-1)

    def _expand(
        self, layers: list[_Layer], first: int, last: int, seen: SeenPositions, children: int
    ) -> Iterator[_Layer]:
        """The new positions after all moves of some, so many at a time, and whatever ends there."""
        rows = layers[-1].rows[first:last]
        all_parents, all_moves = np.nonzero(self.engine.legal(rows)[ROLE])
        self._branching = max(1.0, len(all_moves) / len(rows))
        for begin in range(0, max(1, len(all_moves)), 2 * children):
            parents, moves = all_parents[begin : begin + 2 * children], all_moves[begin : begin + 2 * children]
            after, over, goals = self.engine.follow(rows[parents], moves[:, None])
            self.positions += len(after)
            if over.any():
                place = int(np.where(over, goals[:, ROLE], -1).argmax())
                self._reached(layers, first + int(parents[place]), int(moves[place]), int(goals[place, ROLE]))
            places = np.flatnonzero(~over)
            places = places[seen.add(after[places])] if len(places) else places
            yield _Layer(after[places], (first + parents[places]).astype(np.int32), moves[places].astype(np.int32))

    def _reached(self, layers: list[_Layer], place: int, move: int, goal: int) -> None:
        if goal < 0 or (self.best is not None and goal <= self.best.goal):
            return
        moves = [move]
        for layer in reversed(layers[1:]):
            moves.append(int(layer.moves[place]))
            place = int(layer.parents[place])
        self.best = better(self.best, played(self.engine, self.start, moves[::-1]))

    def _best_of(self, layer: _Layer, beam: int) -> Generator[Line | None, None, _Layer]:
        """The positions that seem nearest to the goal. Of large circuits, few are looked at in one turn."""
        circuit = self.engine.circuit
        if self.worth is None:
            self.worth = worth_of(circuit)
        together = max(1, MOST_GATES_AT_ONCE // (1 if circuit is None else max(1, circuit.gates)))
        parts = []
        for first in range(0, len(layer.rows), together):
            parts.append(self.worth(layer.rows[first : first + together]))
            yield self.best
        worth = np.concatenate(parts) + 1e-12 * self.random.random(len(layer.rows))
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


def relaxed_worth(circuit: Circuit, goal: int, longest: int) -> Worth:
    """The fewer steps to the goal by the relaxed rules the better; of equals the nearer by the formula of the goal."""
    distance, nearness = RelaxedDistance(circuit, goal, longest), worth_of(circuit)
    whole = 1.0 + sum(value for value, _ in circuit.goals[ROLE])
    return lambda rows: nearness(rows) / whole - distance(rows)
