"""Ridge regression (Hoerl and Kennard 1970) with weights that are shared by groups of columns.

A column's weight is its own plus those of all groups it is in, each of which is held small alike. So columns of a group
have about the same weight as long as the data do not say otherwise, and a group needs no column of its own: if S is
the identity plus the groups' memberships times their transpose, the weights are those of a ridge regression on the
columns times the Cholesky factor of S.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A linear function: ``weights``, shape (columns, outputs), and what is added."""

    weights: Matrix
    offset: Matrix

    def __call__(self, columns: Matrix) -> Matrix:
        return np.asarray(columns @ self.weights + self.offset)


def factor_of(shared: Matrix) -> Matrix:
    """The factor that ``Ridge`` takes, of the table of which columns are in which group."""
    return np.asarray(np.linalg.cholesky(np.eye(len(shared)) + shared @ shared.T))


class Ridge:
    """Lines through targets, shape (rows, outputs), whose weights' squares count ``penalty`` times.

    What does not depend on the penalty is worked out once: the eigenvalues of the columns' moments.
    """

    def __init__(self, columns: Matrix, targets: Matrix, factor: Matrix) -> None:
        self._centre, self._mean = columns.mean(axis=0), targets.mean(axis=0)
        turned = (columns - self._centre) @ factor
        self._sizes, axes = np.linalg.eigh(turned.T @ turned)
        self._along = axes.T @ (turned.T @ (targets - self._mean))
        self._back = factor @ axes

    def line(self, penalty: float) -> Line:
        """The line of a penalty above 0."""
        weights = self._back @ (self._along / (np.maximum(self._sizes, 0.0) + penalty)[:, None])
        return Line(weights, self._mean - self._centre @ weights)


def explained(found: Matrix, targets: Matrix) -> float:
    """R²: the share of the targets' variance that is explained, over all outputs; below 0 if the mean does better."""
    total = float(((targets - targets.mean(axis=0)) ** 2).sum())
    if total == 0.0:
        return 0.0
    return 1.0 - float(((targets - found) ** 2).sum()) / total
