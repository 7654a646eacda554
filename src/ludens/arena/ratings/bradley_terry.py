"""Ratings of many agents from all their games at once (Bradley and Terry 1952; draws after Rao and Kupper 1967).

It is the model of BayesElo (Coulom 2005): ratings, an advantage of the first seat, a margin of draws, and a prior of a
few imagined results. Unlike a running Elo it does not depend on the order of the games.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.arena.ratings.elo import PER_LOGIT
from ludens.arena.ratings.paired_comparisons import Numbers, Results, clustered, larger, maximise
from ludens.arena.statistics import CONFIDENCE, Interval

PRIOR = 1.0
"""Imagined games of each agent, half won and half lost, spread over its opponents by how often it met them.

They keep the rating of one who won every game finite and are soon outweighed.
"""


@dataclass(frozen=True, slots=True)
class PairedResult:
    """One game between two: the first one's result, 1, ½ or 0, and the cluster of games that it depends on.

    ``seated``: the first one had the earlier seat, so that the advantage of that seat counts for it. ``count``: how
    often this happened.
    """

    first: str
    second: str
    result: float
    cluster: int = 0
    seated: bool = True
    count: float = 1.0


@dataclass(frozen=True, slots=True)
class Rating:
    """An agent's rating, with an interval for it; all ratings of a table have the mean 0."""

    name: str
    elo: float
    interval: Interval
    games: float


@dataclass(frozen=True, slots=True)
class RatingTable:
    """All ratings, the best first; the advantage of the first seat and the margin of draws in points of Elo."""

    ratings: tuple[Rating, ...]
    advantage: float
    draw_elo: float
    names: tuple[str, ...]
    covariance: Numbers

    def rating(self, name: str) -> Rating:
        """The rating of one agent."""
        return next(rating for rating in self.ratings if rating.name == name)

    def error(self, first: str, second: str) -> float:
        """The standard error of the difference between two ratings."""
        one, other = self.names.index(first), self.names.index(second)
        covariance = self.covariance
        return math.sqrt(max(0.0, covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]))

    def superiority(self, first: str, second: str) -> float:
        """How likely the first one is stronger than the second."""
        error = self.error(first, second)
        lead = self.rating(first).elo - self.rating(second).elo
        return 0.5 if error == 0 else statistics.NormalDist().cdf(lead / error)


def fit_ratings(
    comparisons: Sequence[PairedResult],
    *,
    prior: float = PRIOR,
    by_cluster: bool = True,
    confidence: float = CONFIDENCE,
) -> RatingTable:
    """The ratings of all who occur; raises ValueError when nobody does.

    Intervals rest on how results scatter between clusters or, where that is more, on the model alone, which takes all
    games for independent: results that happen to be all alike do not make an agent certain.
    """
    if not comparisons:
        raise ValueError("ratings need at least one comparison")
    names = tuple(sorted({name for each in comparisons for name in (each.first, each.second)}))
    rows = _rows(comparisons, names, prior)
    flat = np.concatenate([np.ones(len(names)), [0.0]])[None, :]
    fit = maximise(rows, flat)
    # The ratings alone, each against the mean of all.
    centred = PER_LOGIT * np.eye(len(names), len(fit.covariance))
    centred[:, : len(names)] -= PER_LOGIT / len(names)
    covariance = centred @ fit.covariance @ centred.T
    if by_cluster:
        scattered = clustered(fit, _clusters(comparisons, len(rows.wins)))
        covariance = larger(covariance, centred @ scattered @ centred.T)
    elo = PER_LOGIT * fit.strengths
    margin = statistics.NormalDist().inv_cdf((1 + confidence) / 2) * np.sqrt(np.diag(covariance))
    played: defaultdict[str, float] = defaultdict(float)
    for each in comparisons:
        played[each.first] += each.count
        played[each.second] += each.count
    ratings = [
        Rating(name, float(elo[place]), _around(float(elo[place]), float(margin[place])), played[name])
        for place, name in enumerate(names)
    ]
    ratings.sort(key=lambda rating: (-rating.elo, rating.name))
    return RatingTable(tuple(ratings), float(elo[-1]), PER_LOGIT * fit.margin, names, covariance)


def _rows(comparisons: Sequence[PairedResult], names: tuple[str, ...], prior: float) -> Results:
    """The results, followed by the imagined ones."""
    number = {name: place for place, name in enumerate(names)}
    first = np.array([number[each.first] for each in comparisons])
    second = np.array([number[each.second] for each in comparisons])
    count = np.array([each.count for each in comparisons])
    result = np.array([each.result for each in comparisons])
    design = np.zeros((len(comparisons), len(names) + 1))
    design[np.arange(len(first)), first] += 1
    design[np.arange(len(second)), second] -= 1
    design[:, -1] = [each.seated for each in comparisons]
    imagined, weights = _imagined(first, second, count, len(names))
    half = prior / 2 * weights
    return Results(
        np.vstack([design, imagined]),
        np.concatenate([count * (result == 1), half]),
        np.concatenate([count * ((result > 0) & (result < 1)), 0 * half]),
        np.concatenate([count * (result == 0), half]),
    )


def _imagined(
    first: NDArray[np.int64], second: NDArray[np.int64], count: Numbers, agents: int
) -> tuple[Numbers, Numbers]:
    """Rows of the pairs that met, and the part of the prior that falls on each; and one of the first seat itself."""
    met = np.zeros((agents, agents))
    np.add.at(met, (np.minimum(first, second), np.maximum(first, second)), count)
    played = met.sum(axis=0) + met.sum(axis=1)
    one, other = np.nonzero(met)
    design = np.zeros((len(one) + 1, agents + 1))
    design[np.arange(len(one)), one] += 1
    design[np.arange(len(one)), other] -= 1
    design[-1, -1] = 1
    return design, np.append(met[one, other] * (1 / played[one] + 1 / played[other]) / 2, 1.0)


def _clusters(comparisons: Sequence[PairedResult], rows: int) -> NDArray[np.int64]:
    """The cluster of each row; every imagined one stands alone."""
    given = np.array([each.cluster for each in comparisons], dtype=np.int64)
    alone = np.arange(rows - len(given)) + given.max() + 1
    return np.concatenate([given, alone])


def _around(middle: float, margin: float) -> Interval:
    return Interval(middle - margin, middle + margin)
