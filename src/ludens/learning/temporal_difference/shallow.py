"""Shallow searches of many positions at once that say which leaves a value comes from.

In turns, a value comes from one leaf, the end of the principal variation. Where both move at once, it is the mean of
the leaves of a matrix game under both sides' chances. How that value changes with the weights is the same mean of how
the leaves change: where the equilibrium is unique, a small change of the chances makes no difference to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.learning.temporal_difference.evaluation import signed
from ludens.learning.temporal_difference.updates import Array
from ludens.search.evaluations.static import Static
from ludens.search.matrix.game import solve

Moves = NDArray[np.int64]

TIES = 1e-9
"""Moves whose values differ by less are alike, and one of them is drawn."""

NEVER = 1e-9
"""Leaves of a smaller chance are left out."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found of positions, none of them over.

    ``values``: to the first role, from -1 to 1. ``moves``: of both roles, a line a position. ``leaves``: positions that
    the values come from, ``of`` which position, and with which ``chances``; a leaf may be ``over``.
    """

    values: Array
    moves: Moves
    leaves: Rows
    of: Moves
    chances: Array
    over: NDArray[np.bool_]


Search = Callable[[Rows, np.random.Generator], Found]


def worth(engine: BatchEngine, evaluation: Static, rows: Rows) -> tuple[Array, NDArray[np.bool_]]:
    """What positions are worth to the first role by the result or the evaluation, and which are over."""
    over, goals = engine.outcome(rows)
    values = goals[:, 0] / 50 - 1.0
    if not over.all():
        values[~over] = signed(evaluation, engine, rows[~over])
    return values, over


def in_turns(engine: BatchEngine, evaluation: Static, depth: int) -> Search:
    """Minimax to a depth of at least 1, for two roles who move in turns.

    Nothing is pruned, so that all positions are searched together; alpha-beta finds the same values and leaves.
    """

    def search(rows: Rows, random: np.random.Generator) -> Found:
        values, moves, leaves, over = _minimax(engine, evaluation, rows, depth, random)
        return Found(values, moves, leaves, np.arange(len(rows)), np.ones(len(rows)), over)

    return search


def _minimax(
    engine: BatchEngine, evaluation: Static, rows: Rows, depth: int, random: np.random.Generator
) -> tuple[Array, Moves, Rows, NDArray[np.bool_]]:
    """Values, best moves, and the leaf of each position with whether it is over."""
    legal = engine.legal(rows)
    mover = (legal[1].sum(axis=1) > legal[0].sum(axis=1)).astype(np.int64)
    # With one move each, either may count as the mover.
    parents, numbers = np.nonzero(np.where(mover[:, None] == 0, legal[0], legal[1]))
    joint = np.stack([table.argmax(axis=1) for table in legal], axis=1)[parents]
    joint[np.arange(len(joint)), mover[parents]] = numbers
    leaves = engine.step(rows[parents], joint)
    values, over = worth(engine, evaluation, leaves)
    if depth > 1 and not over.all():
        going = np.flatnonzero(~over)
        values[going], _, leaves[going], over[going] = _minimax(engine, evaluation, leaves[going], depth - 1, random)
    gains = (1 - 2 * mover)[parents] * values + TIES * random.random(len(values))
    best = _best_places(gains, parents, len(rows))
    return values[best], joint[best], leaves[best], over[best]


def _best_places(gains: Array, parents: Moves, count: int) -> Moves:
    """The place of each parent's largest gain; parents ascend."""
    order = np.lexsort((gains, parents))
    return np.asarray(order[np.searchsorted(parents, np.arange(count), side="right") - 1])


def at_once(engine: BatchEngine, evaluation: Static, candidates: BatchEngine) -> Search:
    """One turn in which two roles move at once: an equilibrium of the moves that ``candidates`` calls legal."""

    def search(rows: Rows, random: np.random.Generator) -> Found:
        first, second = ([np.flatnonzero(line) for line in table] for table in candidates.legal(rows))
        sizes = [len(one) * len(other) for one, other in zip(first, second, strict=True)]
        joint = np.stack(
            [
                np.concatenate([np.repeat(one, len(other)) for one, other in zip(first, second, strict=True)]),
                np.concatenate([np.tile(other, len(one)) for one, other in zip(first, second, strict=True)]),
            ],
            axis=1,
        )
        of = np.repeat(np.arange(len(rows)), sizes)
        leaves = engine.step(rows[of], joint)
        worths, over = worth(engine, evaluation, leaves)
        values, chances = np.empty(len(rows)), np.empty(len(joint))
        moves, begin = np.empty((len(rows), 2), dtype=np.int64), 0
        for number, size in enumerate(sizes):
            matrix = worths[begin : begin + size].reshape(len(first[number]), -1)
            found = solve(matrix)
            values[number] = found.value
            chances[begin : begin + size] = np.outer(found.row, found.column).ravel()
            moves[number] = _drawn(random, first[number], found.row), _drawn(random, second[number], found.column)
            begin += size
        kept = chances > NEVER
        return Found(values, moves, leaves[kept], of[kept], chances[kept], over[kept])

    return search


def _drawn(random: np.random.Generator, moves: Moves, chances: Array) -> int:
    place = int(np.searchsorted(np.cumsum(chances), random.random() * chances.sum(), side="right"))
    return int(moves[min(place, len(moves) - 1)])
