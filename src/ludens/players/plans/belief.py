"""What is to be believed of the plans for one game: the table, similar games, and games played on the spot, in one.

How much better than UCT a plan is counts in log-odds: 0 is even, 0.4 is a score of 60 %. For a game at a clock this is
a sum of four parts, each normal around 0 before anything is known:

- one that is the same in all games,
- one that similar games share, the more the closer their features are,
- one of this very game,
- one of this very game at this clock, and clocks near to it.

Results are such sums with errors, so what follows from them is normal again, and a matter of linear algebra (Gaussian
process regression: Rasmussen and Williams 2006, section 2.2). Few results leave a plan near 0 with a wide margin.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.players.plans.candidates import REFERENCE, Family
from ludens.players.plans.evidence import Evidence

Floats = NDArray[np.float64]

ALL_GAMES, SIMILAR_GAMES, THIS_GAME, THIS_CLOCK = 0.3, 0.4, 0.4, 0.25
"""Standard deviations of the four parts."""

SCALES = {
    "moves": 1.5,
    "length": 1.0,
    "draws": 0.3,
    "open_wins": 0.15,
    "latches": 0.3,
    "changes": 1.0,
    "cost": 0.7,
}
"""How far apart games are in a feature whose results still have much to do with each other."""

CLOCKS = math.log(3)
"""The same for clocks, as a ratio."""

PAIR_VARIANCE = 0.125
"""Of the mean of two games that are won or lost by chance."""

DOUBT = 2
"""Even pairs that every result is thought to begin with, so that three wins in a row are not infinitely good."""

TRANSFER = 0.2
"""The standard deviation of what one plan's score against another says beyond what both score against UCT."""

SURE = 0.9
"""The probability to be better with which a plan takes the place of the default."""


class Game(NamedTuple):
    """A game as far as it matters here, and the clock it is played at."""

    rules: str
    features: Mapping[str, float]
    clock: float


@dataclass(frozen=True, slots=True)
class Trial:
    """What one plan scored against another in so many pairs, from 0 to 1, and the sum of the squares of pair scores."""

    plan: str
    against: str
    clock: float
    pairs: int
    score: float
    squares: float

    @property
    def error(self) -> float:
        """The standard error of the score."""
        return math.sqrt(max(0.0, self.squares / self.pairs - self.score**2) / self.pairs)


@dataclass(frozen=True, slots=True)
class Belief:
    """Means and covariances of the log-odds of plans against UCT, which is one of them, with 0 and no doubt."""

    plans: tuple[str, ...]
    mean: Floats
    covariance: Floats

    def probability(self, plan: str, other: str) -> float:
        """How likely a plan is to be better than another; 0.5 for the same."""
        mean, deviation = self._difference(plan, other)
        return NormalDist().cdf(mean / deviation) if deviation else 0.5

    def gain(self, plan: str, other: str) -> float:
        """How much better than another a plan is on average, where not being better counts 0: expected improvement."""
        mean, deviation = self._difference(plan, other)
        if not deviation:
            return max(0.0, mean)
        normal = NormalDist()
        return mean * normal.cdf(mean / deviation) + deviation * normal.pdf(mean / deviation)

    def _difference(self, plan: str, other: str) -> tuple[float, float]:
        """Mean and standard deviation of how much better a plan is."""
        one, two = self.plans.index(plan), self.plans.index(other)
        variance = self.covariance[one, one] + self.covariance[two, two] - 2 * self.covariance[one, two]
        return float(self.mean[one] - self.mean[two]), math.sqrt(variance) if variance > 1e-12 else 0.0

    def score(self, plan: str) -> tuple[float, float]:
        """The expected score against UCT, from 0 to 1, and its 95 % margin."""
        place = self.plans.index(plan)
        middle, margin = self.mean[place], 1.96 * math.sqrt(max(0.0, self.covariance[place, place]))
        low, high = odds_to_score(middle - margin), odds_to_score(middle + margin)
        return odds_to_score(middle), (high - low) / 2

    def ranking(self, default: str, sure: float = SURE) -> list[str]:
        """Plans to play by, the best first: those that are almost surely better than what is at the end.

        At the end is the default, or UCT where that looks better.
        """
        last = REFERENCE if self.probability(REFERENCE, default) > 0.5 else default
        found = [plan for plan in self.plans if self.probability(plan, last) >= sure]
        return [*sorted(found, key=lambda plan: self.mean[self.plans.index(plan)], reverse=True), last]

    def after(self, trials: Sequence[Trial]) -> Belief:
        """What is to be believed after games between plans."""
        known = [trial for trial in trials if trial.pairs and {trial.plan, trial.against} <= set(self.plans)]
        if not known:
            return self
        compared = np.zeros((len(known), len(self.plans)))
        for row, trial in enumerate(known):
            compared[row, self.plans.index(trial.plan)] += 1
            compared[row, self.plans.index(trial.against)] -= 1
        seen = [log_odds(trial.score, trial.pairs, trial.error) for trial in known]
        values, noise = np.array([value for value, _ in seen]), np.array([var + TRANSFER**2 for _, var in seen])
        gain = np.linalg.solve(compared @ self.covariance @ compared.T + np.diag(noise), compared @ self.covariance).T
        return Belief(
            self.plans,
            self.mean + gain @ (values - compared @ self.mean),
            self.covariance - gain @ compared @ self.covariance,
        )


