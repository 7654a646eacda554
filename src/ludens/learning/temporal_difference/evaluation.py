"""An evaluation to learn: the hyperbolic tangent of a weighted sum of features."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.learning.temporal_difference.updates import Array
from ludens.search.evaluations.static import MARGIN, UNFINISHED, Static, Values

WIDEST = 1 - 2 * MARGIN
"""The largest value of a position that is not over; a win is worth 1."""

Features = Callable[[Rows], Array]
"""A line of features for each position, as the first of two roles sees it."""


@dataclass(frozen=True, slots=True, eq=False)
class TanhOfSum:
    """``WIDEST · tanh(weights · features)``, from -1 to 1 for the first role; the second has the opposite.

    As a ``Static`` it is what searches and agents take: the same from 0 to 1, for both roles.
    """

    features: Features
    weights: Array
    cost: int = 1
    constant: bool = False

    def __call__(self, engine: BatchEngine, rows: Rows) -> Values:
        first = UNFINISHED + UNFINISHED * self.values(self.features(rows))
        return np.stack([first, 1 - first], axis=1)

    def values(self, features: Array) -> Array:
        return np.asarray(WIDEST * np.tanh(features @ self.weights))

    def gradients(self, features: Array) -> Array:
        """How the values change with the weights, a line a position."""
        bent = np.tanh(features @ self.weights)
        return np.asarray(WIDEST * (1 - bent**2)[:, None] * features)


def signed(evaluation: Static, engine: BatchEngine, rows: Rows) -> Array:
    """What positions that are not over are worth to the first role, from -1 to 1."""
    return np.asarray(2 * evaluation(engine, rows)[:, 0] - 1)
