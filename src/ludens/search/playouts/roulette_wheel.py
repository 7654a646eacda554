"""Roulette wheel selection (Tong 2013, Algorithm 1): a place is drawn with a chance in proportion to its score."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def percentages(scores: Floats) -> Floats:
    """Each score's part of the total; equal parts when all are 0. No score may be negative."""
    total = float(scores.sum())
    return scores / total if total > 0 else np.full(len(scores), 1.0 / len(scores))


def spin(scores: Floats, selector: float) -> int:
    """The first place at which the percentages so far add up to the selector, a number above 0 and at most 1."""
    accumulated = np.cumsum(percentages(scores))
    reached = np.flatnonzero(accumulated >= selector)
    # Rounding may leave the total a little below 1.
    return int(reached[0]) if len(reached) else int(np.flatnonzero(percentages(scores))[-1])


def above(scores: Floats, threshold: float) -> Floats:
    """The scores, with those below the threshold set to 0; unchanged if that would leave none."""
    kept = np.where(scores < threshold, 0.0, scores)
    return kept if kept.any() else scores
