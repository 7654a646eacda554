"""What moves do, as random games show it: which facts each changes, always the same or not, and what time does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import unpack_rows
from ludens.search.planning.rollouts import Rollouts

MOST_CELLS = 20_000_000
"""Facts that are compared at most, over all positions."""


@dataclass(frozen=True, slots=True)
class Effects:
    """The facts, by number, that each move makes true and false wherever it was made.

    ``steady``: the part of the moves that did the same every time. ``timed``: facts that changed at the same step in
    all games. ``clock``: for each number of moves made, those of them that were true.
    """

    adds: dict[int, list[int]]
    removes: dict[int, list[int]]
    steady: float
    timed: list[int]
    clock: list[list[int]]


def effects(engine: BatchEngine, done: Rollouts) -> Effects:
    """What rollouts of an engine with a circuit show; some move must have been made."""
    circuit = engine.circuit
    assert circuit is not None
    facts = len(circuit.fluents)
    moves, before, after, steps = _transitions(engine, done, facts)
    timed = _timed(before, after, steps)
    before[:, timed] = after[:, timed] = False
    changed = np.packbits(np.concatenate([after & ~before, before & ~after], axis=1), axis=1)
    different = np.unique(np.concatenate([moves[:, None].astype(np.uint64).view(np.uint8), changed], axis=1), axis=0)
    kinds = different[:, :8].copy().view(np.uint64)[:, 0]
    made, firsts, counts = np.unique(kinds, return_index=True, return_counts=True)
    bits = np.unpackbits(different[:, 8:], axis=1, count=2 * facts).astype(np.bool_)
    adds = {int(move): np.flatnonzero(bits[at, :facts]).tolist() for move, at in zip(made, firsts, strict=True)}
    removes = {int(move): np.flatnonzero(bits[at, facts:]).tolist() for move, at in zip(made, firsts, strict=True)}
    return Effects(adds, removes, float((counts == 1).mean()), timed.tolist(), _clock(engine, done, timed))


def _transitions(
    engine: BatchEngine, done: Rollouts, facts: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int64]]:
    """Moves with the facts before and after them, and their steps: of as many lanes as there is room for."""
    lanes = max(2, MOST_CELLS // (facts * max(1, int(done.lengths.max()))))
    moves, rows, after, steps = [], [], [], []
    for number, step in enumerate(done.steps):
        count = int(np.searchsorted(step.lanes, lanes))
        if not count:
            break
        moves.append(step.moves[:count])
        rows.append(step.rows[:count])
        after.append(engine.step(rows[-1], moves[-1][:, None]))
        steps.append(np.full(count, number))
    return (
        np.concatenate(moves),
        unpack_rows(np.concatenate(rows), facts),
        unpack_rows(np.concatenate(after), facts),
        np.concatenate(steps),
    )


def _timed(before: NDArray[np.bool_], after: NDArray[np.bool_], steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """Facts that change, and that are the same in all games after the same number of steps."""
    firsts = np.flatnonzero(np.diff(steps, prepend=-1))
    alike = np.logical_and.reduceat(after, firsts) == np.logical_or.reduceat(after, firsts)
    return np.flatnonzero(alike.all(axis=0) & (before != after).any(axis=0))


def _clock(engine: BatchEngine, done: Rollouts, timed: NDArray[np.int64]) -> list[list[int]]:
    """The timed facts that are true after 0, 1, 2, … moves, along the longest game."""
    circuit = engine.circuit
    assert circuit is not None
    line = done.line(int(done.lengths.argmax()))
    last = engine.step(line.rows[-1:], np.array([[line.moves[-1]]]))
    values = unpack_rows(np.concatenate([line.rows, last]), len(circuit.fluents))[:, timed]
    return [timed[row].tolist() for row in values]
