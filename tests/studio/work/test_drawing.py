"""How pages draw positions: no hints in the picture, colours of roles, places of moves and lines."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

import ludens
from ludens.arena.session import Session
from ludens.boards import clicks
from ludens.boards.clicks import OnPlace
from ludens.boards.paint import TARGET
from ludens.games import GAMES
from ludens.studio.work.drawing import MovePlaces, board, card, colours
from ludens.studio.work.views import position


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "odd", "prisoners_dilemma"])
def test_the_page_shows_itself_what_can_be_clicked(name: str) -> None:
    game = ludens.load(name)
    drawn = board(game, game.initial_state())
    assert TARGET in ludens.show(game).svg or name == "prisoners_dilemma"
    assert TARGET not in drawn
    assert "to move" not in drawn


def test_cards_hold_boards_only_where_there_are_any() -> None:
    words = {name: " ".join(ElementTree.fromstring(picture(name)).itertext()) for name in ("odd", "prisoners_dilemma")}
    assert "groups" not in words["odd"]
    assert "points" in words["prisoners_dilemma"]


def picture(name: str) -> str:
    game = ludens.load(name)
    return card(game, game.initial_state())


def test_roles_have_colours_of_their_own() -> None:
    assert colours(("red", "yellow")) == ["#c8402f", "#ecc03a"]
    assert len(set(colours(("player1", "player2", "player3")))) == 3


@pytest.mark.parametrize("name", GAMES)
def test_places_of_moves_are_their_clicks_on_places(name: str) -> None:
    game = ludens.load(name)
    state = game.initial_state()
    places = MovePlaces(game, state)
    for role in range(len(game.info.roles)):
        for move, sequence in list(clicks(game, state, role).sequences.items())[:40]:
            expected = [click.place for click in sequence if isinstance(click, OnPlace)]
            assert [(place["board"], place["column"], place["row"]) for place in places.of(move, role)] == expected


def test_a_step_of_a_line_leaves_out_who_only_waits() -> None:
    game = ludens.load("tic_tac_toe")
    step = MovePlaces(game, game.initial_state()).step(("(mark 1 3)", "noop"))
    assert step == {
        "moves": ["(mark 1 3)", "noop"],
        "text": "c1",
        "marks": [{"role": 0, "places": [{"board": "", "column": "3", "row": "1"}]}],
    }
    assert MovePlaces(game, game.initial_state()).step(("noop", "noop"))["text"] == "noop"


def test_what_was_seen_behind_a_door_is_drawn_when_the_game_is_over() -> None:
    session: Session[Any] = Session(ludens.load("monty_hall"))
    session.replay((("noop", "(hide 3)"), ("(choose 1)", "noop"), ("noop", "(open 2)"), ("stay", "noop")))
    assert "goat" in position(session, 4, person=0)["svg"]
    assert "goat" in position(session, 3)["svg"]
    assert "goat" not in position(session, 2)["svg"]
