"""Matrix games by the simplex method (Dantzig 1951), on a condensed tableau: one column for each variable that is zero.

All programs here have the form: maximise c·y with A·y ≤ b, y ≥ 0, and b ≥ 0, so that y = 0 is where one can start. A
tableau of m + 1 rows and n + 1 columns holds A, with b in the last column and -c in the last row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_kernel, bare_part

Numbers = NDArray[np.float64]
Labels = NDArray[np.int64]

OPTIMAL, UNBOUNDED, UNFINISHED = 0, 1, 2
"""How a program ended."""

SMALL = 1e-11
"""Coefficients of tableaus whose entries are about 1: what is smaller counts as zero."""

TINY = 1e-300
"""Differences that cannot be divided by."""

NONE = -1
"""In place of a row or column: there is none to take."""


@bare_kernel
def maximise(tableau: Numbers, basic: Labels, free: Labels, most: Whole) -> Whole:
    """Makes the tableau optimal, in at most so many steps, and tells how that ended.

    ``basic`` (m) and ``free`` (n) say which variable belongs to each row and column: y has the numbers from 0, the
    slack of row i has n + i. The steepest column is taken; after as many steps without progress as there are rows and
    columns, the first one (Bland 1977) until there is some, so that it cannot go round in circles.
    """
    rows, columns = len(basic), len(free)
    for i in range(rows):
        basic[i] = columns + i
    for j in range(columns):
        free[j] = j
    reached, idle = tableau[rows, columns], np.int64(0)
    column, row = np.int64(NONE), np.int64(NONE)
    for _ in range(most):
        careful = bool(idle > rows + columns)
        column = np.int64(_entering(tableau, free, careful))
        if column == NONE:
            return np.int64(OPTIMAL)
        row = np.int64(_leaving(tableau, basic, column, careful))
        if row == NONE:
            return np.int64(UNBOUNDED)
        _pivot(tableau, row, column)
        basic[row], free[column] = free[column], basic[row]
        idle = np.int64(0) if tableau[rows, columns] > reached + SMALL else idle + 1
        reached = max(reached, tableau[rows, columns])
    return np.int64(UNFINISHED)


@bare_part
def _entering(tableau: Numbers, free: Labels, careful: bool) -> Whole:
    """The column by which the objective grows fastest, or the first one if one is careful."""
    last, found, steepest = tableau.shape[0] - 1, np.int64(NONE), -SMALL
    for column in range(len(free)):
        slope = tableau[last, column]
        if slope < -SMALL and (found == NONE or (free[column] < free[found] if careful else slope < steepest)):
            found, steepest = np.int64(column), slope
    return found


@bare_part
def _leaving(tableau: Numbers, basic: Labels, column: Whole, careful: bool) -> Whole:
    """The row that allows the least; among equal ones that with the largest pivot, or the first if one is careful."""
    last, found, least = tableau.shape[1] - 1, np.int64(NONE), np.inf
    for row in range(len(basic)):
        pivot = tableau[row, column]
        if pivot <= SMALL:
            continue
        ratio = max(0.0, tableau[row, last]) / pivot
        if ratio < least - SMALL:
            found, least = np.int64(row), ratio
        elif ratio <= least + SMALL and found != NONE:
            better = basic[row] < basic[found] if careful else pivot > tableau[found, column]
            if better:
                found, least = np.int64(row), min(least, ratio)
    return found


@bare_part
def _pivot(tableau: Numbers, row: Whole, column: Whole) -> None:
    """Exchanges the variables of a row and a column."""
    inverse = 1.0 / tableau[row, column]
    for other in range(tableau.shape[1]):
        tableau[row, other] *= inverse
    tableau[row, column] = inverse
    for line in range(tableau.shape[0]):
        if line == row or tableau[line, column] == 0.0:
            continue
        factor = tableau[line, column]
        tableau[line, column] = 0.0
        for other in range(tableau.shape[1]):
            tableau[line, other] -= factor * tableau[row, other]


@bare_kernel
def equilibrium(
    matrix: Numbers, tableau: Numbers, basic: Labels, free: Labels, row: Numbers, column: Numbers, bounds: Numbers
) -> Whole:
    """Solves the game in which the row player gets an entry of the matrix and the column player pays it.

    Writes mixed strategies into ``row`` and ``column``, and into ``bounds`` what each makes sure of against any answer:
    the value of the game lies between. With entries brought to the range from 1 to 2, the column player's y of the
    largest sum with A·y ≤ 1 is its best strategy divided by the value (Gale, Kuhn and Tucker 1951); the row player's is
    in the last line of the optimal tableau.
    """
    rows, columns = matrix.shape
    lowest, highest = matrix[0, 0], matrix[0, 0]
    for i in range(rows):
        for j in range(columns):
            lowest, highest = min(lowest, matrix[i, j]), max(highest, matrix[i, j])
    # Halves, for the difference of two large numbers may be too large.
    half = 0.5 * highest - 0.5 * lowest
    scale = 1.0 / half if half > TINY else 0.0
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = 1.0 + (0.5 * matrix[i, j] - 0.5 * lowest) * scale
        tableau[i, columns] = 1.0
    for j in range(columns):
        tableau[rows, j] = -1.0
    tableau[rows, columns] = 0.0
    status = maximise(tableau, basic, free, 50 * (rows + columns))
    _read_strategies(tableau, basic, free, row, column)
    bounds[0], bounds[1] = guaranteed(matrix, row), conceded(matrix, column)
    return status


@bare_part
def _read_strategies(tableau: Numbers, basic: Labels, free: Labels, row: Numbers, column: Numbers) -> None:
    rows, columns = len(basic), len(free)
    row[:] = 0.0
    column[:] = 0.0
    for i in range(rows):
        if basic[i] < columns:
            column[basic[i]] = max(0.0, tableau[i, columns])
    for j in range(columns):
        if free[j] >= columns:
            row[free[j] - columns] = max(0.0, tableau[rows, j])
    _to_sum_one(row)
    _to_sum_one(column)


@bare_part
def _to_sum_one(strategy: Numbers) -> None:
    total = 0.0
    for place in range(len(strategy)):
        total += strategy[place]
    for place in range(len(strategy)):
        strategy[place] = strategy[place] / total if total > 0.0 else 1.0 / len(strategy)


@bare_kernel
def guaranteed(matrix: Numbers, row: Numbers) -> float:
    """What a strategy of the row player gets against the best answer."""
    least = np.inf
    for j in range(matrix.shape[1]):
        total = 0.0
        for i in range(matrix.shape[0]):
            total += row[i] * matrix[i, j]
        least = min(least, total)
    return least


@bare_kernel
def conceded(matrix: Numbers, column: Numbers) -> float:
    """What a strategy of the column player pays against the best answer."""
    most = -np.inf
    for i in range(matrix.shape[0]):
        total = 0.0
        for j in range(matrix.shape[1]):
            total += matrix[i, j] * column[j]
        most = max(most, total)
    return most


@bare_kernel
def highest_dominated(
    others: Numbers, row: Numbers, place: Whole, tableau: Numbers, basic: Labels, free: Labels, mixture: Numbers
) -> Whole:
    """Finds the mixture of rows that gives most at a place while it gives at least as much as ``row`` elsewhere.

    The entries of ``others`` must be positive: then a part of a mixture gives less than the whole of it at the place,
    and x may be anything with a sum of at most 1: x = 0 is where one can start, and where it stays if nothing mixed
    gives enough. Writes the mixture, or zeros; its sum is 1 or 0 but for rounding.
    """
    count, columns = others.shape
    line = np.int64(0)
    for j in range(columns):
        if j != place:
            for i in range(count):
                tableau[line, i] = row[j] - others[i, j]
            tableau[line, count] = 0.0
            line += 1
    for i in range(count):
        tableau[line, i] = 1.0
        tableau[line + 1, i] = -others[i, place]
    tableau[line, count], tableau[line + 1, count] = 1.0, 0.0
    status = maximise(tableau, basic, free, 50 * (count + columns))
    mixture[:] = 0.0
    for i in range(columns):
        if basic[i] < count:
            mixture[basic[i]] = max(0.0, tableau[i, count])
    return status
