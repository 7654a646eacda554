"""CadiaPlayer's discount: a win that is further away is worth less."""

from __future__ import annotations

import pytest

import ludens
from ludens import Limit
from ludens.game import UnsuitableGameError
from ludens.players import make_agent
from tests.players.positions import tic_tac_toe


@pytest.mark.parametrize("guide", ["uniform", "ngrams", "mast"])
def test_the_discount_takes_away_by_length(guide: str) -> None:
    game, state, role = tic_tac_toe("... ... ...")
    values = []
    for discount in (1, 0.99, 0.9):
        agent = make_agent(f"cadia(guide={guide}, discount={discount}, solver=false)", game, role, 1)
        value = agent.decide(state, Limit(playouts=1_000)).value
        assert value is not None
        values.append(value)
    assert values[0] > values[1] > values[2]
    # Games take five to nine moves, of which 0.9 leaves about half.
    assert 0.3 * values[0] < values[2] < 0.75 * values[0]


def test_where_lengths_are_not_told_it_refuses() -> None:
    game = ludens.load("odd")
    with pytest.raises(UnsuitableGameError, match="guide=uniform"):
        make_agent("cadia(discount=0.99)", game, 0, 1)
    decision = make_agent("cadia(discount=0.99, guide=uniform)", game, 0, 1).decide(
        game.initial_state(), Limit(playouts=300)
    )
    assert decision.move in game.legal_moves(game.initial_state(), 0)
