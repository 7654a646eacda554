"""The Zero System with a score of placement: fewer moves, and replies that are not random."""

from __future__ import annotations

import pytest

import ludens
from ludens import Limit
from ludens.players import make_agent


def test_only_the_best_placed_moves_are_looked_at() -> None:
    game = ludens.load("tic_tac_toe")
    decision = make_agent("zero_system(candidates=2, trials=20)", game, 0, 1).decide(
        game.initial_state(), Limit(playouts=10_000)
    )
    looked_at = {report.move for report in decision.moves if report.visits}
    assert len(looked_at) == 2
    assert "(mark 2 2)" in looked_at  # it is on most lines


@pytest.mark.parametrize("options", ["replies=placement", "candidates=3, replies=placement"])
def test_it_plays_and_repeats_itself(options: str) -> None:
    game = ludens.load("tic_tac_toe")
    found = [
        make_agent(f"zero_system({options}, trials=30)", game, 0, 4).decide(
            game.initial_state(), Limit(playouts=10_000)
        )
        for _ in range(2)
    ]
    assert found[0].moves == found[1].moves
    plain = make_agent("zero_system(trials=30)", game, 0, 4).decide(game.initial_state(), Limit(playouts=10_000))
    assert found[0].moves != plain.moves
