"""Games that rules allow and nobody writes on purpose: parts that show nothing, roles that never have a goal."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.game import Limit
from ludens.players import make_agent
from ludens.search.minimax.layers import distinct_rows
from ludens.search.playouts.statistics import walks

CHOICE_OF_B = """
(role a) (role b) (init (at 0))
(<= (legal a (go 1)) (true (at 0))) (<= (legal a (go 2)) (true (at 0))) (<= (legal a rest) (not (true (at 0))))
(<= (legal b (go 3)) (not (true (at 0)))) (<= (legal b (go 4)) (not (true (at 0)))) (<= (legal b rest) (true (at 0)))
(<= (next (at ?x)) (does ?r (go ?x)))
(<= terminal (true (at 3))) (<= terminal (true (at 4)))
(<= (goal a 100) (true (at 3))) (<= (goal a 0) (true (at 4)))
"""
"""What a does makes no difference to anything."""

FOR_BOTH = CHOICE_OF_B + "(<= (goal b 0) (true (at 3))) (<= (goal b 100) (true (at 4)))"
NEVER_FOR_B = CHOICE_OF_B + "(<= (goal b 0) (true (at 9)))"


def test_rows_without_columns_are_all_the_same() -> None:
    rows, places = distinct_rows(np.zeros((3, 0), dtype=np.uint8))
    assert rows.shape == (1, 0)
    assert places.tolist() == [0, 0, 0]


@pytest.mark.parametrize("rules", [FOR_BOTH, NEVER_FOR_B], ids=["a part that shows nothing", "a role without goals"])
def test_the_champion_moves(rules: str) -> None:
    game = ludens.load(rules)
    state = game.initial_state()
    decision = make_agent("champion", game, 0, 1).decide(state, Limit(playouts=32))
    assert decision.move in game.legal_moves(state, 0)


def test_random_play_of_a_game_in_which_a_role_never_has_a_goal() -> None:
    found = walks(ludens.load(NEVER_FOR_B).engine, 200, 1, max_steps=9)
    assert found.decided == 0.0
