"""Moves that need not be looked at, because others are at least as good whatever the opponent does.

Entries of the matrix need not be known: a row goes if even the least that a mixture of other rows can be worth is, in
every column, as much as the most that the row can be worth (Saffidine, Finnsson and Buro 2012; the inequality as in the
document by Yu and Krishnan). Without such rows the value of the game is the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.search.matrix.game import Matrix, Strategy, by_simplex
from ludens.search.matrix.simplex import OPTIMAL, highest_dominated

ROUNDING = 1e-12
"""By how much, as a part of the largest difference, a mixture may fall short."""


def dominating(least: Matrix, most: Strategy) -> Strategy | None:
    """A mixture of rows, worth ``least``, that is as good in each column as a row that is worth ``most``; or None.

    ``least``: (other rows, columns). ``most``: (columns). Single rows are looked at first. Otherwise there is such a
    mixture if the game of the differences is worth at least nothing.
    """
    if not len(least):
        return None
    differences = np.ascontiguousarray(least - most, dtype=np.float64)
    single = (differences >= 0).all(axis=1)
    if single.any():
        return np.asarray(np.eye(len(least))[int(single.argmax())])
    if (differences.max(axis=0) < 0).any():
        return None
    mixture = by_simplex(differences).row
    enough = (mixture @ differences).min() >= -ROUNDING * np.abs(differences).max()
    return mixture if enough else None


def undominated(least: Matrix, most: Matrix) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows and columns that are left when dominated ones are taken away, one by one, until none is left to take.

    ``least`` and ``most``: between them lies what the column player pays the row player.
    """
    rows, columns = np.arange(least.shape[0]), np.arange(least.shape[1])
    while True:
        fewer_rows = _kept(least[np.ix_(rows, columns)], most[np.ix_(rows, columns)])
        rows_left = rows[fewer_rows]
        # To the column player, who pays, less is more.
        fewer_columns = _kept(-most[np.ix_(rows_left, columns)].T, -least[np.ix_(rows_left, columns)].T)
        if len(fewer_rows) == len(rows) and len(fewer_columns) == len(columns):
            return rows, columns
        rows, columns = rows_left, columns[fewer_columns]


def _kept(least: Matrix, most: Matrix) -> list[int]:
    """The rows that no mixture of those that are left dominates."""
    left = list(range(len(least)))
    for row in range(len(least)):
        others = [other for other in left if other != row]
        if dominating(least[others], most[row]) is not None:
            left = others
    return left


def highest_useless(least: Matrix, most: Strategy, place: int, lowest: float) -> float:
    """The highest value at a place of a row for which the row is dominated all the same, or ``lowest``.

    ``least``: what other rows are worth at least, (rows, columns), no entry below ``lowest``. ``most``: what the row
    is worth at most; the entry at the place does not matter.
    """
    count, columns = least.shape
    if count == 0 or (least.max(axis=0) < most)[np.arange(columns) != place].any():
        return lowest
    spread = max(float(least.max()), float(np.delete(most, place).max(initial=lowest))) - lowest
    if spread <= 0:
        return lowest
    others = 1.0 + (least - lowest) / spread
    row = 1.0 + (most - lowest) / spread
    mixture, labels = np.empty(count), (np.empty(columns, dtype=np.int64), np.empty(count, dtype=np.int64))
    status = highest_dominated(others, row, place, np.empty((columns + 1, count + 1)), *labels, mixture)
    total = mixture.sum()
    if status != OPTIMAL or total < 0.5:
        return lowest
    worth = mixture / total @ least
    short = np.delete(most - worth, place).max(initial=0.0)
    return float(worth[place]) if short <= ROUNDING * spread else lowest
