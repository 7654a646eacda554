"""Moves that have been good on average: Move-Average Sampling (Finnsson and Björnsson 2008), in three forms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.preference import Preference, preferred
from ludens.search.playouts.preferences.guide import Floats, MoveMeans, Watched, epsilon_greedy, in_proportion

BEST_PART = 0.75
"""Moves above this quantile of the averages are the best."""

FEWEST = 4
"""Games that one of the best must have been made in."""


class Averages:
    """What the three forms share."""

    learns = True

    def __init__(self, moves: list[int]) -> None:
        self.means = MoveMeans(moves)
        self.roles = range(len(moves))
        self.known = False

    def learn(self, watched: Watched) -> None:
        self.means.learn(watched)
        self.known = True


class Mast(Averages):
    """With ``epsilon`` any move, otherwise one of the best average."""

    def __init__(self, moves: list[int], epsilon: float = 0.4) -> None:
        super().__init__(moves)
        self.epsilon = epsilon

    def preference(self) -> Preference | None:
        if not self.known:
            return None
        return Preference(tuple(epsilon_greedy(self.means.means(role), self.epsilon) for role in self.roles))


class Softmax(Averages):
    """Moves in proportion to exp(average / ``temperature``), the Gibbs distribution, with weights in powers of two."""

    def __init__(self, moves: list[int], temperature: float = 0.1) -> None:
        super().__init__(moves)
        self.temperature = temperature

    def preference(self) -> Preference | None:
        if not self.known:
            return None
        return Preference(tuple(in_proportion(np.exp(self._scaled(role))) for role in self.roles))

    def _scaled(self, role: int) -> Floats:
        means = self.means.means(role)
        return np.asarray((means - means.max()) / self.temperature)


class History(Averages):
    """The first-order history heuristic: a move is as likely as it has been frequent in games that were won."""

    def preference(self) -> Preference | None:
        return (
            Preference(tuple(in_proportion(1 + self.means.sums[role]) for role in self.roles)) if self.known else None
        )


class BestQuarter(Averages):
    """One of the best quarter of the moves, if there is one, three times in four."""

    def preference(self) -> Preference | None:
        return preferred([self._best(role) for role in self.roles]) if self.known else None

    def _best(self, role: int) -> NDArray[np.bool_]:
        known, means = self.means.visits[role] > FEWEST, self.means.means(role)
        return np.asarray(known & (means > np.quantile(means[known], BEST_PART))) if known.any() else known
