"""Odd, valued as if the game ended now: El Bouhali 2013, 2.5.

An odd number of clusters favours the first role. How clusters are counted before the board is full is the idea of
each of the three; the paper's fourth is ``monte_carlo``. Two more, in ``learnt.py``, have weights for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.games.odd.clusters import clusters_with_empty_cells, merged_clusters, small_clusters
from ludens.games.odd.learnt import WeightedParities, learnt_odd
from ludens.search.evaluations.static import UNFINISHED, Static, Values

CONFIDENCE = 0.25
"""How far from even a position is valued: the count may change with every stone."""


@dataclass(frozen=True, slots=True)
class SmallClusters:
    """Clusters of at least ``smallest`` stones count, 3 or 4 instead of 5."""

    smallest: int = 4
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        found = np.zeros(len(rows), dtype=np.int64)
        small_clusters(rows, self.smallest, found)
        return parity_values(found)


@dataclass(frozen=True, slots=True)
class EmptyCells:
    """Empty cells belong to the clusters of both colours; a cluster has at least one stone."""

    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        found = np.zeros(len(rows), dtype=np.int64)
        clusters_with_empty_cells(rows, found)
        return parity_values(found)


@dataclass(frozen=True, slots=True)
class MergedClusters:
    """Clusters of a colour count as one where more than ``threshold`` disjoint paths could connect them."""

    threshold: int = 2
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        found = np.zeros(len(rows), dtype=np.int64)
        merged_clusters(rows, self.threshold, found)
        return parity_values(found)


def parity_values(clusters: NDArray[np.int64]) -> Values:
    """What numbers of clusters are worth to both roles."""
    first = UNFINISHED + np.where(clusters % 2 == 1, CONFIDENCE, -CONFIDENCE)
    return np.stack([first, 1 - first], axis=1)


EVALUATIONS: dict[str, Callable[[], Static]] = {
    "odd_small_clusters": SmallClusters,
    "odd_empty_cells": EmptyCells,
    "odd_merged_clusters": MergedClusters,
    "odd_learnt": learnt_odd,
    "odd_td": WeightedParities,
}
