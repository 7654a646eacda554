"""A bandit over combinations of a few values, which knows that combinations have values in common.

The n-tuple bandit (Kunanusont, Gaina, Liu, Perez-Liebana and Lucas 2017): what is known of a combination is what is
known of each of its values and of each two of them. Its score is the mean of their upper confidence bounds, so that a
combination that was never tried is judged by its parts. Combinations are few enough to be looked at one by one, where
NTBEA has evolution look for the best.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

UNTRIED = 0.5
"""What is added to the number of trials (ε), so that the bound of what was never tried is finite."""


class NTupleBandit:
    """Chooses among combinations, given by the numbers of values of each parameter; the first is the usual one.

    Rewards may be of any size: bounds are as wide as rewards differ.
    """

    def __init__(self, sizes: Sequence[int], width: float = 1.0) -> None:
        """``sizes``: how many values each parameter has. ``width``: of the bounds, in standard deviations."""
        self.combinations: list[tuple[int, ...]] = list(itertools.product(*(range(size) for size in sizes)))
        self._width = width
        listed = np.array(self.combinations, dtype=np.int64).reshape(len(self.combinations), len(sizes))
        tuples = [(one,) for one in range(len(sizes))] + list(itertools.combinations(range(len(sizes)), 2))
        columns, first = [], 0
        for places in tuples:
            shape = tuple(sizes[place] for place in places)
            columns.append(first + np.ravel_multi_index(tuple(listed[:, place] for place in places), shape))
            first += math.prod(shape)
        self._parts: NDArray[np.intp] = np.stack(columns, axis=1)
        self._trials, self._sums = np.zeros(first), np.zeros(first)
        self._all, self._sum, self._squares = 0.0, 0.0, 0.0

    def choose(self) -> int:
        """The number of the combination with the best score; of equal ones the first."""
        scores = (self._means() + self._width * self._deviation() * self._bounds())[self._parts].mean(axis=1)
        return int(np.argmax(np.round(scores, 12)))  # sums in another order must not decide

    def reward(self, combination: int, value: float) -> None:
        """Enters what a trial of a combination brought."""
        parts = self._parts[combination]
        self._trials[parts] += 1
        self._sums[parts] += value
        self._all, self._sum, self._squares = self._all + 1, self._sum + value, self._squares + value * value

    def forget(self, part: float) -> None:
        """Has all trials so far count for so much less, from 0 to 1: the best of them may be another by now."""
        self._trials *= 1 - part
        self._sums *= 1 - part
        self._all, self._sum, self._squares = (kept * (1 - part) for kept in (self._all, self._sum, self._squares))

    def _means(self) -> NDArray[np.float64]:
        """Of what was never tried it is the mean of all."""
        mean = self._sum / self._all if self._all else 0.0
        tried = self._trials > 0
        return np.where(tried, self._sums / np.where(tried, self._trials, 1.0), mean)

    def _bounds(self) -> NDArray[np.float64]:
        return np.asarray(np.sqrt(math.log(1 + self._all) / (self._trials + UNTRIED)))

    def _deviation(self) -> float:
        """Of rewards; 1 while they do not differ."""
        if not self._all:
            return 1.0
        variance = self._squares / self._all - (self._sum / self._all) ** 2
        return math.sqrt(variance) if variance > 1e-12 else 1.0
