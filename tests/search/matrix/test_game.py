"""Matrix games: against fractions, against HiGHS, and by their best answers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from ludens.game import LudensError, ParameterError
from ludens.search.matrix import game as matrix_game
from ludens.search.matrix.game import (
    Equilibrium,
    Matrix,
    by_linear_programming,
    by_simplex,
    double_oracle,
    saddle_point,
    solve,
    tolerated,
)
from tests.search.matrix.exact_matrix_game import exact_value


def verify(matrix: Matrix, found: Equilibrium) -> None:
    """Strategies are chances, nobody gains by another choice, and the value is what both make sure of."""
    spread = float(matrix.max() - matrix.min())
    for chances, size in zip((found.row, found.column), matrix.shape, strict=True):
        assert chances.shape == (size,)
        assert (chances >= 0).all()
        assert chances.sum() == pytest.approx(1.0)
    low, high = (found.row @ matrix).min(), (matrix @ found.column).max()
    assert high - low <= 1.01 * tolerated(matrix) + 1e-12 * np.abs(matrix).max()
    assert low - 1e-9 * spread <= found.value <= high + 1e-9 * spread or found.value == pytest.approx(low)


tables = some.tuples(some.integers(1, 4), some.integers(1, 4)).flatmap(
    lambda shape: some.lists(
        some.lists(some.integers(-3, 3), min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
    )
)


@given(tables)
@settings(max_examples=200, deadline=None)
def test_values_are_those_of_fractions(rows: list[list[int]]) -> None:
    matrix, exact = np.array(rows, dtype=np.float64), float(exact_value(rows))
    for method in (solve, by_simplex, by_linear_programming):
        found = method(matrix)
        verify(matrix, found)
        assert found.value == pytest.approx(exact, abs=1e-9)


def wide(shape: tuple[int, ...], rng: np.random.Generator) -> Matrix:
    """Entries from 1e-9 to 1e9, of both signs."""
    return np.asarray(10.0 ** rng.uniform(-9, 9, shape) * rng.choice([-1, 1], shape))


def tied(shape: tuple[int, ...], rng: np.random.Generator) -> Matrix:
    return rng.integers(0, 2, shape).astype(np.float64)


def doubled(shape: tuple[int, ...], rng: np.random.Generator) -> Matrix:
    """Few rows and columns, each several times."""
    small = rng.random((3, 4))
    return np.ascontiguousarray(small[rng.integers(3, size=shape[0])][:, rng.integers(4, size=shape[1])])


def nearly_tied(shape: tuple[int, ...], rng: np.random.Generator) -> Matrix:
    return np.asarray(tied(shape, rng) + 1e-13 * rng.random(shape))


def plain(shape: tuple[int, ...], rng: np.random.Generator) -> Matrix:
    return rng.normal(size=shape)


@pytest.mark.parametrize("kind", [plain, wide, tied, doubled, nearly_tied])
@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (2, 2), (5, 7), (20, 20), (3, 40), (40, 3)])
def test_equilibria_have_no_better_answers(
    kind: Callable[[tuple[int, ...], np.random.Generator], Matrix], shape: tuple[int, int]
) -> None:
    rng = np.random.default_rng(shape[0] * 100 + shape[1])
    for number in range(20):
        matrix = kind(shape, rng)
        found = solve(matrix)
        verify(matrix, found)
        if number < 3:
            by_highs = by_linear_programming(matrix)
            assert found.value == pytest.approx(by_highs.value, abs=200 * tolerated(matrix) + 1e-12)


@given(some.integers(1, 6), some.integers(1, 6), some.floats(-1e9, 1e9))
@settings(max_examples=50, deadline=None)
def test_constant_matrices(rows: int, columns: int, entry: float) -> None:
    found = solve(np.full((rows, columns), entry))
    assert (found.value, found.gap) == (entry, 0.0)


@given(some.integers(0, 10**6), some.floats(1e-9, 1e9), some.floats(-1e9, 1e9))
@settings(max_examples=100, deadline=None)
def test_scale_and_shift_change_only_the_value(seed: int, scale: float, shift: float) -> None:
    matrix = np.random.default_rng(seed).random((4, 5))
    moved = matrix * scale + shift
    found = solve(moved)
    verify(moved, found)
    assert found.value == pytest.approx(solve(matrix).value * scale + shift, abs=1e-8 * scale + 1e-15 * abs(shift))


def test_the_largest_and_smallest_numbers() -> None:
    for size in (1e308, 1e-308, 5e-324):
        found = solve(np.array([[size, -size], [-size, size]]))
        assert found.value == pytest.approx(0.0, abs=size)
        assert found.row.sum() == pytest.approx(1.0)


def test_games_known_from_books() -> None:
    pennies = solve([[1, -1], [-1, 1]])
    assert pennies.value == pytest.approx(0)
    assert pennies.row.tolist() == pytest.approx([0.5, 0.5])
    # Rock counts double where it wins: rock 1/4, paper 1/2, scissors 1/4.
    shapes = solve([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    assert shapes.value == pytest.approx(0)
    assert shapes.row.tolist() == pytest.approx([0.25, 0.5, 0.25])
    # Colonel Blotto with 4 soldiers against 3 on two fields (Karlin 1959): the value is 14/9.
    blotto = [[4, 2, 1, 0], [1, 3, 0, -1], [-2, 2, 2, -2], [-1, 0, 3, 1], [0, 1, 2, 4]]
    assert exact_value(blotto) == Fraction(14, 9)
    assert solve(blotto).value == pytest.approx(14 / 9)


def test_a_saddle_point_needs_no_chance() -> None:
    matrix = np.array([[3.0, 1.0, 4.0], [2.0, 0.0, 9.0]])
    assert saddle_point(matrix) == (0, 1)
    found = solve(matrix)
    assert (found.value, found.row.tolist(), found.column.tolist()) == (1.0, [1.0, 0.0], [0.0, 1.0, 0.0])
    assert saddle_point(np.array([[1.0, -1.0], [-1.0, 1.0]])) is None


def test_few_lines_of_a_wide_matrix_are_looked_at() -> None:
    rng = np.random.default_rng(1)
    matrix = rng.random((12, 40_000))
    seen: set[int] = set()

    def column_of(column: int) -> Matrix:
        seen.add(column)
        return matrix[:, column]

    found = double_oracle(matrix.shape, lambda row: matrix[row], column_of)
    verify(matrix, found)
    assert found.value == pytest.approx(by_simplex(matrix).value, abs=1e-9)
    assert len(seen) < 100
    whole = solve(matrix)
    verify(matrix, whole)
    assert whole.value == pytest.approx(found.value)


def test_where_the_simplex_method_fails_another_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = np.random.default_rng(2).random((5, 5))
    right = solve(matrix)

    def wrong(table: Matrix) -> Equilibrium:
        return Equilibrium(0.0, np.full(5, 0.2), np.full(5, 0.2), 1.0)

    monkeypatch.setattr(matrix_game, "by_simplex", wrong)
    assert solve(matrix).value == pytest.approx(right.value, abs=1e-9)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([], "needs rows and columns"),
        ([[]], "needs rows and columns"),
        ([1, 2], "needs rows and columns"),
        ([[1, 2], [3]], "rows of equal length"),
        ([["a"]], "consists of numbers"),
        ([[float("nan")]], "finite numbers"),
        ([[1, float("inf")]], "finite numbers"),
    ],
)
def test_what_is_no_matrix_is_refused(matrix: Any, message: str) -> None:
    with pytest.raises(ParameterError, match=message) as caught:
        solve(matrix)
    assert isinstance(caught.value, LudensError)
