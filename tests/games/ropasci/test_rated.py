"""Playouts of RoPaSci 360 that like some moves better."""

from __future__ import annotations

import numpy as np
import pytest

from ludens import load
from ludens.games.ropasci import layout

GAMES = 400


def test_of_two_moves_the_better_is_made() -> None:
    engine = load("ropasci").engine
    assert engine.rated is not None
    legal = np.flatnonzero(engine.legal(engine.initial())[0][0])
    ranks = np.zeros(2 * layout.MOVES, dtype=np.int64)
    best = legal[: len(legal) // 3]
    ranks[best] = 1
    found = engine.rated(ranks).playouts(engine.initial(), GAMES, 5, max_steps=1, amaf=True)
    assert found.played is not None
    upper, lower = (counts[0] for counts, _ in found.played)
    assert upper.sum() == lower.sum() == GAMES
    # None of the best is made only if neither draw is one.
    part = len(best) / len(legal)
    assert upper[best].sum() / GAMES == pytest.approx(1 - (1 - part) ** 2, abs=0.09)


def test_a_seed_gives_the_same_games() -> None:
    engine = load("ropasci").engine
    assert engine.rated is not None
    rated = engine.rated(np.arange(2 * layout.MOVES))
    one, other = (rated.games(engine.initial(), 3, 9, max_steps=12) for _ in range(2))
    assert (one.goals == other.goals).all()
    assert (one.lengths == other.lengths).all()
