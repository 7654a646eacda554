"""Elo's scale (Elo 1978): the difference in strength that goes with an expected score, with what is known of it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.arena.statistics import CONFIDENCE, Interval, pair_interval

PER_LOGIT = 400 / math.log(10)
"""Points of Elo for a factor of e in the odds."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How much stronger one is than the other, in points of Elo; infinite where all was won or lost.

    ``superiority``: the likelihood that it is stronger at all.
    """

    elo: float
    interval: Interval
    superiority: float


def expected_score(elo: float) -> float:
    """What one who is stronger by so many points scores on average, 0 to 1."""
    return 1 / (1 + math.pow(10, -elo / 400))


def elo_of(score: float) -> float:
    """The difference in points that goes with an expected score; infinite at 0 and 1."""
    if not 0 <= score <= 1:
        raise ValueError(f"a score lies between 0 and 1, not at {score}")
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return PER_LOGIT * math.log(score / (1 - score))


def difference(scores: Sequence[float], confidence: float = CONFIDENCE) -> Difference:
    """What the scores of independent games, or better of pairs, say; raises ValueError when there is none.

    The interval is that of the mean score, carried over to Elo: it is not symmetric, and infinite where the mean may be
    0 or 1.
    """
    if not scores:
        raise ValueError("a difference needs at least one score")
    interval = pair_interval(scores, confidence)
    return Difference(
        elo_of(statistics.fmean(scores)),
        Interval(elo_of(interval.low), elo_of(interval.high)),
        superiority_of_scores(scores),
    )


def likelihood_of_superiority(wins: int, losses: int) -> float:
    """How likely one with these results is the stronger: the normal approximation, in which draws say nothing."""
    if wins + losses == 0:
        return 0.5
    return statistics.NormalDist().cdf((wins - losses) / math.sqrt(wins + losses))


def superiority_of_scores(scores: Sequence[float]) -> float:
    """The same from the scores of pairs, by the error of their mean.

    Scores that are all the same tell nothing of how they vary and count as wins or losses.
    """
    mean = statistics.fmean(scores)
    if len(scores) < 2 or min(scores) == max(scores):
        return likelihood_of_superiority(round(mean * len(scores)), round((1 - mean) * len(scores)))
    error = statistics.stdev(scores) / math.sqrt(len(scores))
    return statistics.NormalDist().cdf((mean - 0.5) / error)
