"""The likelihood that all ratings maximise: wins, draws and losses as a function of differences in strength.

With a difference η (in logits) and a margin δ of draws, Rao and Kupper 1967 (the model of BayesElo, Coulom 2005) have

    P(win) = σ(η − δ),   P(loss) = σ(−η − δ),   P(draw) = 1 − both = (e^2δ − 1) σ(η − δ) σ(−η − δ).

So a draw counts like a win and a loss together, and the logarithm of the likelihood is concave in strengths and margin
at once: Newton's method with halved steps finds the one maximum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

RIDGE = 1e-9
"""Added to the curvature, so that what the results leave open has a huge error instead of none."""

ITERATIONS = 200
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Results:
    """Rows of results. ``design``: (rows, strengths), by which η = design · strengths; the others: (rows,).

    Wins, draws and losses may be any numbers from 0 on, also fractions.
    """

    design: Numbers
    wins: Numbers
    draws: Numbers
    losses: Numbers


@dataclass(frozen=True, slots=True)
class Fit:
    """The maximum: ``strengths`` and ``margin`` in logits, the inverse curvature there, and the slope of each row.

    ``covariance`` and ``slopes`` have the margin as their last place, where draws occur.
    """

    strengths: Numbers
    margin: float
    covariance: Numbers
    slopes: Numbers


def maximise(results: Results, flat: Numbers) -> Fit:
    """The strengths of largest likelihood.

    ``flat``: (directions, strengths), along which the likelihood does not change, such as all ratings together; the
    strengths found have no part in them.
    """
    has_draws = bool(results.draws.sum() > 0)
    place = np.zeros(results.design.shape[1] + has_draws)
    if has_draws:
        place[-1] = 0.1
    value = _likelihood(results, place, has_draws)
    for _ in range(ITERATIONS):
        slopes, curvature = _derivatives(results, place, has_draws, flat)
        step = np.linalg.solve(curvature, slopes.sum(axis=0))
        scale = 1.0
        while True:
            further = place + scale * step
            better = _likelihood(results, further, has_draws)
            if better >= value or scale < 1e-12:
                break
            scale /= 2
        place, value = further, better
        if np.abs(scale * step).max() < TOLERANCE:
            break
    slopes, curvature = _derivatives(results, place, has_draws, flat)
    count = results.design.shape[1]
    covariance: Numbers = np.linalg.inv(curvature).astype(np.float64)
    return Fit(place[:count], float(place[-1]) if has_draws else 0.0, covariance, slopes)


def clustered(fit: Fit, clusters: NDArray[np.int64]) -> Numbers:
    """The covariance where only clusters of rows are independent, such as the games of a pair: the sandwich of Liang
    and Zeger 1986, enlarged for few clusters.
    """
    _, place = np.unique(clusters, return_inverse=True)
    count = int(place.max()) + 1
    sums = np.zeros((count, fit.slopes.shape[1]))
    np.add.at(sums, place, fit.slopes)
    enlarged = count / max(1, count - 1)
    found: Numbers = enlarged * fit.covariance @ (sums.T @ sums) @ fit.covariance
    return found


def larger(one: Numbers, other: Numbers) -> Numbers:
    """The covariance with the larger variances, as a whole: a mixture of both might be none."""
    return other if np.trace(other) > np.trace(one) else one


def _likelihood(results: Results, place: Numbers, has_draws: bool) -> float:
    margin = float(place[-1]) if has_draws else 0.0
    if has_draws and margin <= 0:
        return -np.inf
    lead = results.design @ place[: results.design.shape[1]]
    total = -(results.wins + results.draws) @ np.logaddexp(0, margin - lead)
    total -= (results.losses + results.draws) @ np.logaddexp(0, margin + lead)
    if has_draws:
        # log(e^2δ − 1), without overflow
        total += results.draws.sum() * (2 * margin + np.log(-np.expm1(-2 * margin)))
    return float(total)


def _derivatives(results: Results, place: Numbers, has_draws: bool, flat: Numbers) -> tuple[Numbers, Numbers]:
    """The slope of each row, and minus the second derivatives of their sum, made definite along flat directions."""
    design, count = results.design, results.design.shape[1]
    margin = float(place[-1]) if has_draws else 0.0
    lead = design @ place[:count]
    not_won, not_lost = 1 / (1 + np.exp(lead - margin)), 1 / (1 + np.exp(-lead - margin))
    up, down = results.wins + results.draws, results.losses + results.draws
    slopes = design * (up * not_won - down * not_lost)[:, None]
    bent_up, bent_down = up * not_won * (1 - not_won), down * not_lost * (1 - not_lost)
    bend = bent_up + bent_down
    curvature = np.zeros((len(place), len(place)))
    curvature[:count, :count] = design.T @ (design * bend[:, None]) + flat.T @ flat
    if has_draws:
        drawn = 2 / -np.expm1(-2 * margin)
        slopes = np.column_stack([slopes, -up * not_won - down * not_lost + results.draws * drawn])
        curvature[:count, -1] = curvature[-1, :count] = design.T @ (bent_down - bent_up)
        curvature[-1, -1] = bend.sum() + results.draws.sum() * 4 * np.exp(-2 * margin) / np.expm1(-2 * margin) ** 2
    return slopes, curvature + RIDGE * np.eye(len(place))
