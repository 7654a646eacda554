"""Means of playouts with their intervals, by place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.playouts import Playouts
from ludens.search.playouts.statistics import DEVIATIONS

Floats = NDArray[np.float64]

LARGEST_DEVIATION = 50.0
"""The standard deviation of goals that are 0 and 100 equally often: no distribution of goals has more."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What is known of each move: playouts, and the expected goal ± its margin; NaN where it is not known."""

    visits: NDArray[np.int64]
    values: Floats
    margins: Floats


class Tally:
    """For each of several places: the number of finished playouts, and the sums of one role's goals and squares."""

    def __init__(self, places: int) -> None:
        self.visits = np.zeros(places, dtype=np.int64)
        self.sums = np.zeros(places)
        self.squares = np.zeros(places)

    def add(self, found: Playouts, role: int, places: NDArray[np.int64]) -> None:
        """Adds playouts, whose rows belong to these places; places may repeat."""
        values = np.array(found.values[role], dtype=np.float64)
        reached = found.reached[role]
        np.add.at(self.visits, places, reached.sum(axis=1))
        np.add.at(self.sums, places, reached @ values)
        np.add.at(self.squares, places, reached @ values**2)

    def add_games(self, goals: NDArray[np.int64], counted: NDArray[np.bool_], places: NDArray[np.int64]) -> None:
        """Adds single games, shape (rows, games), as far as they are counted."""
        kept = np.where(counted, goals, 0)
        np.add.at(self.visits, places, counted.sum(axis=1))
        np.add.at(self.sums, places, kept.sum(axis=1))
        np.add.at(self.squares, places, (kept**2).sum(axis=1))

    def merge(self, other: Tally) -> None:
        """Adds what another tally of the same places has counted."""
        self.visits += other.visits
        self.sums += other.sums
        self.squares += other.squares

    @property
    def figures(self) -> Figures:
        """Everything as it stands now."""
        return Figures(self.visits.copy(), self.means, self.margins)

    @property
    def means(self) -> Floats:
        """The mean goals; NaN where nothing was finished."""
        return np.asarray(np.divide(self.sums, self.visits, out=np.full(len(self.sums), np.nan), where=self.visits > 0))

    @property
    def margins(self) -> Floats:
        """Half of the 95 % intervals of the means; NaN where nothing was finished.

        One playout more, with the largest deviation, is counted into the variance, so that a few playouts that
        happen to agree do not pass for certainty.
        """
        means = np.nan_to_num(self.means)
        spread = np.maximum(0.0, self.squares - self.visits * means**2) + LARGEST_DEVIATION**2
        known = self.visits > 0
        variance = np.divide(spread, self.visits + 1.0, out=np.full(len(self.sums), np.nan), where=known)
        return np.asarray(DEVIATIONS * np.sqrt(variance / np.maximum(1, self.visits)))
