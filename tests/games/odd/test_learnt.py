"""The learnt evaluation of Odd: features by hand, weights that say something of other games."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.games.hexagon.cells import CELLS
from ludens.games.odd import Odd, OddState
from ludens.games.odd.clusters import small_clusters
from ludens.games.odd.learnt import COUNTS, features, learnt_odd
from ludens.search.evaluations.sample import random_positions


def test_features_of_an_empty_board_are_even_and_empty() -> None:
    game = Odd()
    found = features(game.pack([OddState(0, 0)]))[0]
    ways = len(COUNTS)
    assert found.tolist() == [-1.0] * ways + [0.0] * (2 * ways + 1)


def test_features_are_parities_and_parities_times_fullness() -> None:
    game = Odd()
    rows = random_positions(game, 64, 1).rows
    found, counts = features(rows), np.zeros(len(rows), dtype=np.int64)
    small_clusters(rows, 3, counts)
    stones = np.array([bin(int(white) | int(black)).count("1") for white, black in rows[:, :2].tolist()])
    assert found[:, 0].tolist() == np.where(counts % 2 == 1, 1.0, -1.0).tolist()
    assert found[:, len(COUNTS)] == pytest.approx(found[:, 0] * stones / CELLS)
    assert found[:, -1] == pytest.approx(stones / CELLS)


def test_it_explains_something_of_games_it_has_not_seen() -> None:
    learnt = learnt_odd(512, 32, 1)
    assert learnt.explained > 0.05
    game = Odd()
    values = learnt(game.engine, random_positions(game, 50, 2).rows)
    assert values.sum(axis=1) == pytest.approx(1.0)
    assert learnt_odd(512, 32, 1) is learnt
