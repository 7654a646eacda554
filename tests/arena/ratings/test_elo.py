"""Elo differences: the logistic table, likelihoods of superiority against exact ones, intervals by simulation."""

from __future__ import annotations

import math
import random

import pytest
from scipy import stats

from ludens.arena.ratings.elo import difference, elo_of, expected_score, likelihood_of_superiority


@pytest.mark.parametrize(
    ("elo", "score"), [(0, 0.5), (50, 0.571), (100, 0.640), (200, 0.760), (300, 0.849), (400, 10 / 11), (-100, 0.360)]
)
def test_the_logistic_table(elo: float, score: float) -> None:
    assert expected_score(elo) == pytest.approx(score, abs=6e-4)
    assert elo_of(expected_score(elo)) == pytest.approx(elo, abs=1e-9)


def test_the_ends_are_infinite_and_beyond_them_is_nothing() -> None:
    assert elo_of(1) == math.inf
    assert elo_of(0) == -math.inf
    with pytest.raises(ValueError, match="between 0 and 1"):
        elo_of(1.1)
    with pytest.raises(ValueError, match="at least one"):
        difference([])


@pytest.mark.parametrize(("wins", "losses"), [(30, 20), (200, 180), (55, 70), (1000, 1000), (12, 3)])
def test_superiority_is_near_the_exact_one(wins: int, losses: int) -> None:
    """With a uniform prior the chance of a win has a beta distribution after the results; draws cancel out."""
    exact = stats.beta(wins + 1, losses + 1).sf(0.5)
    assert likelihood_of_superiority(wins, losses) == pytest.approx(exact, abs=0.01)


def test_superiority_without_results_is_even() -> None:
    assert likelihood_of_superiority(0, 0) == 0.5


def test_a_difference_by_hand() -> None:
    """60 wins and 40 losses: 0.6 is 70.4 Elo; its error is 0.0492, and 0.6 ± 1.984 · 0.0492 are 0.5023 and 0.6977."""
    found = difference([1.0] * 60 + [0.0] * 40)
    assert found.elo == pytest.approx(70.4, abs=0.1)
    assert found.interval.low == pytest.approx(elo_of(0.5023), abs=0.5)
    assert found.interval.high == pytest.approx(elo_of(0.6977), abs=0.5)
    assert found.superiority == pytest.approx(stats.norm.cdf(0.1 / 0.0492), abs=1e-3)


def test_intervals_of_differences_hold_the_truth_as_often_as_they_say() -> None:
    """Pairs of games whose two results depend on each other through the opening."""
    rng, held, runs = random.Random(4), 0, 2_000
    truth = elo_of(0.55)
    for _ in range(runs):
        found = difference([_pair(rng) for _ in range(60)])
        held += found.interval.low <= truth <= found.interval.high
    assert 0.93 <= held / runs <= 0.97


def _pair(rng: random.Random) -> float:
    """Openings favour the first seat by up to 0.3: what one game gains by it the other loses; the mean is 0.55."""
    tilt = rng.uniform(-0.3, 0.3)
    return ((rng.random() < 0.55 + tilt) + (rng.random() < 0.55 - tilt)) / 2
