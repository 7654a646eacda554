"""TD(λ) against returns as they are defined, and on a random walk whose values are known (Sutton 1988)."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.learning.temporal_difference.updates import Array, differences, update

STATES = 5
TRUE = np.arange(1, STATES + 1) / 3 - 1
"""What the states of the walk are worth if it ends with -1 on the left and 1 on the right."""


def lambda_return(values: Array, result: float, step: int, decay: float) -> float:
    """The mean of all n-step returns, of which the one after n steps counts λ^(n-1)(1-λ), and the result the rest."""
    left = len(values) - step
    looked_ahead = (1 - decay) * sum(decay ** (n - 1) * values[step + n] for n in range(1, left))
    return float(looked_ahead + decay ** (left - 1) * result)


@pytest.mark.parametrize("decay", [0.0, 0.3, 0.7, 1.0])
def test_traces_add_up_to_the_errors_of_returns(decay: float) -> None:
    random = np.random.default_rng(0)
    for length in (1, 2, 9):
        values, gradients = random.normal(size=length), random.normal(size=(length, 3))
        errors = [lambda_return(values, 0.5, step, decay) - values[step] for step in range(length)]
        np.testing.assert_allclose(update(values, gradients, 0.5, decay), errors @ gradients)


def test_a_result_counts_as_the_last_value() -> None:
    np.testing.assert_allclose(differences(np.array([0.0, 0.25]), 1.0), [0.25, 0.75])


def walk(random: np.random.Generator) -> tuple[list[int], float]:
    """The states of a walk from the middle, and where it ends."""
    states, state = [], STATES // 2
    while 0 <= state < STATES:
        states.append(state)
        state += 1 if random.random() < 0.5 else -1
    return states, 1.0 if state == STATES else -1.0


@pytest.mark.parametrize("decay", [0.0, 0.7, 1.0])
def test_the_values_of_a_random_walk_are_learnt(decay: float) -> None:
    random, weights = np.random.default_rng(1), np.zeros(STATES)
    for number in range(4_000):
        states, result = walk(random)
        weights += 0.05 / (1 + number / 300) * update(weights[states], np.eye(STATES)[states], result, decay)
    np.testing.assert_allclose(weights, TRUE, atol=0.1)
