"""Dominated moves: against linear programs by HiGHS, and what must not change."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from ludens.search.matrix.dominance import dominating, highest_useless, undominated
from ludens.search.matrix.game import Matrix, solve


def feasible(least: Matrix, most: Matrix) -> bool:
    """Whether x·P ≥ f, x ≥ 0, Σx = 1 has a solution."""
    count = len(least)
    found = linprog(np.zeros(count), A_ub=-least.T, b_ub=-most, A_eq=np.ones((1, count)), b_eq=[1.0])
    assert found.status in (0, 2)
    return bool(found.status == 0)


def best_at(least: Matrix, most: Matrix, place: int) -> float | None:
    """The largest x·P at the place, where x·P ≥ f elsewhere."""
    count, columns = least.shape
    elsewhere = np.arange(columns) != place
    limits = {"A_ub": -least.T[elsewhere], "b_ub": -most[elsewhere]} if columns > 1 else {}
    found = linprog(-least[:, place], A_eq=np.ones((1, count)), b_eq=[1.0], **limits)
    return -float(found.fun) if found.status == 0 else None


def whole(rng: np.random.Generator, below: int, shape: object) -> Matrix:
    """Whole numbers from 0, as floats."""
    return np.asarray(rng.integers(0, below, shape), dtype=np.float64)  # type: ignore[call-overload]


def test_mixtures_that_dominate_by_hand() -> None:
    # Half of each of two rows is 2 everywhere.
    least = np.array([[4.0, 0.0], [0.0, 4.0]])
    assert dominating(least, np.array([2.0, 2.0])) == pytest.approx([0.5, 0.5])
    assert dominating(least, np.array([2.1, 2.0])) is None
    assert dominating(least, np.array([4.0, -1.0])) == pytest.approx([1.0, 0.0])
    assert dominating(least[:0], np.array([0.0, 0.0])) is None


def test_domination_is_what_the_linear_program_says() -> None:
    rng, answers = np.random.default_rng(1), []
    for _ in range(400):
        rows, columns = rng.integers(1, 6, 2)
        least, most = whole(rng, 5, (rows, columns)), whole(rng, 5, columns) - 0.6
        found = dominating(least, most)
        answers.append(found is not None)
        assert answers[-1] == feasible(least, most)
        if found is not None:
            assert (found @ least >= most - 1e-9).all()
            assert found.sum() == pytest.approx(1.0)
    assert 40 < sum(answers) < 360


def test_thresholds_are_what_the_linear_program_says() -> None:
    rng, found_some = np.random.default_rng(2), 0
    for _ in range(400):
        rows, columns = rng.integers(1, 6, 2)
        least, most = whole(rng, 5, (rows, columns)), whole(rng, 5, columns) - 0.6
        place = int(rng.integers(columns))
        expected = best_at(least, most, place)
        found = highest_useless(least, most, place, -1.0)
        assert found == pytest.approx(-1.0 if expected is None else expected, abs=1e-8)
        found_some += expected is not None
    assert 40 < found_some < 400


def test_the_value_stays_the_same() -> None:
    rng, gone = np.random.default_rng(3), 0
    for _ in range(200):
        matrix = whole(rng, 6, rng.integers(1, 7, 2))
        rows, columns = undominated(matrix, matrix)
        assert solve(matrix[np.ix_(rows, columns)]).value == pytest.approx(solve(matrix).value, abs=1e-9)
        gone += matrix.size - len(rows) * len(columns)
    assert gone > 500


def test_bounds_allow_no_more_than_values_do() -> None:
    """Whatever the entries turn out to be between their bounds, the value of the game is that of what was left."""
    rng, gone = np.random.default_rng(4), 0
    for _ in range(200):
        least = whole(rng, 6, rng.integers(2, 6, 2))
        most = least + whole(rng, 3, least.shape) * (rng.random(least.shape) < 0.5)
        rows, columns = undominated(least, most)
        gone += least.size - len(rows) * len(columns)
        for _ in range(5):
            matrix = least + rng.random(least.shape) * (most - least)
            assert solve(matrix[np.ix_(rows, columns)]).value == pytest.approx(solve(matrix).value, abs=1e-8)
    assert gone > 200


def test_of_equal_rows_one_is_left() -> None:
    rows, columns = undominated(np.ones((4, 3)), np.ones((4, 3)))
    assert (len(rows), len(columns)) == (1, 1)
