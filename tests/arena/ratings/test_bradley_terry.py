"""Fits over many agents: a published table, a slow twin, and how often intervals hold the truth."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import minimize

from ludens.arena.ratings.bradley_terry import PairedResult, RatingTable, fit_ratings
from ludens.arena.ratings.elo import PER_LOGIT

TEAMS = ("milwaukee", "detroit", "toronto", "new_york", "boston", "cleveland", "baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
"""Who won how often against whom: baseball, American League East 1987 (Agresti 2002, Categorical Data Analysis)."""

PUBLISHED = {"milwaukee": 1.58, "detroit": 1.44, "toronto": 1.29, "new_york": 1.25, "boston": 1.11, "cleveland": 0.68}
"""The fit of the same source, in logits above Baltimore."""


def test_a_published_table() -> None:
    results = [
        PairedResult(TEAMS[one], TEAMS[other], 1.0, seated=False, count=float(WINS[one][other]))
        for one, other in itertools.permutations(range(7), 2)
    ]
    found = fit_ratings(results, prior=0, by_cluster=False)
    base = found.rating("baltimore").elo
    for team, logits in PUBLISHED.items():
        assert (found.rating(team).elo - base) / PER_LOGIT == pytest.approx(logits, abs=0.006)
    assert [rating.name for rating in found.ratings] == list(TEAMS)
    # The same source has 0.343 as the error of Milwaukee's lead.
    assert found.error("milwaukee", "baltimore") / PER_LOGIT == pytest.approx(0.343, abs=0.002)
    assert found.superiority("milwaukee", "baltimore") > 0.99999


def test_two_agents_by_hand() -> None:
    """30 to 10 without draws: 400 log 3 = 190.8 points, with an error of √(1/30 + 1/10) logits = 63.4 points."""
    found = fit_ratings(
        [PairedResult("a", "b", 1.0, seated=False, count=30), PairedResult("b", "a", 1.0, seated=False, count=10)],
        prior=0,
        by_cluster=False,
    )
    assert found.rating("a").elo - found.rating("b").elo == pytest.approx(190.85, abs=0.01)
    assert found.error("a", "b") == pytest.approx(63.43, abs=0.01)
    assert found.rating("a").elo == pytest.approx(-found.rating("b").elo)
    assert found.draw_elo == 0


def random_results(rng: np.random.Generator, games: int) -> list[PairedResult]:
    names = "abcd"
    found = []
    for cluster in range(games):
        one, other = rng.choice(4, 2, replace=False)
        found.append(PairedResult(names[one], names[other], float(rng.choice([0, 0.5, 1])), cluster))
    return found


def naive_fit(results: list[PairedResult], prior: float) -> dict[str, float]:
    """The ratings by a general optimiser from the formulas of Rao and Kupper, game by game."""
    names = sorted({name for each in results for name in (each.first, each.second)})
    games = {name: sum(name in (each.first, each.second) for each in results) for name in names}

    def loss(place: np.ndarray) -> float:
        strength, advantage, margin = dict(zip(names, place, strict=False)), place[-2], abs(place[-1])
        total = -prior / 2 * (math.log(sigma(advantage - margin)) + math.log(sigma(-advantage - margin)))
        for each in results:
            lead = strength[each.first] - strength[each.second]
            win, lose = sigma(lead + advantage - margin), sigma(-lead - advantage - margin)
            total -= math.log({1.0: win, 0.5: 1 - win - lose, 0.0: lose}[each.result])
            part = (1 / games[each.first] + 1 / games[each.second]) / 2
            total -= prior / 2 * part * (math.log(sigma(lead - margin)) + math.log(sigma(-lead - margin)))
        return total + 1e-6 * float(sum(place[:-2])) ** 2

    start = np.append(np.zeros(len(names) + 1), 0.3)
    found = minimize(loss, start, method="BFGS", options={"gtol": 1e-7}).x
    mean = float(np.mean(found[: len(names)]))
    return {name: PER_LOGIT * (value - mean) for name, value in zip(names, found, strict=False)}


def sigma(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def test_the_fit_is_that_of_a_general_optimiser() -> None:
    rng = np.random.default_rng(5)
    for prior in (0.0, 1.0, 3.0):
        for _ in range(5):
            results = random_results(rng, 60)
            found, expected = fit_ratings(results, prior=prior), naive_fit(results, prior)
            for name, elo in expected.items():
                assert found.rating(name).elo == pytest.approx(elo, abs=0.2)


def test_who_won_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    won, lost = (PairedResult("a", "b", 1.0, count=5), PairedResult("b", "a", 0.0, 1, count=5))
    found = fit_ratings([won, lost])
    assert 200 < found.rating("a").elo < 1000
    assert found.rating("a").interval.high - found.rating("a").interval.low > 200


def test_those_who_never_met_are_not_compared() -> None:
    found = fit_ratings([PairedResult("a", "b", 1.0, 0), PairedResult("c", "d", 1.0, 1)], by_cluster=False)
    assert found.error("a", "c") > 10_000
    with pytest.raises(ValueError, match="at least one"):
        fit_ratings([])


def test_the_order_of_results_does_not_matter() -> None:
    results = random_results(np.random.default_rng(8), 40)
    one, other = fit_ratings(results), fit_ratings(results[::-1])
    for rating in one.ratings:
        assert other.rating(rating.name).elo == pytest.approx(rating.elo, abs=1e-6)


TRUE = {"a": 150.0, "b": 30.0, "c": -40.0, "d": -140.0}
ADVANTAGE, MARGIN = 40.0, 60.0


def simulated(rng: np.random.Generator, pairs: int, tilt: float) -> RatingTable:
    """A round robin with seats changed, drawn from the model, where openings favour the first of a pair by a tilt."""
    results = []
    for one, other in itertools.combinations(TRUE, 2):
        tilts = rng.normal(0, tilt, pairs) if tilt else np.zeros(pairs)
        for first, second, sign in ((one, other, 1), (other, one, -1)):
            lead = (TRUE[first] - TRUE[second] + ADVANTAGE + sign * tilts) / PER_LOGIT
            draw = rng.random(pairs)
            win = 1 / (1 + np.exp(-(lead - MARGIN / PER_LOGIT)))
            lose = 1 / (1 + np.exp(lead + MARGIN / PER_LOGIT))
            outcome = np.where(draw < win, 1.0, np.where(draw < 1 - lose, 0.5, 0.0))
            results += [
                PairedResult(first, second, float(each), hash((one, other, number)))
                for number, each in enumerate(outcome)
            ]
    return fit_ratings(results)


@pytest.mark.parametrize(
    ("runs", "low", "high"), [(400, 0.925, 0.98), pytest.param(10_000, 0.93, 0.97, marks=pytest.mark.slow)]
)
def test_intervals_hold_the_truth_as_often_as_they_say(runs: int, low: float, high: float) -> None:
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(runs):
        found = simulated(rng, 20, 0)
        held += sum(
            found.rating(name).interval.low <= elo <= found.rating(name).interval.high for name, elo in TRUE.items()
        )
    assert low <= held / runs / len(TRUE) <= high


def test_games_of_a_pair_that_go_the_same_way_widen_the_interval() -> None:
    """Both games of each pair have the same result: half as many are independent, and clusters show it."""
    rng = np.random.default_rng(2)
    single = [PairedResult("a", "b", float(rng.random() < 0.6), number, seated=False) for number in range(200)]
    double = [each for each in single for _ in range(2)]
    alone, naive, wise = fit_ratings(single), fit_ratings(double, by_cluster=False), fit_ratings(double)
    assert wise.error("a", "b") == pytest.approx(alone.error("a", "b"), rel=0.03)
    assert naive.error("a", "b") == pytest.approx(alone.error("a", "b") / math.sqrt(2), rel=0.03)
