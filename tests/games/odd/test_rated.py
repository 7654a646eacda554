"""Playouts of Odd that like some moves better: how often each colour is taken, and how boards are filled."""

from __future__ import annotations

import numpy as np
import pytest

from ludens import load
from ludens.games.hexagon.cells import CELLS
from ludens.games.odd.kernels import MOVES, NOOP

GAMES = 300


def test_the_better_colour_comes_up_three_times_in_four() -> None:
    engine = load("odd").engine
    assert engine.rated is not None
    ranks = np.zeros(2 * MOVES, dtype=np.int64)
    ranks[:CELLS], ranks[MOVES + CELLS : MOVES + NOOP] = 1, 1  # player1 likes white, player2 black
    ranks[[0, CELLS]] = 7  # but for the first cell, where player1 does not care
    found = engine.rated(ranks).playouts(engine.initial(), GAMES, 5, amaf=True)
    assert found.played is not None
    first, second = (counts[0] for counts, _ in found.played)
    # In each game player1 fills 31 cells and player2 30, whichever these are.
    assert (first[:NOOP].sum(), second[:NOOP].sum()) == (31 * GAMES, 30 * GAMES)
    assert first[1:CELLS].sum() / (first[1:CELLS].sum() + first[CELLS + 1 : NOOP].sum()) == pytest.approx(
        0.75, abs=0.02
    )
    assert second[CELLS:NOOP].sum() / second[:NOOP].sum() == pytest.approx(0.75, abs=0.02)
    assert first[0] / (first[0] + first[CELLS]) == pytest.approx(0.5, abs=0.18)
    filled = first[:CELLS] + first[CELLS:NOOP]
    assert np.abs(filled / GAMES - 31 / 61).max() < 0.14


def test_goals_and_lengths_are_those_of_whole_games() -> None:
    engine = load("odd").engine
    assert engine.rated is not None
    rated = engine.rated(np.zeros(2 * MOVES, dtype=np.int64))
    rows = engine.step(engine.initial(), np.array([[3, NOOP]]))
    found = rated.games(rows, 20, 1)
    assert (found.lengths == 60).all()
    assert (found.goals.sum(axis=2) == 100).all()
    assert (rated.games(rows, 20, 1).goals == found.goals).all()
    cut = rated.games(rows, 5, 1, max_steps=10)
    assert (cut.lengths == 10).all()
    assert (cut.goals == -1).all()


def test_ranks_must_be_those_of_all_moves() -> None:
    engine = load("odd").engine
    assert engine.rated is not None
    with pytest.raises(ValueError, match="ranks"):
        engine.rated(np.zeros(3, dtype=np.int64))
