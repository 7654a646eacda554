"""Moves as people write them, and as they type them."""

from __future__ import annotations

import pytest

from ludens.boards.move_names import MoveNames
from ludens.boards.words import counted, role_name
from ludens.games.loading import load


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "breakthrough", "reversi", "double_tic_tac_toe", "hex"])
def test_every_first_move_is_found_by_its_name(name: str) -> None:
    game = load(name)
    state = game.initial_state()
    names, legal = MoveNames(game, state), game.legal_moves(state, 0)
    for move in legal:
        assert names.find(legal, names.text(move)) == [move]
        assert names.find(legal, names.text(move).upper().replace("–", " - ").replace(" - ", "-")) == [move]


def test_heaps_tell_how_many_are_taken() -> None:
    game = load("nim")
    names = MoveNames(game, game.initial_state())
    legal = game.legal_moves(game.initial_state(), 0)
    assert names.find(legal, "Take 2 from C") == ["(reduce c 2)"]
    assert names.find(legal, "take 9 from c") == []


def test_roles_have_names_for_people() -> None:
    given = ["xplayer", "player1", "white_player", "role2", "red", "player"]
    assert [role_name(role) for role in given] == ["x", "player 1", "white", "player 2", "red", "player"]


def test_one_of_something_is_no_plural() -> None:
    given = [("2", "wins"), ("1", "wins"), ("1", "progress"), ("1", "hit_points")]
    assert [counted(value, name) for value, name in given] == ["wins", "win", "progress", "hit point"]
