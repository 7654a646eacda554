"""The sequential probability ratio test between two (Wald 1945): play until it is clear which of two claims holds.

H0: the first one is stronger by ``elo0`` points; H1: by ``elo1``. When the logarithm of the likelihood ratio of the
results leaves the bounds log β/(1−α) and log (1−β)/α, the test ends: a true H0 is rejected with a chance of about α, a
true H1 with about β.

How results scatter is not known, so the generalised test is used (Li, Liu and Ying 2014; Van den Bergh, "A Practical
Introduction to the GSPRT"): each hypothesis gets the likeliest distribution of results with its expected score. The
results may be those of games (trinomial: 0, ½, 1) or, better, of pairs with sides changed (pentanomial: 0, ¼, ½, ¾, 1),
since games of a pair depend on each other; any other scores between 0 and 1 will do.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from ludens.arena.ratings.elo import expected_score
from ludens.game import ParameterError

UNSEEN = 1e-3
"""What a score counts that has not occurred: without it, a few equal results would be proof."""

TRINOMIAL = (0.0, 0.5, 1.0)
PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)


class Verdict(Enum):
    """What the test says so far."""

    CONTINUE = "undecided"
    H0 = "H0 accepted"
    H1 = "H1 accepted"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test: its two hypotheses in points of Elo, and the chances of error that one is ready to take."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ParameterError(f"elo1 must be more than elo0, but {self.elo1:g} is not more than {self.elo0:g}.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ParameterError(f"alpha and beta lie between 0 and 0.5, not at {self.alpha:g} and {self.beta:g}.")

    @property
    def bounds(self) -> tuple[float, float]:
        """The lower and the upper bound of the logarithm of the likelihood ratio."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, ratio: float) -> Verdict:
        """What a logarithm of the likelihood ratio says."""
        low, high = self.bounds
        return Verdict.H0 if ratio <= low else Verdict.H1 if ratio >= high else Verdict.CONTINUE

    def ratio(self, counts: Mapping[float, float]) -> float:
        """The logarithm of the likelihood ratio of scores from 0 to 1, each with how often it occurred."""
        return log_likelihood_ratio(counts, expected_score(self.elo0), expected_score(self.elo1))

    def of_scores(self, scores: Sequence[float]) -> float:
        """The same for a list of scores: of games, or of pairs."""
        return self.ratio(Counter(scores))


def log_likelihood_ratio(counts: Mapping[float, float], score0: float, score1: float) -> float:
    """How much likelier the counted scores are if the expected score is ``score1`` than if it is ``score0``.

    Each with the likeliest distribution of scores that has that mean. Raises ValueError for scores outside 0 to 1.
    """
    if not sum(counts.values()):
        return 0.0
    if min(counts) < 0 or max(counts) > 1:
        raise ValueError(f"scores lie between 0 and 1, not from {min(counts)} to {max(counts)}")
    support = _support(counts)
    weights = [counts.get(score) or UNSEEN for score in support]
    total = math.fsum(weights)
    chances = [weight / total for weight in weights]
    under0, under1 = (_likeliest(support, chances, score) for score in (score0, score1))
    return math.fsum(weight * math.log(one / zero) for weight, one, zero in zip(weights, under1, under0, strict=True))


def _support(counts: Mapping[float, float]) -> tuple[float, ...]:
    for scores in (TRINOMIAL, PENTANOMIAL):
        if set(counts) <= set(scores):
            return scores
    return tuple(sorted({*counts, 0.0, 1.0}))


def _likeliest(support: Sequence[float], chances: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean that makes the observed one likeliest: p / (1 + θ (a − mean)) (Owen 1988)."""
    from scipy.optimize import brentq  # noqa: PLC0415  (SciPy takes long to import)

    low, high = support[0] - mean, support[-1] - mean

    def off(theta: float) -> float:
        return math.fsum(
            chance * (score - mean) / (1 + theta * (score - mean))
            for score, chance in zip(support, chances, strict=True)
        )

    # θ must keep all chances positive; the function falls from +∞ to −∞ between these ends.
    left, right = -1 / high, -1 / low
    inset = 1e-12 * (right - left)
    theta = float(brentq(off, left + inset, right - inset, xtol=1e-14))
    return [chance / (1 + theta * (score - mean)) for score, chance in zip(support, chances, strict=True)]
