"""What is to be believed of the plans for one game: the table, similar games, and games played on the spot, in one.

How much better than UCT a plan is counts in log-odds: 0 is even, 0.4 is a score of 60 %. For a game at a clock this is
a sum of parts, each normal around 0 before anything is known:

- one that is the same in all games,
- one that similar games share, the more the closer their features are,
- one of this very game,
- one of this very game at this clock, and clocks near to it.

Plans that go by a learnt evaluation have a fifth part: the better than random playouts the evaluation is in new games
(``search/evaluations/learnt/skill.py``), the better they are, or the worse; how much is found from the results. Where
nobody knows how good it is, that leaves more doubt.

Plans that have much in common are thought to do alike: with every option in which two differ, they share less. UCT
itself is at 0 for certain, so plans close to it are expected to be close to 0.

Results are such sums with errors, so what follows from them is normal again, and a matter of linear algebra (Gaussian
process regression: Rasmussen and Williams 2006, section 2.2). Few results leave a plan near 0 with a wide margin.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludens.names import split_name
from ludens.players.plans.candidates import REFERENCE, Family, gains_by_threads, goes_by_learning
from ludens.players.plans.evidence import Evidence

Floats = NDArray[np.float64]

ALL_GAMES, SIMILAR_GAMES, THIS_GAME, THIS_CLOCK = 0.3, 0.4, 0.4, 0.35
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

SKILLS = {"tells": 0.04, "wins": 1.2}
"""What is known of the skill of a learnt evaluation, and how much of it makes an ordinary difference."""

SKILFUL = 0.4
"""The standard deviation of what such a difference brings."""

MOST_SKILFUL = 2.0
"""More such differences than this say no more."""

IN_COMMON = 0.6
"""The part that two plans share which differ in one option; in two, the square of it, and so on."""

ANOTHER_AGENT = 2
"""Another agent counts as much as so many options."""

CLOCKS = math.log(3)
"""The same for clocks, as a ratio."""

PAIR_VARIANCE = 0.125
"""Of the mean of two games that are won or lost by chance."""

DOUBT = 2
"""Even pairs that every result is thought to begin with, so that three wins in a row are not infinitely good."""

TRANSFER = 0.2
"""The standard deviation of what one plan's score against another says beyond what both score against UCT."""

DOUBLING = 0.5
"""What twice the time brings a tree against itself, in log-odds: about 62 %, as a rule of thumb."""

