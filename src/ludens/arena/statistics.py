"""What paired games say: a mean score with 95 % intervals. Pure functions of scores between 0 and 1."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

CONFIDENCE = 0.95
"""Of an interval, by default."""


@dataclass(frozen=True, slots=True)
class Interval:
    """From ``low`` to ``high``."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of the scores of some pairs, with two intervals for what it would be after endlessly many.

    ``by_pairs`` rests on how much the pairs differ from each other, ``simple`` on their number alone.
    """

    pairs: int
    mean: float
    by_pairs: Interval
    simple: Interval


def estimate(scores: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean and intervals of scores between 0 and 1, one for each pair; raises ValueError when there is none."""
    if not scores:
        raise ValueError("an estimate needs at least one score")
    mean = statistics.fmean(scores)
    return Estimate(
        len(scores), mean, pair_interval(scores, confidence), wilson_interval(mean, len(scores), confidence)
    )


def pair_interval(scores: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The interval for the mean of scores between 0 and 1, one for each pair.

    Games of a pair depend on each other, pairs do not: that is why the pair is the unit.
    """
    error = statistics.stdev(scores) / math.sqrt(len(scores)) if min(scores) < max(scores) else 0.0
    return interval_of_mean(statistics.fmean(scores), error, len(scores), confidence)


def interval_of_mean(mean: float, error: float, count: int, confidence: float = CONFIDENCE) -> Interval:
    """Student's interval by the standard error of the mean, cut to 0 to 1; where there is no error, another.

    ``count`` scores that are all the same do not tell how much they vary, and Student's interval would be a point. But
    if others were frequent, one would have been seen. By Markov's inequality, more than mean / b comes up with a chance
    of less than b, and so often in a row with less than b^count. Where that is half of the doubt, the mean is at least
    b times what was seen; from above likewise. This holds for any scores between 0 and 1.
    """
    if error == 0:
        seen_again = ((1 - confidence) / 2) ** (1 / count)
        return Interval(mean * seen_again, 1 - (1 - mean) * seen_again)
    margin = student_quantile((1 + confidence) / 2, count - 1) * error
    return Interval(max(0.0, mean - margin), min(1.0, mean + margin))


def wilson_interval(mean: float, count: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's score interval (1927) for the mean of ``count`` scores between 0 and 1.

    It takes each score for a win or a loss, which vary most of all scores with that mean: it is never too narrow by
    more than its approximation, whatever the scores are.
    """
    z = statistics.NormalDist().inv_cdf((1 + confidence) / 2)
    scale = 1 + z * z / count
    centre = (mean + z * z / (2 * count)) / scale
    margin = z / scale * math.sqrt(mean * (1 - mean) / count + z * z / (4 * count * count))
    return Interval(max(0.0, centre - margin), min(1.0, centre + margin))


def difference_interval(
    first: Sequence[float], second: Sequence[float], confidence: float = CONFIDENCE
) -> tuple[float, Interval]:
    """How much higher the first scores are than the second on the same pairs: the mean difference and its interval.

    Scores at the same place belong to the same opening with the same random numbers. Differences lie in -1 to 1.
    """
    halves = [(1 + mine - other) / 2 for mine, other in zip(first, second, strict=True)]
    found = pair_interval(halves, confidence)
    return 2 * statistics.fmean(halves) - 1, Interval(2 * found.low - 1, 2 * found.high - 1)


def student_quantile(probability: float, freedom: int) -> float:
    """The quantile of Student's distribution."""
    from scipy.special import stdtrit  # noqa: PLC0415  (SciPy takes long to import)

    return float(stdtrit(freedom, probability))
