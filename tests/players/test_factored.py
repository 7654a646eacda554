"""The player that plays games by their parts."""

from __future__ import annotations

import random

import pytest

import ludens
from ludens import Limit
from ludens.game import UnsuitableGameError
from ludens.players import make_agent
from ludens.players.factored import FactoredAgent
from tests.clocks import Still, put_up


@pytest.mark.parametrize("name", ["tic_tac_toe", "odd", "connect_four(players=3)", "tron"])
def test_games_of_one_piece_are_refused_with_the_reason(name: str) -> None:
    with pytest.raises(UnsuitableGameError, match=r"factored cannot play .*: it is "):
        make_agent("factored", ludens.load(name), 0)


@pytest.mark.parametrize("name", ["lights_on(boards=6)", "blocks", "blocks(blocks=4, tables=3, series=false)"])
def test_puzzles_are_solved_move_by_move(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load(name)
    put_up(Still(), monkeypatch)
    player, state = make_agent("factored", game, 0, 1), game.initial_state()
    while not game.is_terminal(state):
        state = game.next_state(state, (player.decide(state, Limit(seconds=0.05)).move,))
    assert game.goals(state) == (100,)


@pytest.mark.parametrize("role", [0, 1])
@pytest.mark.parametrize("name", ["nim(heaps=3-5-6-1)", "double_tic_tac_toe"])
def test_it_gets_at_least_the_value_against_anybody(name: str, role: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = ludens.load(name), random.Random(role)
    put_up(Still(), monkeypatch)
    player = make_agent("factored", game, role, 1)
    assert isinstance(player, FactoredAgent)
    worth = player.search.value(game.engine.initial(), role)
    assert worth is not None
    for _ in range(4):
        state = game.initial_state()
        while not game.is_terminal(state):
            moves = [rng.choice(game.legal_moves(state, other)) for other in (0, 1)]
            moves[role] = player.decide(state, Limit(seconds=0.05)).move
            state = game.next_state(state, moves)
        assert game.goals(state)[role] >= worth


def test_the_whole_game_is_searched_where_parts_are_too_many_to_combine(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("double_tic_tac_toe")
    player = make_agent("factored", game, 0, 1)
    assert isinstance(player, FactoredAgent)
    assert "parts" in player.decide(game.initial_state(), Limit(playouts=50)).notes
    monkeypatch.setattr(player.search, "decide", lambda row, role, limit: None)
    found = player.decide(game.initial_state(), Limit(playouts=50))
    assert "parts" not in found.notes
    assert found.move in game.legal_moves(game.initial_state(), 0)
    assert int(found.notes["simulations"]) > 0