SURE, LIKELY = 0.9, 0.65
"""The probability to be better with which a plan takes the place of the default, and with which UCT does."""


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
    """Means and covariances of the log-odds of plans against UCT, which is one of them, with 0 and no doubt.

    ``played``: the plans that have been seen playing, if only in other games. ``clock``: what it is about, if that
    matters.
    """

    plans: tuple[str, ...]
    mean: Floats
    covariance: Floats
    played: frozenset[str] = frozenset()
    clock: float | None = None

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

        What has been seen often counts more than what may be as good: a standard deviation is taken off. At the end is
        the default, or UCT where that is likely to be better. What has never been played is no choice, however good
        plans like it are.
        """
        last = REFERENCE if self.probability(REFERENCE, default) >= LIKELY else default
        found = [plan for plan in self.plans if plan in self.played and self.probability(plan, last) >= sure]
        return [*sorted(found, key=self._at_least, reverse=True), last]

    def _at_least(self, plan: str) -> float:
        """What a plan is worth even if it is a standard deviation worse than believed, in log-odds against UCT."""
        place = self.plans.index(plan)
        return float(self.mean[place] - math.sqrt(max(0.0, self.covariance[place, place])))

    def with_threads(self, threads: int) -> Belief:
        """What is to be believed where trees are searched by so many threads, and results are about one.

        Where that is of no use to a plan, all others have so many times its clock.
        """
        lost = DOUBLING * math.log2(threads)
        alone = np.array([not gains_by_threads(plan) for plan in self.plans])
        return replace(self, mean=self.mean - lost * alone)

    def doubting(self, plans: Collection[str], deviation: float) -> Belief:
        """The same, but some plans may be that much better or worse, all together, for a reason of their own."""
        together = np.array([plan in plans for plan in self.plans], dtype=float)
        return replace(self, covariance=self.covariance + deviation**2 * np.outer(together, together))

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
        values = np.array([value for value, _ in seen])
        noise = np.array([var + self._transfer(trial) for trial, (_, var) in zip(known, seen, strict=True)])
        gain = np.linalg.solve(compared @ self.covariance @ compared.T + np.diag(noise), compared @ self.covariance).T
        return Belief(
            self.plans,
            self.mean + gain @ (values - compared @ self.mean),
            self.covariance - gain @ compared @ self.covariance,
            self.played | {REFERENCE, *(trial.plan for trial in known), *(trial.against for trial in known)},
            self.clock,
        )

    def _transfer(self, trial: Trial) -> float:
        """The variance of what a trial, at whatever clock, says beyond what is asked here."""
        if self.clock is None:
            return TRANSFER**2
        distance = math.log(trial.clock / self.clock) / CLOCKS
        return TRANSFER**2 + 2 * THIS_CLOCK**2 * (1 - math.exp(-(distance**2) / 2))


def belief_from(table: Evidence, family: Family, game: Game) -> Belief:
    """What the table says of the plans of a family for a game, whose features are what they are now."""
    plans = family.all
    of_plans, learnt = plan_covariances(plans), np.array([goes_by_learning(plan) for plan in plans])
    rows = [row for plan in plans if plan != REFERENCE for row in table.of_plan(plan, family.name)]
    about = {rules: measured.features for rules, measured in table.games.items()} | {game.rules: game.features}
    seen = [Game(row.rules, about[row.rules], row.clock * row.share) for row in rows]
    of_games, of_skill = covariances([game, *seen]), skill_covariances([game, *seen])
    before = of_plans * (of_games[0, 0] + np.outer(learnt, learnt) * of_skill[0, 0])
    if not rows:
        return Belief(plans, np.zeros(len(plans)), before, frozenset({REFERENCE}), game.clock)
    places = [plans.index(row.plan) for row in rows]
    values, noise = zip(*(log_odds(row.score, row.pairs, row.error) for row in rows), strict=True)
    by_learning = learnt[places]
    together = of_games[1:, 1:] + np.outer(by_learning, by_learning) * of_skill[1:, 1:]
    among = of_plans[np.ix_(places, places)] * together + np.diag(noise)
    shared = of_plans[:, places] * (of_games[0, 1:] + np.outer(learnt, by_learning) * of_skill[0, 1:])
    gain = np.linalg.solve(among, shared.T).T
    played = frozenset(row.plan for row in rows)
    return Belief(plans, gain @ np.array(values), before - gain @ shared.T, played | {REFERENCE}, game.clock)


def plan_covariances(plans: Sequence[str]) -> Floats:
    """How much plans have in common, of what is left when UCT is known to be at 0."""
    given = [split_name(plan) or (plan, {}) for plan in (*plans, REFERENCE)]
    shared = np.array([[IN_COMMON ** _differences(one, two) for two in given] for one in given])
    return np.asarray(shared[:-1, :-1] - np.outer(shared[:-1, -1], shared[-1, :-1]))


def _differences(one: tuple[str, dict[str, str]], two: tuple[str, dict[str, str]]) -> int:
    options = sum(one[1].get(key) != two[1].get(key) for key in {*one[1], *two[1]})
    return options + ANOTHER_AGENT * (one[0] != two[0])


def covariances(games: Sequence[Game]) -> Floats:
    """How much a plan's log-odds in any two of these games have to do with each other, before anything is known."""
    cells = list(dict.fromkeys((game.rules, game.clock) for game in games))  # few, where games are many
    features = {game.rules: game.features for game in games}
    clocks = np.log([clock for _, clock in cells]) / CLOCKS
    same = np.array([[rules == other for other, _ in cells] for rules, _ in cells])
    by_clock = THIS_CLOCK**2 * np.exp(-((clocks[:, None] - clocks) ** 2) / 2)
    alike = likeness([features[rules] for rules, _ in cells])
    found = ALL_GAMES**2 + SIMILAR_GAMES**2 * alike + same * (THIS_GAME**2 + by_clock)
    places = {cell: place for place, cell in enumerate(cells)}
    listed = [places[game.rules, game.clock] for game in games]
    return np.asarray(found[np.ix_(listed, listed)])


def skill_covariances(games: Sequence[Game]) -> Floats:
    """The same of what the skill of a learnt evaluation adds, for plans that go by it."""
    skills = np.array([[game.features.get(name, math.nan) / scale for name, scale in SKILLS.items()] for game in games])
    unknown = np.isnan(skills).any(axis=1)
    skills = np.where(unknown[:, None], 0.0, np.clip(skills, -MOST_SKILFUL, MOST_SKILFUL))
    numbers: dict[str, int] = {}
    rules = np.array([numbers.setdefault(game.rules, len(numbers)) for game in games])
    in_doubt = len(SKILLS) * (unknown[:, None] & unknown) * (rules[:, None] == rules)
    return np.asarray(SKILFUL**2 * (skills @ skills.T + in_doubt))


def likeness(features: Sequence[Mapping[str, float]]) -> Floats:
    """How alike any two games are, from 0 to 1; a feature that is not known of both says nothing."""
    scaled = np.array([[about.get(name, math.nan) / scale for name, scale in SCALES.items()] for about in features])
    return np.asarray(np.exp(-np.nansum((scaled[:, None] - scaled) ** 2, axis=2) / 2))


def log_odds(score: float, pairs: int, error: float) -> tuple[float, float]:
    """The log-odds of a score from 0 to 1 in so many pairs, and their variance."""
    middle = (pairs * score + DOUBT / 2) / (pairs + DOUBT)
    return math.log(middle / (1 - middle)), doubted(pairs, error) ** 2 / (middle * (1 - middle)) ** 2


def doubted(pairs: int, error: float) -> float:
    """The standard error of a score in so many pairs, where a few that came out alike do not count as certain."""
    of_a_pair = (pairs**2 * error**2 + DOUBT * PAIR_VARIANCE) / (pairs + DOUBT)
    return math.sqrt(of_a_pair / pairs)


def odds_to_score(value: float) -> float:
    """The score from 0 to 1 that log-odds stand for."""
    return 1 / (1 + math.exp(-value))
