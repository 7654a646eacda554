"""What moves are worth to a pessimist, pair by pair as positions are worth, and by the sums written out."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.games.ropasci.equilibria import pair_values
from ludens.games.ropasci.pessimist import cautious_worths
from ludens.games.ropasci.threats import Threats
from ludens.games.ropasci.turn_search import TurnSearch
from tests.games.ropasci.test_equilibria import JUDGE, with_guesses
from tests.games.ropasci.test_threats import GAME, states

MOST = 12


@pytest.mark.parametrize("hope", [0.0, 0.3])
@pytest.mark.parametrize("side", [0, 1])
def test_moves_are_worth_what_the_worst_answer_leaves_and_a_little_hope(side: int, hope: float) -> None:
    search, compared = TurnSearch(GAME.engine, Threats()), 0
    for state in states(12, 11):
        row = GAME.pack([state])
        others = search.candidates(row)[1 - side][0]
        if not 0 < len(others) <= MOST:
            continue
        others = with_guesses(row, others, 1 - side)
        moves, worths = np.zeros(500, dtype=np.int64), np.zeros(500)
        total = cautious_worths(row[0], side, JUDGE, hope, MOST, moves, worths)
        assert sorted(moves[:total]) == sorted(np.flatnonzero(GAME.engine.legal(row)[side][0]))
        for move, worth in zip(moves[:total], worths, strict=False):
            pairs, values = np.empty((len(others), 2), dtype=np.int64), np.empty(len(others))
            pairs[:, side], pairs[:, 1 - side] = move, others
            pair_values(row[0], pairs, 0, MOST, 6, JUDGE, values)
            own = values if side == 0 else 1 - values
            assert worth == pytest.approx((1 - hope) * own.min() + hope * own.mean())
        compared += 1
    assert compared > 5
