"""Matrix games: two players choose at once, the first a row and the second a column, and the entry is what the second
pays the first. Every such game has a value that the first can be sure of on average and the second need not exceed, by
choosing with the right chances (von Neumann 1928).

Where a row and a column are best without chance, that is the answer. Otherwise a compiled simplex method finds the
chances, their best answers are looked at, and in the rare case that these gain something the matrix goes to HiGHS.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludens.game import LudensError, ParameterError
from ludens.search.matrix.simplex import TINY, conceded, equilibrium, guaranteed

Matrix = NDArray[np.float64]
Strategy = NDArray[np.float64]

ROUNDINGS = 16
"""Steps between neighbouring numbers by which a sum of products may be off."""

EXACTNESS = 1e-9
"""What best answers may gain, as a part of the difference between the highest and the lowest entry."""

WIDE = 1 << 18
"""Entries from which on a matrix is solved by its best answers, if one of its sides is short."""

NARROW = 64
"""A side that is short."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A value, and a mixed strategy of each player: chances of the rows, and of the columns.

    ``gap``: what the two together could gain by changing to their best answers; the true value lies within it.
    """

    value: float
    row: Strategy
    column: Strategy
    gap: float


class UnsolvedMatrixError(LudensError):
    """A matrix for which no equilibrium of the wanted exactness was found."""

    def __init__(self, matrix: Matrix, gap: float) -> None:
        super().__init__(f"No equilibrium was found of a matrix of shape {matrix.shape}: best answers gain {gap:g}.")


def solve(matrix: ArrayLike) -> Equilibrium:
    """An equilibrium of a matrix of finite numbers, exact to 1e-9 of the difference of its entries."""
    table = checked(matrix)
    place = saddle_point(table)
    if place is not None:
        return _pure(table, *place)
    if table.size >= WIDE and min(table.shape) <= NARROW:
        found = double_oracle(table.shape, lambda row: table[row], lambda column: table[:, column])
    else:
        found = by_simplex(table)
    return found if found.gap <= tolerated(table) else by_linear_programming(table)


def checked(matrix: ArrayLike) -> Matrix:
    """The matrix as an array; raises ParameterError when it is none, empty, or not of finite numbers."""
    try:
        table = np.ascontiguousarray(matrix, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError("A matrix of payoffs consists of numbers, with rows of equal length.") from None
    if table.ndim != 2 or not table.size:
        raise ParameterError(f"A matrix of payoffs needs rows and columns; this one has the shape {table.shape}.")
    if not np.isfinite(table).all():
        raise ParameterError("A matrix of payoffs consists of finite numbers.")
    return table


def tolerated(matrix: Matrix) -> float:
    """The gap that counts as none: a small part of the range, and never less than sums of such numbers can tell."""
    rounding = ROUNDINGS * float(np.spacing(np.abs(matrix).max()))
    return max(TINY, rounding, 2 * EXACTNESS * float(matrix.max() / 2 - matrix.min() / 2))


def saddle_point(matrix: Matrix) -> tuple[int, int] | None:
    """A row and a column that are best answers to each other, or None."""
    lows, highs = matrix.min(axis=1), matrix.max(axis=0)
    row, column = int(lows.argmax()), int(highs.argmin())
    return (row, column) if lows[row] == highs[column] else None


def _pure(matrix: Matrix, row: int, column: int) -> Equilibrium:
    chances = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    chances[0][row] = chances[1][column] = 1.0
    return Equilibrium(float(matrix[row, column]), *chances, 0.0)


def by_simplex(matrix: Matrix) -> Equilibrium:
    """What the compiled simplex method finds: the gap tells how exact it is."""
    rows, columns = matrix.shape
    row, column, bounds = np.empty(rows), np.empty(columns), np.empty(2)
    labels = np.empty(rows, dtype=np.int64), np.empty(columns, dtype=np.int64)
    equilibrium(matrix, np.empty((rows + 1, columns + 1)), *labels, row, column, bounds)
    return Equilibrium(float(bounds.mean()), row, column, float(bounds[1] - bounds[0]))


def by_linear_programming(matrix: Matrix) -> Equilibrium:
    """The same by HiGHS (Huangfu and Hall 2018), slower; raises UnsolvedMatrixError when that is not exact either."""
    lowest, spread = float(matrix.min()), float(matrix.max() / 2 - matrix.min() / 2)
    scaled = (matrix / 2 - lowest / 2) / spread if spread > 0 else np.zeros_like(matrix)
    row, column = _best_row(scaled), _best_row(-scaled.T)
    low, high = guaranteed(matrix, row), conceded(matrix, column)
    if not high - low <= 100 * tolerated(matrix):
        raise UnsolvedMatrixError(matrix, high - low)
    return Equilibrium(low / 2 + high / 2, row, column, high - low)


def _best_row(matrix: Matrix) -> Strategy:
    """The row player's best strategy: maximise v with x·A ≥ v in every column."""
    from scipy.optimize import linprog  # noqa: PLC0415  (it takes long to import, and is seldom needed)

    rows, columns = matrix.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if found.x is None:
        return np.full(rows, 1 / rows)
    chances = np.maximum(found.x[:rows], 0.0)
    return np.asarray(chances / chances.sum())


Line = Callable[[int], Matrix]
"""A row or a column of a matrix by its number."""


def double_oracle(shape: tuple[int, ...], row_of: Line, column_of: Line) -> Equilibrium:
    """An equilibrium of a matrix of which only a few lines are ever looked at (McMahan, Gordon and Blum 2003).

    Each player begins with one choice. The game between the choices they have is solved, each adds its best answer to
    the other's strategy in the whole matrix, until that gains nothing.
    """
    rows, columns = [0], [0]
    across, down = [row_of(0)], [column_of(0)]
    while True:
        table = np.ascontiguousarray([line[columns] for line in across], dtype=np.float64)
        place = saddle_point(table)
        small = _pure(table, *place) if place is not None else by_simplex(table)
        against_row = small.row @ np.array(across)
        against_column = small.column @ np.array(down)
        gap = float(against_column.max() - against_row.min())
        answers = int(against_column.argmax()), int(against_row.argmin())
        new = answers[0] not in rows, answers[1] not in columns
        spread = max(map(np.max, (*across, *down))) - min(map(np.min, (*across, *down)))
        if gap <= EXACTNESS * spread or not any(new):
            break
        if new[0]:
            rows.append(answers[0])
            across.append(row_of(answers[0]))
        if new[1]:
            columns.append(answers[1])
            down.append(column_of(answers[1]))
    chances = np.zeros(shape[0]), np.zeros(shape[1])
    chances[0][rows], chances[1][columns] = small.row, small.column
    value = float(against_column.max() / 2 + against_row.min() / 2)
    return Equilibrium(value, *chances, gap)
