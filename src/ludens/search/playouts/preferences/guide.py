"""What guides have in common: what they learn from, and how values become levels and weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.engine.code.choice import FEW_MOVES, MOST_SHIFT
from ludens.engine.code.log import Histories
from ludens.engine.preference import Levels, Numbers, Preference, no_cases

Floats = NDArray[np.float64]

UNTRIED = 1.0
"""What a move counts as that nobody has made: the best there is, so that it is tried."""

MOST_VALUE_LEVELS = 16
"""Levels by value; up to so many moves each have one of their own."""


@dataclass(frozen=True, slots=True)
class Watched:
    """Games that were watched: for each role the games in which it made each move and the sums of its values, from 0 to
    1, in them; and, where the engine tells, the games step by step.
    """

    moves: tuple[tuple[Floats, Floats], ...]
    histories: Histories | None = None


class LaneGuide(Protocol):
    """Learns from games, and says what the next ones should prefer."""

    @property
    def learns(self) -> bool:
        """Whether it has any use for games."""

    def learn(self, watched: Watched) -> None: ...

    def preference(self) -> Preference | None:
        """What playouts prefer now; nothing as long as nothing is known."""


class MoveMeans:
    """How often each move was made and what it was worth; earlier games count less and less."""

    def __init__(self, moves: list[int], decay: float = 0.95) -> None:
        self.visits, self.sums = [np.zeros(n) for n in moves], [np.zeros(n) for n in moves]
        self._decay = decay

    def learn(self, watched: Watched) -> None:
        for role, (counts, sums) in enumerate(watched.moves):
            self.visits[role] = self._decay * self.visits[role] + counts
            self.sums[role] = self._decay * self.sums[role] + sums

    def means(self, role: int) -> Floats:
        """The mean value of each move of a role."""
        visits = self.visits[role]
        return np.asarray(np.divide(self.sums[role], visits, out=np.full(len(visits), UNTRIED), where=visits > 0))


def by_value(values: Floats, most: int = MOST_VALUE_LEVELS) -> tuple[Numbers, Floats]:
    """Levels by value, 0 for the best, and the lowest value of each: equal values are in one level, and where there are
    too many, so are neighbours, about as many in each.
    """
    found, places = np.unique(-values, return_inverse=True)
    ranks = np.arange(len(found)) if len(found) <= most else np.arange(len(found)) * most // len(found)
    lowest = np.full(int(ranks[-1]) + 1, np.inf)
    np.minimum.at(lowest, ranks, -found)
    return np.asarray(ranks[places]), lowest


def epsilon_greedy(
    values: Floats, epsilon: float, conditions: Numbers | None = None, case_values: Floats | None = None
) -> Levels:
    """With ``epsilon`` any move, otherwise one of the highest value.

    ``conditions``: rows of a move and two conditions, where both of which hold it has one of the ``case_values``.
    """
    if conditions is None or case_values is None:
        conditions, case_values = no_cases()[:, :3], np.zeros(0)
    levels, lowest = by_value(np.concatenate([values, case_values]))
    chances = np.concatenate([[epsilon], np.ones(len(lowest))])
    own, lifted = levels[: len(values)] + 1, levels[len(values) :] + 1
    useful = lifted < own[conditions[:, 0]]
    cases = np.concatenate([conditions, lifted[:, None]], axis=1)[useful]
    return Levels(chances, np.arange(len(chances)) == 0, own, cases)


def in_proportion(weights: Floats) -> Levels:
    """Moves in proportion to weights, rounded to powers of two, of which the lowest is 1/128 of the highest.

    Where moves are few only every other power is used.
    """
    shifts = np.log2(weights / weights.max()) + MOST_SHIFT
    step = 2 if len(weights) <= FEW_MOVES else 1
    rounded = MOST_SHIFT - step * np.rint((MOST_SHIFT - shifts) / step)
    lowest = MOST_SHIFT - MOST_SHIFT // step * step
    whole = np.clip(rounded, lowest, MOST_SHIFT).astype(np.int64)
    return Levels(np.zeros(0), np.zeros(0, dtype=np.bool_), np.full(len(weights), -1), weights=whole)