def belief_from(table: Evidence, family: Family, game: Game) -> Belief:
    """What the table says of the plans of a family for a game."""
    plans = family.all
    found = [(0.0, 0.0) if plan == REFERENCE else _of_plan(table, family, plan, game) for plan in plans]
    return Belief(plans, np.array([mean for mean, _ in found]), np.diag([variance for _, variance in found]))


def _of_plan(table: Evidence, family: Family, plan: str, game: Game) -> tuple[float, float]:
    """Mean and variance of a plan in a game."""
    rows = table.of_plan(plan, family.name)
    games = [game, *(Game(row.rules, table.games[row.rules].features, row.clock) for row in rows)]
    shared = covariances(games)
    before = float(shared[0, 0])
    if not rows:
        return 0.0, before
    values, noise = zip(*(log_odds(row.score, row.pairs, row.error) for row in rows), strict=True)
    weights = np.linalg.solve(shared[1:, 1:] + np.diag(noise), shared[1:, 0])
    return float(weights @ values), max(0.0, before - float(weights @ shared[1:, 0]))


def covariances(games: Sequence[Game]) -> Floats:
    """How much a plan's log-odds in any two of these games have to do with each other, before anything is known."""
    rules, clocks = np.array([game.rules for game in games]), np.log([game.clock for game in games]) / CLOCKS
    same, apart = rules[:, None] == rules, clocks[:, None] - clocks
    shared = ALL_GAMES**2 + SIMILAR_GAMES**2 * likeness([game.features for game in games])
    return np.asarray(shared + same * (THIS_GAME**2 + THIS_CLOCK**2 * np.exp(-(apart**2) / 2)))


def likeness(features: Sequence[Mapping[str, float]]) -> Floats:
    """How alike any two games are, from 0 to 1; a feature that is not known of both says nothing."""
    scaled = np.array([[about.get(name, math.nan) / scale for name, scale in SCALES.items()] for about in features])
    return np.asarray(np.exp(-np.nansum((scaled[:, None] - scaled) ** 2, axis=2) / 2))


def log_odds(score: float, pairs: int, error: float) -> tuple[float, float]:
    """The log-odds of a score from 0 to 1 in so many pairs, and their variance."""
    middle = (pairs * score + DOUBT / 2) / (pairs + DOUBT)
    of_a_pair = (pairs**2 * error**2 + DOUBT * PAIR_VARIANCE) / (pairs + DOUBT)
    return math.log(middle / (1 - middle)), of_a_pair / pairs / (middle * (1 - middle)) ** 2


def odds_to_score(value: float) -> float:
    """The score from 0 to 1 that log-odds stand for."""
    return 1 / (1 + math.exp(-value))
