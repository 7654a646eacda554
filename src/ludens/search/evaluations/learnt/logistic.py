"""Logistic regression on columns of small whole numbers, with weights that groups of columns share.

A weight is a column's own plus those of the groups it belongs to, all of which are held small alike (see ``ridge``). So
the weights' prior covariance is S = I + G·Gᵀ, and the penalty is wᵀS⁻¹w. Newton's steps are taken with one matrix for
all of them, the upper bound ¼·XᵀX + penalty of the Hessian (Böhning and Lindsay 1988), sped up by conjugate directions
(L-BFGS, Liu and Nocedal 1989): the matrix is worked out and factored once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, optimize, sparse

from ludens.search.evaluations.learnt.model import logistic
from ludens.search.evaluations.learnt.stopping import Stopped, go_on, never

Counts = NDArray[np.int8]
Vector = NDArray[np.float64]

EPSILON = float(np.finfo(np.float64).eps)

BLOCK = 1_024
"""Rows that are turned into floating-point numbers at once: few enough to stay near the processor."""

FOR_BOUND = 10_000
"""Rows from which the bound is worked out."""

STEPS = 30
"""Of the optimisation, at most."""

TOLERANCE = 1e-6
"""It ends when a step brings no more than this part of the loss."""


@dataclass(frozen=True, slots=True, eq=False)
class Logit:
    """The probability of a row is the logistic function of ``offset`` plus the row times ``weights``."""

    weights: Vector
    offset: float = 0.0

    def scores(self, counts: Counts) -> Vector:
        """The logits of rows."""
        weights, found = self.weights.astype(np.float32), np.empty(len(counts))
        for first in range(0, len(counts), BLOCK):
            found[first : first + BLOCK] = counts[first : first + BLOCK].astype(np.float32) @ weights
        return found + self.offset


def log_loss(scores: Vector, targets: Vector) -> float:
    """The mean of -t·ln p - (1 - t)·ln(1 - p)."""
    return float(np.mean(np.logaddexp(0.0, scores) - targets * scores))


class Regression:
    """Fits weights to targets between 0 and 1 again and again: what does not depend on the targets is kept."""

    def __init__(self, groups: sparse.csr_array, penalty: float, has_offset: bool) -> None:
        covariance = np.eye(groups.shape[0]) + (groups @ groups.T).toarray()
        self._prior = penalty * np.linalg.inv(covariance)
        self._has_offset = has_offset

    def fit(self, counts: Counts, targets: Vector, start: Logit | None = None, stopped: Stopped = never) -> Logit:
        """The weights of least loss and penalty; raises StoppedError."""
        size = counts.shape[1]
        prior = np.zeros((size + 1, size + 1))
        prior[:size, :size] = self._prior
        bound = self._bound(counts) + prior + 1e-6 * np.eye(size + 1)
        factor = np.linalg.cholesky(bound)
        back = np.ascontiguousarray(linalg.solve_triangular(factor, np.eye(size + 1), lower=True))

        def loss(turned: Vector) -> tuple[float, Vector]:
            go_on(stopped)
            weights = turned @ back
            value, slope = self._loss(counts, targets, weights)
            pull = prior @ weights
            return value + 0.5 * float(weights @ pull), np.asarray(back @ (slope + pull))

        first = np.zeros(size + 1) if start is None else np.append(start.weights, start.offset)
        found, _, _ = optimize.fmin_l_bfgs_b(loss, factor.T @ first, maxiter=STEPS, factr=TOLERANCE / EPSILON)
        weights = found @ back
        return Logit(weights[:size], float(weights[size]) if self._has_offset else 0.0)

    def _bound(self, counts: Counts) -> Vector:
        """A quarter of the columns' moments, as in the whole, with a last column of ones."""
        step = -(-len(counts) // FOR_BOUND)
        used = counts[::step].astype(np.float32)
        bound = np.zeros((counts.shape[1] + 1,) * 2)
        bound[:-1, :-1] = used.T @ used
        bound[:-1, -1] = bound[-1, :-1] = used.sum(axis=0)
        bound[-1, -1] = len(used)
        return np.asarray(bound * (0.25 * len(counts) / max(1, len(used))))

    def _loss(self, counts: Counts, targets: Vector, weights: Vector) -> tuple[float, Vector]:
        """The sum of the losses and its slope."""
        offset = weights[-1] if self._has_offset else 0.0
        short, slope, total = weights[:-1].astype(np.float32), np.zeros(len(weights)), 0.0
        for first in range(0, len(counts), BLOCK):
            part, wanted = counts[first : first + BLOCK].astype(np.float32), targets[first : first + BLOCK]
            scores = (part @ short).astype(np.float64) + offset
            total += float(np.sum(np.logaddexp(0.0, scores) - wanted * scores))
            wrong = logistic(scores) - wanted
            slope[:-1] += wrong.astype(np.float32) @ part
            slope[-1] += float(wrong.sum()) if self._has_offset else 0.0
        return total, slope
