"""The sequential test against published tests of chess programs, a slow twin, and its promised rates of error."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from scipy.optimize import minimize

from ludens.arena.ratings.elo import expected_score
from ludens.arena.ratings.sprt import PENTANOMIAL, Sprt, Verdict, log_likelihood_ratio
from ludens.game import ParameterError

PUBLISHED_PAIRS = [
    ((253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),
    ((58, 3302, 33130, 3518, 84), 0.25, 1.25, 2.97),
    ((491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),
    ((17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),
    ((11, 407, 3238, 513, 11), 0.25, 1.75, 2.93),
    ((149, 4748, 32785, 5063, 159), 0.25, 1.75, 2.95),
    ((424, 2948, 5832, 3045, 460), -1, 3, 2.94),
    ((1284, 17437, 55536, 18085, 1292), 0, 2, 2.94),
]
"""Pairs lost to won, the hypotheses in Elo, and the ratio: tests of Stockfish in 2020, from its pull requests 3209,
3098, 2971, 2950 and 2493."""


@pytest.mark.parametrize(("pairs", "elo0", "elo1", "published"), PUBLISHED_PAIRS)
def test_published_tests_by_pairs(pairs: tuple[int, ...], elo0: float, elo1: float, published: float) -> None:
    found = Sprt(elo0, elo1).ratio(dict(zip(PENTANOMIAL, pairs, strict=True)))
    assert found == pytest.approx(published, abs=0.006)


def test_bounds_of_wald() -> None:
    assert Sprt().bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(alpha=0.05, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert [Sprt().verdict(ratio) for ratio in (-3, 0, 3)] == [Verdict.H0, Verdict.CONTINUE, Verdict.H1]


def naive_ratio(counts: dict[float, float], score0: float, score1: float) -> float:
    """The same by a general optimiser: the largest likelihood of a distribution with the mean, for both means."""
    values, weights = np.array(list(counts)), np.array(list(counts.values()))

    def largest(mean: float) -> float:
        found = minimize(
            lambda chances: -float(weights @ np.log(chances)),
            np.full(len(values), 1 / len(values)),
            method="SLSQP",
            bounds=[(1e-9, 1)] * len(values),
            constraints=[
                {"type": "eq", "fun": lambda chances: chances.sum() - 1},
                {"type": "eq", "fun": lambda chances: float(values @ chances) - mean},
            ],
            options={"ftol": 1e-12, "maxiter": 500},
        )
        return -float(found.fun)

    return largest(score1) - largest(score0)


def test_the_ratio_is_that_of_a_general_optimiser() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        counts = dict(zip(PENTANOMIAL, map(float, rng.integers(3, 60, 5)), strict=True))
        low, high = sorted(rng.uniform(0.4, 0.6, 2))
        assert log_likelihood_ratio(counts, low, high) == pytest.approx(naive_ratio(counts, low, high), abs=2e-3)


def test_other_scores_than_of_pairs_will_do() -> None:
    counts = {1 / 3: 30.0, 0.5: 20.0, 0.8: 40.0, 0.0: 4.0, 1.0: 5.0}
    assert log_likelihood_ratio(counts, 0.5, 0.55) == pytest.approx(naive_ratio(counts, 0.5, 0.55), abs=2e-3)
    assert log_likelihood_ratio({}, 0.5, 0.55) == 0
    with pytest.raises(ValueError, match="between 0 and 1"):
        log_likelihood_ratio({1.5: 3}, 0.5, 0.55)


def test_a_few_equal_results_are_no_proof() -> None:
    assert Sprt(0, 10).verdict(Sprt(0, 10).of_scores([1.0] * 5)) is Verdict.CONTINUE
    assert Sprt(0, 10).of_scores([0.5] * 50) < 0


def test_what_makes_no_test_is_refused() -> None:
    with pytest.raises(ParameterError, match="more than elo0"):
        Sprt(5, 5)
    with pytest.raises(ParameterError, match="alpha and beta lie between"):
        Sprt(alpha=0)


def rejected(truth: float, runs: int, seed: int) -> float:
    """How often a test of 0 against 60 Elo ends with H1, looked at every eight pairs, if ``truth`` is true."""
    rng, test, ended = np.random.default_rng(seed), Sprt(0, 60), 0
    score = expected_score(truth)
    # Games won, drawn and lost, with a mean of the score; the two games of a pair share a tilt from the opening.
    for _ in range(runs):
        counts: Counter[float] = Counter()
        while True:
            tilt = rng.uniform(-0.2, 0.2, 8)
            one, other = (rng.random(8) < score + sign * tilt for sign in (1, -1))
            drawn = rng.random(8) < 0.3
            counts.update(((np.where(drawn, score, one) * 2 + other * 2) / 4).round(9).tolist())
            verdict = test.verdict(test.ratio(counts))
            if verdict is not Verdict.CONTINUE:
                ended += verdict is Verdict.H1
                break
    return ended / runs


@pytest.mark.parametrize(("runs", "slack"), [(250, 0.04), pytest.param(4_000, 0.01, marks=pytest.mark.slow)])
def test_rates_of_error_are_within_those_allowed(runs: int, slack: float) -> None:
    assert rejected(0, runs, 1) <= 0.05 + slack
    assert 1 - rejected(60, runs, 2) <= 0.05 + slack
