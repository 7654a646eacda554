"""The tangent of a sum: its gradient, and what searches see of it."""

from __future__ import annotations

import numpy as np

from ludens.games.odd import Odd
from ludens.learning.temporal_difference.evaluation import WIDEST, TanhOfSum, signed
from ludens.search.evaluations.static import MARGIN


def test_the_gradient_is_that_of_small_differences() -> None:
    random, small = np.random.default_rng(0), 1e-6
    features, weights = random.normal(size=(7, 4)), random.normal(size=4)
    found = TanhOfSum(lambda rows: features, weights).gradients(features)
    for place, nudge in enumerate(small * np.eye(4)):
        above, below = (TanhOfSum(lambda rows: features, weights + step).values(features) for step in (nudge, -nudge))
        np.testing.assert_allclose(found[:, place], (above - below) / (2 * small), atol=1e-8)


def test_roles_have_opposite_values_short_of_a_win() -> None:
    evaluation = TanhOfSum(lambda rows: np.array([[50.0], [-50.0], [0.0]]), np.ones(1))
    engine = Odd().engine
    values = evaluation(engine, engine.initial(3))
    np.testing.assert_allclose(values, [[1 - MARGIN, MARGIN], [MARGIN, 1 - MARGIN], [0.5, 0.5]])
    np.testing.assert_allclose(signed(evaluation, engine, engine.initial(3)), [WIDEST, -WIDEST, 0.0])
