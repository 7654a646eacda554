"""Safe strategies that gain from mistakes: as sure as an equilibrium, nearly, and better against who errs."""

from __future__ import annotations

import math

import numpy as np
import pytest

import ludens
from ludens.engine.rows import Rows
from ludens.search.matrix.exploitability import Chances, Positions, Strategist
from ludens.search.matrix.game import solve
from ludens.search.matrix.mistakes import TRUST, fallible, gaining
from ludens.search.matrix.whole_game import WholeGame

GAMES = ("goofspiel(cards=4)", "goofspiel(cards=4, order=2-4-1-3)", "oshi_zumo(coins=6, size=2)", "rock_paper_scissors")


@pytest.mark.parametrize("seed", range(40))
def test_no_strategy_weighs_gain_and_safety_better(seed: int) -> None:
    """The slow twin: many strategies at random, and all pure ones."""
    random = np.random.default_rng(seed)
    matrix = random.integers(0, 5, random.integers(2, 7, 2)).astype(float)
    found = solve(matrix)
    expected = fallible(matrix, found, 4.0)
    assert expected.sum() == pytest.approx(1)
    own = gaining(matrix, found, 4.0)

    def weighed(strategy: Chances) -> float:
        return float(TRUST * strategy @ matrix @ expected + (1 - TRUST) * (strategy @ matrix).min())

    height = len(matrix)
    others = [found.row, *np.eye(height), *random.dirichlet(np.full(height, 0.5), 500)]
    assert all(weighed(other) <= weighed(own) + 1e-9 for other in others)
    assert own @ matrix @ expected >= found.row @ matrix @ expected - 1e-9


def test_of_two_safe_moves_it_makes_the_one_that_mistakes_cost_more() -> None:
    """Both rows are sure of 1; only the second gains when the other one errs."""
    matrix = np.array([[1.0, 1.0], [1.0, 3.0]])
    assert gaining(matrix, solve(matrix), 4.0).tolist() == pytest.approx([0, 1])


def playing(whole: WholeGame, *, gains: bool) -> Strategist:
    def strategist(row: Rows, role: int) -> Chances:
        known = whole.solved(row[0])
        assert known is not None
        return known.gaining(role) if gains else (known.found.row, known.found.column)[role]

    return strategist


@pytest.mark.parametrize("name", GAMES)
def test_next_to_nothing_is_given_away_in_whole_games(name: str) -> None:
    engine = ludens.load(name).engine
    whole, every = WholeGame(engine), Positions(engine, name)
    whole.work(math.inf)
    assert max(every.exploited(playing(whole, gains=True)).lost) < 0.01


@pytest.mark.parametrize("name", GAMES[:2])
def test_who_errs_loses_more_than_to_an_equilibrium(name: str) -> None:
    engine = ludens.load(name).engine
    whole, every = WholeGame(engine), Positions(engine, name)
    whole.work(math.inf)

    def score(gains: bool) -> float:
        """The first role's, against a second one that errs at times."""

        def value(number: int, place: int, matrix: Chances) -> float:
            known = whole.solved(every.layers[number].rows[place])
            assert known is not None
            own = known.gaining(0) if gains else known.found.row
            return float(own @ matrix @ fallible(known.matrix, known.found, whole.scale))

        return float(every.backwards(value)[0][0])

    assert score(gains=True) > score(gains=False) > every.value
