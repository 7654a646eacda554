"""Means and intervals against numbers worked out by hand and taken from tables."""

from __future__ import annotations

import random
import statistics

import pytest

from ludens.arena.statistics import (
    difference_interval,
    estimate,
    pair_interval,
    student_quantile,
    wilson_interval,
)


def test_the_interval_by_pairs_by_hand() -> None:
    """Scores 0.5, 1, 0, 1, 0.5: mean 0.6, variance 0.7 / 4 = 0.175, error √0.035 = 0.18708, t(4) = 2.776."""
    found = estimate([0.5, 1, 0, 1, 0.5])
    assert found.pairs == 5
    assert found.mean == pytest.approx(0.6)
    assert found.by_pairs.low == pytest.approx(0.6 - 2.776 * 0.18708, abs=1e-3)
    assert found.by_pairs.high == 1  # 0.6 + 0.519 is cut
    inner = pair_interval([0.25, 0.5, 0.75])  # mean 0.5, error 0.25 / √3 = 0.14434, t(2) = 4.3027
    assert inner.low == 0
    narrow = pair_interval([0.45, 0.5, 0.55])
    assert [narrow.low, narrow.high] == pytest.approx([0.5 - 0.12421, 0.5 + 0.12421], abs=1e-4)


def test_wilson_by_hand() -> None:
    """8 of 10: z² = 3.8415, centre (0.8 + 0.19207) / 1.38415 = 0.71674, half width 0.22659: from 0.4902 to 0.9433."""
    found = wilson_interval(0.8, 10)
    assert [found.low, found.high] == pytest.approx([0.4902, 0.9433], abs=1e-4)
    assert wilson_interval(0, 10).low == pytest.approx(0, abs=1e-12)
    assert wilson_interval(0, 10).high == pytest.approx(0.2775, abs=1e-4)  # z² / (10 + z²)
    assert wilson_interval(1, 10).high == pytest.approx(1, abs=1e-12)


def test_equal_scores_do_not_make_a_point_of_an_interval() -> None:
    """0.025^(1/100) = 0.96378: a hundred even pairs leave 3.6 % of others, which win or lose; so do a hundred wins."""
    even = pair_interval([0.5] * 100)
    assert [even.low, even.high] == pytest.approx([0.48189, 0.51811], abs=1e-5)
    won, lost = pair_interval([1.0] * 100), pair_interval([0.0] * 100)
    assert [won.low, won.high] == pytest.approx([0.96378, 1], abs=1e-5)
    assert [lost.low, lost.high] == pytest.approx([0, 0.03622], abs=1e-5)
    one = pair_interval([0.5])
    assert [one.low, one.high] == pytest.approx([0.0125, 0.9875])


@pytest.mark.parametrize("count", [1, 2, 5, 20, 100])
def test_equal_scores_hold_the_truth_as_often_as_they_say(count: int) -> None:
    """Whatever pairs score, they are hardly ever all alike with an interval that misses their mean.

    Distributions are at random, and those that are hardest for the interval: all others are wins, or losses, and so
    many that as many equal scores in a row are just not to be expected.
    """
    rng = random.Random(count)
    rare = 1 - 0.025 ** (1 / count)
    parts = rare / 2, rare, 1.05 * rare, 2 * rare
    among = (0.5, 0.0), (0.5, 1.0), (1.0, 0.0), (0.9, 0.0)
    hardest = [{usual: 1 - part, other: part} for part in parts for usual, other in among]
    others = [dict.fromkeys((rng.random() for _ in range(3)), 0.0) for _ in range(20)]
    at_random = [{score: rng.random() ** 3 for score in listed} for listed in others]
    for weights in (*hardest, *at_random):
        chances = {score: max(0.0, weight) for score, weight in weights.items()}
        whole = sum(chances.values())
        mean = sum(score * chance for score, chance in chances.items()) / whole
        missed = 0.0
        for score, chance in chances.items():
            found = pair_interval([score] * count)
            missed += 0 if found.low <= mean <= found.high else (chance / whole) ** count
        assert missed <= 0.05, chances


def test_rare_other_scores_are_allowed_for() -> None:
    """Sixty pairs of which one in fifty is lost: all even in three samples of ten, and the mean is held there."""
    rng = random.Random(2)
    held = alike = 0
    for _ in range(2_000):
        scores = rng.choices((0.5, 0.0), (0.98, 0.02), k=60)
        if min(scores) == max(scores):
            alike += 1
            found = pair_interval(scores)
            held += found.low <= 0.49 <= found.high
    assert alike > 400
    assert held == alike


@pytest.mark.parametrize(
    ("probability", "freedom", "expected"),
    [
        (0.975, 1, 12.706), (0.975, 2, 4.303), (0.975, 3, 3.182), (0.975, 4, 2.776), (0.975, 5, 2.571),
        (0.975, 10, 2.228), (0.975, 30, 2.042), (0.975, 120, 1.980), (0.95, 5, 2.015), (0.995, 5, 4.032),
        (0.995, 20, 2.845), (0.9, 3, 1.638),
    ],
)  # fmt: skip
def test_student_quantiles_of_the_tables(probability: float, freedom: int, expected: float) -> None:
    assert student_quantile(probability, freedom) == pytest.approx(expected, rel=2e-3)


def test_differences_of_the_same_pairs() -> None:
    """Differences 0.5, 0, 0.5, 0: mean 0.25, error 0.288675 / 2 = 0.144338, t(3) = 3.182."""
    mean, interval = difference_interval([1, 0.5, 0.5, 0], [0.5, 0.5, 0, 0])
    assert mean == pytest.approx(0.25)
    assert interval.low == pytest.approx(0.25 - 3.182 * 0.144338, abs=2e-3)
    assert interval.high == pytest.approx(0.25 + 3.182 * 0.144338, abs=2e-3)
    with pytest.raises(ValueError, match="shorter"):
        difference_interval([1, 0], [1])


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Pairs that score 0, ½ or 1 with chances 0.2, 0.5 and 0.3, whose mean is 0.55, again and again."""
    rng = random.Random(1)
    held = {"by_pairs": 0, "simple": 0}
    for _ in range(1_000):
        found = estimate(rng.choices((0, 0.5, 1), (0.2, 0.5, 0.3), k=30))
        held["by_pairs"] += found.by_pairs.low <= 0.55 <= found.by_pairs.high
        held["simple"] += found.simple.low <= 0.55 <= found.simple.high
    assert 930 <= held["by_pairs"] <= 970
    assert held["simple"] >= 980  # it allows for all the variance there can be, and these scores have half of it


def test_more_confidence_is_wider() -> None:
    scores = [0.2, 0.4, 0.6, 0.8, 0.5]
    usual, sure = pair_interval(scores), pair_interval(scores, 0.99)
    assert sure.low < usual.low < statistics.fmean(scores) < usual.high < sure.high


def test_no_scores_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        estimate([])
