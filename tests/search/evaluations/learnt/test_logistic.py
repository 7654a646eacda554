"""Logistic regression, compared with a plain Newton iteration."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from ludens.search.evaluations.learnt.judging import ranking
from ludens.search.evaluations.learnt.logistic import Logit, Regression, log_loss
from ludens.search.evaluations.learnt.model import logistic


def newton(counts: np.ndarray, targets: np.ndarray, penalty: np.ndarray, steps: int = 50) -> np.ndarray:
    """The textbook: full Hessians in double precision, with a last column of ones that has no penalty."""
    wide = np.concatenate([counts.astype(np.float64), np.ones((len(counts), 1))], axis=1)
    prior = np.zeros((wide.shape[1],) * 2)
    prior[:-1, :-1] = penalty
    weights = np.zeros(wide.shape[1])
    for _ in range(steps):
        chances = 1 / (1 + np.exp(-wide @ weights))
        slope = wide.T @ (chances - targets) + prior @ weights
        bend = (wide * (chances * (1 - chances))[:, None]).T @ wide + prior
        weights -= np.linalg.solve(bend, slope)
    return weights


def sample(seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    counts = random.integers(-2, 3, (3_000, 12)).astype(np.int8)
    chances = 1 / (1 + np.exp(-(counts @ random.normal(0, 0.5, 12) + 0.3)))
    return counts, (random.random(3_000) < chances).astype(np.float64)


def test_the_weights_are_those_of_newton() -> None:
    counts, targets = sample()
    groups = sparse.csr_array(np.random.default_rng(2).integers(-1, 2, (12, 5)).astype(np.float64))
    penalty = 10 * np.linalg.inv(np.eye(12) + (groups @ groups.T).toarray())
    found = Regression(groups, 10.0, has_offset=True).fit(counts, targets)
    wanted = newton(counts, targets, penalty)
    np.testing.assert_allclose(found.weights, wanted[:-1], atol=2e-3)
    np.testing.assert_allclose(found.offset, wanted[-1], atol=2e-3)


def test_a_good_start_changes_nothing_but_the_way() -> None:
    counts, targets = sample()
    regression = Regression(sparse.csr_array((12, 0)), 1.0, has_offset=False)
    found = regression.fit(counts, targets)
    again = regression.fit(counts, targets, Logit(np.ones(12)))
    np.testing.assert_allclose(found.weights, again.weights, atol=2e-3)
    assert found.offset == 0.0


def test_loss_and_ranking_by_hand() -> None:
    scores = np.array([0.0, 2.0])
    np.testing.assert_allclose(log_loss(scores, np.array([0.5, 1.0])), (np.log(2) + np.log1p(np.exp(-2.0))) / 2)
    np.testing.assert_allclose(logistic(scores), [0.5, 1 / (1 + np.exp(-2.0))])
    assert ranking(np.array([0.1, 0.9, 0.5]), np.array([0.0, 1.0, 0.5])) == 1.0
    assert ranking(np.array([0.9, 0.1]), np.array([0.0, 1.0])) == 0.0
    assert ranking(np.array([0.5, 0.5, 0.7]), np.array([0.0, 1.0, 1.0])) == 0.75
    assert ranking(np.array([0.5]), np.array([1.0])) == 0.5
