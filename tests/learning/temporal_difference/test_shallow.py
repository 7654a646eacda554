"""Shallow searches against plain recursion, and how their values change with the weights."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ludens.engine.rows import Rows
from ludens.games.odd import Odd
from ludens.games.odd.evaluation import EmptyCells
from ludens.games.ropasci import Ropasci
from ludens.learning.temporal_difference.evaluation import TanhOfSum, signed
from ludens.learning.temporal_difference.games import at_random, openings
from ludens.learning.temporal_difference.learning import Learner
from ludens.learning.temporal_difference.shallow import at_once, in_turns, worth
from ludens.learning.temporal_difference.updates import Array
from ludens.search.evaluations.static import Static
from ludens.search.matrix.game import solve
from ludens.studies.documents.odd_learning import with_fullness
from ludens.studies.documents.ropasci_learning import six_figures

ODD = Odd()


def odd_positions(stones: int, count: int) -> Rows:
    return openings(ODD.engine, at_random(ODD.engine), count, stones, np.random.default_rng(3))


def plain_minimax(evaluation: Static, row: Rows, depth: int) -> float:
    """The value to the first role, position by position."""
    (state,) = ODD.unpack(row)
    if ODD.is_terminal(state):
        return ODD.goals(state)[0] / 50 - 1
    if depth == 0:
        return float(signed(evaluation, ODD.engine, row)[0])
    pairs = itertools.product(ODD.legal_moves(state, 0), ODD.legal_moves(state, 1))
    values = [plain_minimax(evaluation, ODD.pack([ODD.next_state(state, pair)]), depth - 1) for pair in pairs]
    return max(values) if state.mover == 0 else min(values)


@pytest.mark.parametrize(("stones", "depth"), [(20, 1), (21, 1), (55, 2), (56, 3), (59, 2), (59, 3)])
def test_minimax_is_that_of_plain_recursion(stones: int, depth: int) -> None:
    weights = np.random.default_rng(0).normal(size=14)
    evaluation, rows = TanhOfSum(with_fullness, weights), odd_positions(stones, 2)
    found = in_turns(ODD.engine, evaluation, depth)(rows, np.random.default_rng(0))
    expected = [plain_minimax(evaluation, row[None], depth) for row in rows]
    np.testing.assert_allclose(found.values, expected, atol=1e-8)
    np.testing.assert_allclose(worth(ODD.engine, evaluation, found.leaves)[0], found.values)
    following = ODD.engine.step(rows, found.moves)
    after = [plain_minimax(evaluation, row[None], depth - 1) for row in following]
    np.testing.assert_allclose(after, expected, atol=1e-8)


def test_moves_that_are_alike_are_drawn() -> None:
    search, rows = in_turns(ODD.engine, EmptyCells(), 1), odd_positions(20, 1)
    drawn = {tuple(search(rows, np.random.default_rng(seed)).moves[0]) for seed in range(8)}
    assert len(drawn) > 1


ROPASCI = Ropasci()
WIDE = ROPASCI.engine.guided(moves="wide")


def ropasci_positions(count: int) -> Rows:
    return openings(ROPASCI.engine, at_random(WIDE), count, 6, np.random.default_rng(5))


def at_once_values(weights: Array, rows: Rows) -> Array:
    search = at_once(ROPASCI.engine, TanhOfSum(six_figures, weights), WIDE)
    return search(rows, np.random.default_rng(0)).values


def test_a_turn_is_the_matrix_of_what_follows() -> None:
    evaluation, rows = TanhOfSum(six_figures, np.array([0.3, 0.1, 0.4, 0.2, -0.1, -0.05])), ropasci_positions(3)
    found = at_once(ROPASCI.engine, evaluation, WIDE)(rows, np.random.default_rng(0))
    for number, row in enumerate(rows):
        first, second = (np.flatnonzero(table[0]) for table in WIDE.legal(row[None]))
        matrix = [
            [
                worth(ROPASCI.engine, evaluation, ROPASCI.engine.step(row[None], np.array([[one, other]])))[0][0]
                for other in second
            ]
            for one in first
        ]
        assert found.values[number] == pytest.approx(solve(np.array(matrix)).value)
        assert found.moves[number, 0] in first
        assert found.moves[number, 1] in second
        assert found.chances[found.of == number].sum() == pytest.approx(1)


def test_the_gradient_of_a_turn_is_that_of_small_differences() -> None:
    weights, rows, small = np.array([0.31, 0.12, 0.43, 0.21, -0.13, -0.05]), ropasci_positions(8), 1e-6
    evaluation = TanhOfSum(six_figures, weights)
    random = np.random.default_rng(0)
    learner = Learner(at_once(ROPASCI.engine, evaluation, WIDE), evaluation, random, leaf=True)
    _, gradients = learner.seen_at_leaves(at_once(ROPASCI.engine, evaluation, WIDE)(rows, random))
    for place, nudge in enumerate(small * np.eye(len(weights))):
        slope = (at_once_values(weights + nudge, rows) - at_once_values(weights - nudge, rows)) / (2 * small)
        np.testing.assert_allclose(gradients[:, place], slope, atol=1e-5)
