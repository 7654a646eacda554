"""Odd, valued by weights that are learnt: what El Bouhali 2013, section 4, leaves for the future.

The document asks for a set of features and function approximation. The features here are the ideas of its section 2.5
in several strengths: whether the clusters are odd in number, if they are counted in one way or another, each also times
how full the board is. The weights are fitted by ridge regression to the results of random games from positions of
random games. ``explained`` is R² on positions of other games. ``WeightedParities`` has the quick ones of the features,
with weights that were learnt by temporal differences from play.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.games.hexagon.cells import CELLS
from ludens.games.odd.clusters import clusters_with_empty_cells, merged_clusters, small_clusters
from ludens.games.odd.rules import Odd
from ludens.games.odd.weights import TD_WEIGHTS
from ludens.search.evaluations.features import BENDING
from ludens.search.evaluations.ridge import Line, Matrix, Ridge, explained
from ludens.search.evaluations.sample import valued_sample
from ludens.search.evaluations.static import MARGIN, UNFINISHED, Values

SAMPLES, PLAYOUTS, SEED = 2_048, 64, 0
SHARES = (3, 1)
PENALTY = 10.0

SIZES, THRESHOLDS = (3, 4, 5), (1, 2, 3)
"""The smallest clusters that count, and the disjoint paths from which on clusters are merged."""

Counts = tuple[tuple[Callable[..., None], int | None], ...]

QUICK: Counts = (*((small_clusters, size) for size in SIZES), (clusters_with_empty_cells, None))
"""Ways to count clusters that take less than a microsecond; to merge them takes a hundred times as long."""

COUNTS: Counts = (*QUICK, *((merged_clusters, threshold) for threshold in THRESHOLDS))
"""All ways to count clusters before the board is full."""


@dataclass(frozen=True, slots=True, eq=False)
class LearntOdd:
    """A weighted sum of features. ``explained``: R² on positions of games to which it was not fitted."""

    line: Line
    explained: float
    counts: Counts = COUNTS
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        first = BENDING(self.line(features(rows, self.counts)))
        return np.concatenate([first, 1 - first], axis=1)


def features(rows: Rows, counts: Counts = COUNTS) -> Matrix:
    """The parities, 1 where clusters are odd in number and -1 where not, also times powers of how full the board is."""
    full = np.bitwise_count(rows[:, :2]).sum(axis=1)[:, None] / CELLS
    odd = np.stack([_parity(rows, count, number) for count, number in counts], axis=1)
    return np.concatenate([odd, odd * full, odd * full**4, full], axis=1)


def _parity(rows: Rows, count: Callable[..., None], number: int | None) -> Matrix:
    found = np.zeros(len(rows), dtype=np.int64)
    count(rows, *(() if number is None else (number,)), found)
    return np.where(found % 2 == 1, 1.0, -1.0)


@dataclass(frozen=True, slots=True)
class WeightedParities:
    """The features that are quick to count, with weights and an intercept, bent by the hyperbolic tangent."""

    weights: tuple[float, ...] = TD_WEIGHTS
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        total = features(rows, QUICK) @ np.array(self.weights[:-1]) + self.weights[-1]
        first = UNFINISHED + (UNFINISHED - MARGIN) * np.tanh(total)
        return np.stack([first, 1 - first], axis=1)


@functools.cache
def learnt_odd(
    samples: int = SAMPLES, playouts: int = PLAYOUTS, seed: int = SEED, counts: Counts = COUNTS
) -> LearntOdd:
    """The weights, learnt once in a process; about two seconds."""
    game = Odd()
    fitted, judged = valued_sample(game, samples, playouts, seed).parts(SHARES)
    columns = features(fitted.positions.rows, counts)
    line = Ridge(columns, fitted.values[:, :1], np.eye(columns.shape[1])).line(PENALTY)
    found = explained(line(features(judged.positions.rows, counts)), judged.values[:, :1])
    return LearntOdd(line, found, counts)
