"""Intervals without a model: the bootstrap (Efron 1979), for statistics whose error nobody has worked out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ludens.arena.statistics import CONFIDENCE, Interval


def bootstrap_interval(
    values: Sequence[float],
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    *,
    resamples: int = 2_000,
    seed: int = 0,
    confidence: float = CONFIDENCE,
) -> Interval:
    """The interval of a statistic by percentiles of its values on samples drawn from the values with replacement.

    ``statistic`` takes (samples, values) and returns (samples,). Values must be independent: of games in pairs, give
    the pairs. Raises ValueError when there are no values.
    """
    if not len(values):
        raise ValueError("a bootstrap needs at least one value")
    given = np.asarray(values, dtype=np.float64)
    drawn = np.random.default_rng(seed).integers(len(given), size=(resamples, len(given)))
    low, high = np.quantile(statistic(given[drawn]), [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(low), float(high))
